import { describe, expect, it } from 'vitest';
import { sortInTurns } from './sort-in-turns.js';

/** Keys in an order that has nothing to do with their own; every tenth twice. */
const entries = (count: number) =>
  Array.from({ length: count }, (_, index) => [String((index * 7919) % Math.ceil(count * 0.9)), index] as const);

describe('sorting in turns', () => {
  it.each([0, 1, 1999, 2000, 2001, 4000, 30_011])('puts %i entries in the order that sorting gives', async (count) => {
    const expected = [...entries(count)].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
    expect(await sortInTurns(entries(count))).toEqual(expected);
  });

  it('gives others a turn after every few thousand', async () => {
    let turns = 0;
    let over = false;
    const count = () => {
      turns += 1;
      if (!over) setImmediate(count);
    };
    setImmediate(count);
    await sortInTurns(entries(20_000));
    over = true;
    // Ten runs, and each entry merged four times at most.
    expect(turns).toBeGreaterThan(30);
  });
});
