import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { FairTurns } from './fair-turns.js';

/** Takes turns, and lists those that have one, until the test ends them. */
function takeTurns(most: number) {
  const turns = new FairTurns(most);
  const ends = new Map<string, () => void>();
  const take = (name: string, owner: string | undefined, sandbox: string) => {
    void turns.take({ owner, sandbox }).then((end) => ends.set(name, end));
  };
  const begun = async () => {
    await nextTurn();
    return [...ends.keys()].join(' ');
  };
  const end = async (name: string) => {
    ends.get(name)?.();
    ends.delete(name);
    return await begun();
  };
  return { turns, take, begun, end };
}

it('FairTurns never gives all turns to one token or sandbox', async () => {
  const { turns, take, begun, end } = takeTurns(3);
  for (const name of ['a1', 'a2', 'a3', 'a4']) take(name, 'ada', 'one');
  expect(await begun()).toBe('a1 a2');
  take('b1', 'ben', 'two');
  expect(await begun()).toBe('a1 a2 b1');
  take('c1', undefined, 'free');
  expect([await end('b1'), turns.size]).toEqual(['a1 a2 c1', 2]);
  expect(await end('a1')).toBe('a2 c1 a3');
});

it('FairTurns alternates between tokens, and between the sandboxes of a token', async () => {
  const { take, begun, end } = takeTurns(1);
  for (const name of ['a1', 'a2', 'a3']) take(name, 'ada', 'one');
  take('a4', 'ada', 'two');
  take('b1', 'ben', 'three');
  take('c1', undefined, 'one');
  const order = [await begun()];
  for (let count = 0; count < 5; count += 1) order.push(await end(order.at(-1) ?? ''));
  expect(order.join(' ')).toBe('a1 a2 b1 c1 a4 a3');
});
