import { createHash } from 'node:crypto';

/** Derives a UUID from a name. Worker threads have no id generator, and the same job must produce the same bytes. */
export function deriveUuid(name: string): string {
  const hex = createHash('sha1').update(name).digest('hex');
  const variant = '89ab'[Number.parseInt(hex.charAt(16), 16) & 3];
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
