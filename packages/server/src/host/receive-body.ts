import type { IncomingMessage } from 'node:http';
import { eventLoopYield, type MemoryAccount } from '@understudy/kernel/serving';

/** Size in bytes from which decoding a body noticeably blocks others. */
const largeBody = 64 * 1024;

const noBytes = new Uint8Array();

/** A received body, or the reason why there is none. */
export type Received =
  | { readonly kind: 'whole'; readonly bytes: Uint8Array; readonly release: () => void }
  | { readonly kind: 'too-large'; readonly size: number }
  | { readonly kind: 'broken'; readonly received: number }
  | { readonly kind: 'no-room' };

/** Receives a body of at most `most` bytes. Large bodies are returned one per event loop turn. */
export async function receiveBody(request: IncomingMessage, most: number, budget: MemoryAccount): Promise<Received> {
  const declared = Number(request.headers['content-length'] ?? 0);
  if (declared > most) {
    request.resume();
    return { kind: 'too-large', size: declared };
  }
  let chunks: Buffer[] = [];
  let size = 0;
  let kept = 0;
  const release = () => {
    chunks = [];
    budget.add(-kept);
    kept = 0;
  };
  const outcome = await new Promise<'whole' | 'too-large' | 'broken' | 'no-room'>((resolve) => {
    const refuse = (kind: 'too-large' | 'no-room') => {
      release();
      request.off('data', keep);
      request.resume();
      resolve(kind);
    };
    const keep = (chunk: Buffer) => {
      size += chunk.length;
      if (size > most) return refuse('too-large');
      // Small bodies do not count towards the limit.
      if (size > largeBody) {
        if (!budget.take(size - kept)) return refuse('no-room');
        kept = size;
      }
      chunks.push(chunk);
    };
    request.on('data', keep);
    request.on('end', () => resolve('whole'));
    request.on('close', () => resolve(request.complete ? 'whole' : 'broken'));
  });
  if (outcome !== 'whole') {
    release();
    if (outcome === 'too-large') return { kind: outcome, size };
    return outcome === 'broken' ? { kind: outcome, received: size } : { kind: outcome };
  }
  if (size >= largeBody) await eventLoopYield.next();
  const bytes = chunks.length === 1 ? (chunks[0] ?? noBytes) : Buffer.concat(chunks);
  chunks = [];
  return { kind: 'whole', bytes, release };
}
