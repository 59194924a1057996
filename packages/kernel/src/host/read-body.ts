import type { IncomingMessage } from 'node:http';
import { Turns } from './turns.js';

/** Above every limit of an API, so that each API refuses in its own words; a guard for memory. */
const largestBody = 64 * 1024 * 1024;

/** From this size on decoding a body takes long enough to be noticed by others. */
const largeBody = 64 * 1024;

const turns = new Turns();

/** A body that is not read to its end. */
export class TooLarge {
  readonly message = `The body is larger than ${largestBody} bytes, the most that is read; send less at a time`;
}

/**
 * The whole body of a request. A client that goes away in the middle leaves what came; its answer reaches nobody. Large
 * bodies are handed over one in each turn of the event loop.
 */
export async function readBody(request: IncomingMessage): Promise<Uint8Array | TooLarge> {
  const chunks: Buffer[] = [];
  let size = 0;
  await new Promise<void>((resolve) => {
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      chunks.push(chunk);
      if (size <= largestBody) return;
      request.pause();
      resolve();
    });
    request.on('end', resolve);
    request.on('close', resolve);
  });
  if (size > largestBody) return new TooLarge();
  if (size >= largeBody) await turns.next();
  return chunks.length === 1 ? (chunks[0] ?? Buffer.alloc(0)) : Buffer.concat(chunks);
}
