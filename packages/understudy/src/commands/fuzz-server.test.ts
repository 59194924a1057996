import { expect, it } from 'vitest';
import { createPatience } from './fuzz-server.js';

function patience() {
  const waits: number[] = [];
  const ask = createPatience(async (ms) => {
    waits.push(ms);
  });
  return { ask, waits };
}

it('waits as long as Retry-After says, but at most 20 seconds in total', async () => {
  const { ask, waits } = patience();
  expect(await ask('0')).toBe(true);
  for (let turn = 0; turn < 20; turn += 1) await ask('5');
  expect(waits).toEqual([100, 5000, 5000, 5000]);
  expect(await ask('5')).toBe(false);
});

it('does not wait if Retry-After is missing, too long or not a number of seconds', async () => {
  const { ask, waits } = patience();
  for (const asked of [undefined, '3600', 'Wed, 21 Oct 2026 07:28:00 GMT', 'NaN', 'Infinity'])
    expect([asked, await ask(asked)]).toEqual([asked, false]);
  expect(waits).toEqual([]);
});
