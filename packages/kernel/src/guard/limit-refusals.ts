import { type Refusal, refuse } from '../refusal.js';

export const tooManyRequests = (token: string, seconds: number): Refusal =>
  refuse(429, 'request-limit', `The control token "${token}" has sent more requests than it may in a second; wait`, {
    headers: { 'Retry-After': String(seconds) },
  });

export const tooManyBytes = (token: string, bytes: number, most: number): Refusal =>
  refuse(
    403,
    'stored-bytes-limit',
    `The sandboxes of the control token "${token}" and its snapshots hold ${bytes} bytes, and it has room for ${most}; delete or reset some`,
  );

export const noMemory = (bytes: number, most: number): Refusal =>
  refuse(
    507,
    'memory-limit',
    `The server holds ${bytes} of ${most} bytes in memory, and nothing of this request was stored; delete sandboxes, records or snapshots, or start the server with --max-memory-bytes`,
  );
