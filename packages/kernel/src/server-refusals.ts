import { type Refusal, refuse } from './refusal.js';

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

export const tooManySandboxes = (message: string): Refusal => refuse(409, 'sandbox-limit', message);

/** Undocumented, so it replaces the API's own error. */
export const notArchived = (message: string): Refusal =>
  refuse(507, 'not-archived', `${message}; make room where the server keeps its data, and send the request again`);

/** Only additions are rejected. */
export const tooManyRecords = (sandbox: string, most: number): Refusal =>
  refuse(
    507,
    'record-limit',
    `Sandbox "${sandbox}" has as many records as it may, ${most}, and nothing of this request was stored; delete some, reset the sandbox, or start the server with --max-records`,
  );

/** Nothing was done, so a retry is safe. */
export const unavailable = (message: string): Refusal =>
  refuse(503, 'unavailable', `${message}; send the request again in a moment`, { headers: { 'Retry-After': '1' } });

/** A retry could repeat it. */
export const unclear = (message: string): Refusal =>
  refuse(504, 'unclear', `${message}; it may have been done all the same: look before you send it again`);
