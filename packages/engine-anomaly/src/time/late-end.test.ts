import { describe, expect, it } from 'vitest';
import type { NumericSurprise } from '../core/numeric-surprise.js';
import { scoreLateEnd } from './late-end.js';

const says = (nats: number, direction: -1 | 0 | 1): NumericSurprise => ({ nats, direction, expected: 8 });

/** Nats of the duration after a late end was heard. */
function duration(change: Record<string, NumericSurprise>): number | undefined {
  const found = new Map(
    Object.entries({ start: says(0, 0), duration: says(2, 1), end: says(6, 1), misfit: says(0, 0), ...change }),
  );
  scoreLateEnd(found);
  expect(found.has('end')).toBe(false);
  return found.get('duration')?.nats;
}

describe('a late end', () => {
  it('makes a long day as surprising as it is itself', () => {
    expect(duration({})).toBe(6);
    expect(duration({ duration: says(7, 1) })).toBe(7);
  });

  it('says nothing more where a late start explains it, where it does not fit, or where the work was short', () => {
    expect(duration({ start: says(5, 1) })).toBe(2);
    expect(duration({ misfit: says(4, 1) })).toBe(2);
    expect(duration({ duration: says(2, -1) })).toBe(2);
  });

  it('is judged as itself where no duration is given', () => {
    const found = new Map([['end', says(6, 1)]]);
    scoreLateEnd(found);
    expect(found.get('end')?.nats).toBe(6);
  });
});
