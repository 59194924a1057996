import { timingSafeEqual } from 'node:crypto';

/** Compares secrets in constant time. Two missing secrets count as equal. */
export function isSameSecret(expected: string | undefined, given: string): boolean {
  if (expected === undefined) return false;
  const [left, right] = [Buffer.from(expected), Buffer.from(given)];
  return left.length === right.length && timingSafeEqual(left, right);
}
