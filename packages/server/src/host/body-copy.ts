import type { Readable } from 'node:stream';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import type { MemoryAccount } from '@understudy/kernel/serving';

type Decompress = (bytes: Uint8Array, limit: { maxOutputLength: number }) => Uint8Array;

const codings: Readonly<Record<string, Decompress>> = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
  identity: (bytes) => bytes,
};

/** Maximum ratio between the size of a decompressed body and its compressed size. */
const mostExpansion = 8;

/** A copy of a streamed body. If the body is too large or memory is low, only its size is recorded. */
export class BoundedBodyCopy {
  readonly #most: number;
  readonly #memory: MemoryAccount;
  #chunks: Uint8Array[] | undefined = [];
  #held = 0;
  /** Number of bytes received so far. */
  size = 0;

  /** @param most maximum size in bytes @param memory memory account shared by all copies */
  constructor(most: number, memory: MemoryAccount) {
    this.#most = most;
    this.#memory = memory;
  }

  watch(body: Readable): void {
    body.on('data', (chunk: Uint8Array) => {
      this.size += chunk.length;
      if (this.#chunks === undefined) return;
      if (this.size > this.#most || !this.#memory.take(chunk.length)) this.release();
      else {
        this.#held += chunk.length;
        this.#chunks.push(chunk);
      }
    });
  }

  /**
   * Returns the decompressed body; undefined if the copy is incomplete. @param coding `Content-Encoding` of the body
   */
  read(coding = 'identity'): Uint8Array | undefined {
    const decompress = codings[coding.trim().toLowerCase()];
    if (this.#chunks === undefined || decompress === undefined) return undefined;
    const bytes = Buffer.concat(this.#chunks);
    try {
      return bytes.length === 0 ? bytes : decompress(bytes, { maxOutputLength: this.#most * mostExpansion });
    } catch {
      return undefined;
    }
  }

  release(): void {
    this.#memory.add(-this.#held);
    this.#held = 0;
    this.#chunks = undefined;
  }
}
