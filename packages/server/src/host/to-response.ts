import type { OutgoingResponse } from '@understudy/kernel';
import { faultyBody, throwOnReset } from './faulty-body.js';

/** Converts to a Fetch API response. @throws TypeError on a reset */
export function toResponse(response: OutgoingResponse): Response {
  const { status, headers, body, transportFault } = response;
  throwOnReset(response);
  const init = { status, headers: { ...headers } };
  if (body === undefined || status === 204 || status === 304) return new Response(null, init);
  if (transportFault !== undefined) return new Response(streamOf(faultyBody(response)), init);
  if (typeof body === 'string' || body instanceof Uint8Array) return new Response(body, init);
  return new Response(streamOf(body), init);
}

function streamOf(parts: AsyncIterable<string | Uint8Array>): ReadableStream<Uint8Array> {
  const iterator = parts[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await iterator.next();
        if (done === true) controller.close();
        else controller.enqueue(typeof value === 'string' ? encoder.encode(value) : value);
      } catch (error) {
        controller.error(error);
      }
    },
    async cancel() {
      await iterator.return?.();
    },
  });
}
