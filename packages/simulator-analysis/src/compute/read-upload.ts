import { decodeBody, isObject } from '@understudy/contract';

/** The body of an upload, or why it is none, as the job will tell it. */
export function readUpload(
  bytes: Uint8Array,
): { readonly value: Record<string, unknown> } | { readonly fault: string } {
  const decoded = decodeBody(bytes, 'application/json');
  if ('finding' in decoded) return { fault: decoded.finding.message.replace(/^The body/, 'Request body') };
  return isObject(decoded.value) ? { value: decoded.value } : { fault: 'Request body must be a JSON object' };
}
