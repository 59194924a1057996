import { createHash } from 'node:crypto';

/**
 * A UUID made from a name, in the version 5 form: a worker thread has no ids to draw from, and the same job is to give
 * the same bytes.
 */
export function makeUuid(name: string): string {
  const hex = createHash('sha1').update(name).digest('hex');
  const variant = '89ab'[Number.parseInt(hex.charAt(16), 16) & 3];
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
