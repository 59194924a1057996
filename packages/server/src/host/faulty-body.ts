import type { OutgoingResponse } from '@understudy/kernel';
import { sleepRealTime } from '@understudy/kernel/serving';

class InjectedBreak extends Error {
  constructor() {
    super('The connection was broken on purpose by a fault rule');
    this.name = 'InjectedBreak';
  }
}

/** @throws TypeError if a fault rule resets the connection, like `fetch` */
export function throwOnReset({ transportFault }: OutgoingResponse): void {
  if (transportFault?.reset === true)
    throw new TypeError('fetch failed: the connection was reset on purpose by a fault rule');
}

const chunkBytes = 1024;

/** Streams a body, slowed down by a fault. @throws InjectedBreak after `truncateAfter` bytes */
export function streamWithFault({ body, transportFault }: OutgoingResponse): AsyncGenerator<Uint8Array> {
  const bytes = body instanceof Uint8Array ? body : new TextEncoder().encode(typeof body === 'string' ? body : '');
  return applyStreamFault([bytes], transportFault);
}

/** Slows down a stream as a fault requires. @throws InjectedBreak after `truncateAfter` bytes */
export async function* applyStreamFault(
  parts: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  { truncateAfter = Number.POSITIVE_INFINITY, bytesPerSecond }: OutgoingResponse['transportFault'] = {},
): AsyncGenerator<Uint8Array> {
  // Ten chunks per second of real time, or more if needed.
  const step = bytesPerSecond === undefined ? chunkBytes : Math.max(1, Math.ceil(bytesPerSecond / 10));
  let left = truncateAfter;
  for await (const bytes of parts) {
    const end = Math.min(bytes.length, left);
    for (let at = 0; at < end; at += step) {
      const chunk = bytes.subarray(at, Math.min(at + step, end));
      if (bytesPerSecond !== undefined) await sleepRealTime((chunk.length / bytesPerSecond) * 1000);
      yield chunk;
    }
    left -= end;
    if (end < bytes.length) throw new InjectedBreak();
  }
}
