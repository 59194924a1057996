import { expect, it } from 'vitest';
import { EventLoopYield } from './event-loop-yield.js';

it('EventLoopYield gives each caller its own turn of the event loop', async () => {
  const turns = new EventLoopYield();
  const order: string[] = [];
  const callers = ['a', 'b', 'c'].map(async (name) => {
    await turns.next();
    order.push(name);
    // Other work that waits for the event loop runs in between.
    setImmediate(() => order.push(`after ${name}`));
  });
  await Promise.all(callers);
  await new Promise((resolve) => setImmediate(resolve));
  // If all ran in one turn, the order would be a, b, c, and then everything else.
  expect(order).toEqual(['a', 'b', 'after a', 'c', 'after b', 'after c']);
});
