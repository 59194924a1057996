import type { IncomingMessage } from 'node:http';

/** Above every limit of an API, so that each API refuses in its own words; a guard for memory. */
const largestBody = 64 * 1024 * 1024;

/** A body that is not read to its end. */
export class TooLarge {
  readonly message = `The body is larger than ${largestBody} bytes, the most that is read; send less at a time`;
}

/** The whole body of a request. A client that goes away in the middle leaves what came; its answer reaches nobody. */
export function readBody(request: IncomingMessage): Promise<Uint8Array | TooLarge> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      chunks.push(chunk);
      if (size <= largestBody) return;
      request.pause();
      resolve(new TooLarge());
    });
    const finish = () => resolve(chunks.length === 1 ? (chunks[0] ?? Buffer.alloc(0)) : Buffer.concat(chunks));
    request.on('end', finish);
    request.on('close', finish);
  });
}
