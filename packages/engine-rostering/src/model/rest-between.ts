import type { RosteringInstance } from './instance.js';

/**
 * Computes the minutes between shift a and shift b, which starts `apart` days later. Returns 0 if they touch or
 * overlap.
 */
export function computeRest(
  instance: Pick<RosteringInstance, 'shiftStart' | 'shiftEnd'>,
  a: number,
  b: number,
  apart: number,
): number {
  const { shiftStart, shiftEnd } = instance;
  const offset = apart * 1440;
  const after = (shiftStart[b] ?? 0) + offset - (shiftEnd[a] ?? 0);
  const before = (shiftStart[a] ?? 0) - (shiftEnd[b] ?? 0) - offset;
  return Math.max(after, before, 0);
}
