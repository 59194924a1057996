import { decodeBody } from '@understudy/contract';

const longestKept = 65_536;

/** A body as sent. It is decoded only when read, because most bodies never are, and bytes use less memory. */
export class RecordedBody {
  readonly #sent: string | Uint8Array;
  readonly length: number;
  readonly #mediaType: string | undefined;

  constructor(sent: string | Uint8Array, mediaType: string | undefined) {
    this.length = sent.length;
    // Stores only the start of a long body.
    this.#sent = sent.length > longestKept ? beginningOf(sent) : sent;
    this.#mediaType = mediaType;
  }

  /** The body as sent; undefined for a long body, of which only the start is stored. */
  get sent(): string | Uint8Array | undefined {
    return this.length > longestKept ? undefined : this.#sent;
  }

  /** Approximate memory use in bytes. */
  get bytes(): number {
    return this.#sent.length;
  }

  /** Returns whether this body has the given content and media type. */
  keeps(sent: string | Uint8Array, mediaType: string | undefined): boolean {
    return typeof sent === 'string' && this.#sent === sent && this.#mediaType === mediaType;
  }

  /** The stored start of a long body; undefined for a complete body. */
  get beginning(): string | undefined {
    return this.length > longestKept ? this.#text() : undefined;
  }

  /** Reads the decoded body, or its text if it cannot be decoded; null for an empty body. */
  read(): unknown {
    if (this.length === 0) return null;
    if (this.beginning !== undefined) return this.beginning;
    const bytes = typeof this.#sent === 'string' ? new TextEncoder().encode(this.#sent) : this.#sent;
    const decoded = decodeBody(bytes, this.#mediaType);
    return 'value' in decoded && !(decoded.value instanceof Uint8Array) ? decoded.value : this.#text();
  }

  #text(): string {
    return typeof this.#sent === 'string' ? this.#sent : new TextDecoder().decode(this.#sent);
  }
}

/** Returns the start as a copy, because a slice would keep the whole body in memory. */
function beginningOf(sent: string | Uint8Array): string | Uint8Array {
  return typeof sent === 'string'
    ? Buffer.from(sent.slice(0, 4096)).toString()
    : new Uint8Array(sent.subarray(0, 4096));
}
