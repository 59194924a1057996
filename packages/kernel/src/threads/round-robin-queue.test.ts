import { expect, it } from 'vitest';
import { RoundRobinQueue } from './round-robin-queue.js';

it('RoundRobinQueue returns an item of each owner in turn, however many items each has', () => {
  const line = new RoundRobinQueue<string>();
  for (const item of ['a1', 'a2', 'a3', 'gone', 'a4']) line.push('a', item);
  expect(line.shift()).toBe('a1');
  line.push('b', 'b1');
  const early = line.shift() ?? '';
  line.unshift('a', early);
  line.remove('gone');
  line.push('c', 'c1');
  line.push('b', 'b2');
  const turns = Array.from({ length: line.size }, () => line.shift());
  expect(turns).toEqual(['a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
  expect([line.size, line.shift()]).toEqual([0, undefined]);
});
