import { createHash } from 'node:crypto';

/** A UUID derived from a name: a worker thread has no id generator, and the same job produces the same bytes. */
export function deriveUuid(name: string): string {
  const hex = createHash('sha1').update(name).digest('hex');
  const variant = '89ab'[Number.parseInt(hex.charAt(16), 16) & 3];
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
