import { timingSafeEqual } from 'node:crypto';

/** Compares secrets in constant time. Returns false if no secret is expected. */
export function isSameSecret(expected: string | undefined, given: string): boolean {
  if (expected === undefined) return false;
  const [left, right] = [Buffer.from(expected), Buffer.from(given)];
  return left.length === right.length && timingSafeEqual(left, right);
}
