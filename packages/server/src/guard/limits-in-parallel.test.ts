import { setImmediate as nextTurn } from 'node:timers/promises';
import type { JobComputer } from '@understudy/kernel/serving';
import { afterEach, expect, it } from 'vitest';
import { ApiDriver } from '../testing/api-driver.js';
import { notesSimulator } from '../testing/notes-simulator.js';
import type { TokenLimits } from './control-guard.js';

/** Computes until it is told to end. */
class Endless implements JobComputer {
  begun = 0;

  readonly #ends: Array<() => void> = [];

  run(): Promise<unknown> {
    this.begun += 1;
    return new Promise((resolve) => void this.#ends.push(() => resolve({ shouted: 'A' })));
  }

  end(): void {
    for (const end of this.#ends.splice(0)) end();
  }

  runLive() {
    return { output: this.run(), stop: () => {} };
  }
}

const value = 'ada-0123456789abcdef';
const headers = { authorization: `Bearer ${value}`, 'content-type': 'application/json', tenantId: 't1' };
const open: ApiDriver[] = [];
afterEach(async () => {
  for (const driver of open.splice(0)) await driver.simulators.close();
});

/** Starts a server with a limited token that has the sandboxes `one` and `two`. */
async function start(limits: TokenLimits) {
  const computing = new Endless();
  const controlTokens = [{ name: 'ada', value, scope: 'own sandboxes' as const, limits }];
  const driver = new ApiDriver([notesSimulator], {}, { controlTokens, computing });
  open.push(driver);
  const send = (line: string, body?: unknown) => driver.call(line, { body, headers });
  /** Sends requests in parallel, in alternating sandboxes. @returns how many there were of each status */
  const crowd = async (count: number, call: (index: number, sandbox: string) => Promise<{ status: number }>) => {
    const answers = Array.from({ length: count }, (_, index) => call(index, index % 2 === 0 ? 'one' : 'two'));
    const seen: Record<number, number> = {};
    for (const { status } of await Promise.all(answers)) seen[status] = (seen[status] ?? 0) + 1;
    return seen;
  };
  for (const name of ['one', 'two']) await send('POST /_sim/sandboxes', { name });
  const stored = async () => {
    const { sandboxes } = (await send('GET /_sim/sandboxes')).body;
    return sandboxes.reduce((sum: number, { storedBytes = 0 }) => sum + storedBytes, 0);
  };
  return { driver, computing, send, crowd, stored };
}

const json = (text: string) => ({ text });

/** Each limit, and what requests in parallel get. */
const walks: Record<keyof TokenLimits, () => Promise<void>> = {
  async sandboxes() {
    const { send, crowd } = await start({ sandboxes: 5 });
    expect(await crowd(12, (index) => send('POST /_sim/sandboxes', { name: `more-${index}` }))).toEqual({
      201: 3,
      409: 9,
    });
    expect((await send('DELETE /_sim/sandboxes/more-0')).status).toBe(204);
    expect(await crowd(4, (index) => send('POST /_sim/sandboxes', { name: `new-${index}` }))).toEqual({
      201: 1,
      409: 3,
    });
  },
  async storedBytes() {
    const calls: Array<(index: number, sandbox: string) => [line: string, body: object]> = [
      (index: number, sandbox: string) => [`PUT /~${sandbox}/notes/n${index}`, json('x'.repeat(900))],
      (index: number, sandbox: string) => [`POST /~${sandbox}/_sim/inbox/i${index}`, json('x'.repeat(900))],
      (index: number, sandbox: string) => [
        `POST /~${sandbox}/_sim/faults`,
        { match: {}, effect: { status: 500, body: `${index}${'x'.repeat(900)}` } },
      ],
    ];
    for (const call of calls) {
      const { send, crowd, stored } = await start({ storedBytes: 12_000 });
      const seen = await crowd(20, (index, sandbox) => send(...call(index, sandbox)));
      const [, refused = 0] = Object.entries(seen).find(([status]) => status === '403') ?? [];
      expect(refused).toBeGreaterThan(5);
      expect(refused).toBeLessThan(18);
      expect([call.toString(), await stored()]).toEqual([
        call.toString(),
        expect.toSatisfy((bytes: number) => bytes <= 12_000),
      ]);
      expect(await stored()).toBeGreaterThan(4_000);
    }
    const { send, crowd } = await start({ storedBytes: 12_000 });
    const inTurn = await start({ storedBytes: 12_000 });
    let one = 0;
    for (const each of [send, inTurn.send])
      for (const name of ['one', 'two']) await each(`PUT /~${name}/notes/n`, json('x'.repeat(2000)));
    for (let index = 0; index < 8; index += 1)
      if ((await inTurn.send(`PUT /~one/_sim/snapshots/ada-${index}`)).status === 200) one += 1;
    expect(one).toBeLessThan(5);
    expect(await crowd(8, (index) => send(`PUT /~one/_sim/snapshots/ada-${index}`))).toEqual({
      200: one,
      403: 8 - one,
    });
  },
  async requestsPerSecond() {
    const { send, crowd } = await start({ requestsPerSecond: 10 });
    const seen = await crowd(40, () => send('GET /~one/notes/none'));
    expect(seen[404]).toBeLessThan(13);
    expect(seen[429]).toBeGreaterThan(27);
  },
  async streams() {
    const { driver, crowd } = await start({ streams: 3 });
    const call = (_: number, name: string) =>
      driver.simulators.fetch(`${driver.base}/~${name}/_sim/events`, { headers });
    expect(await crowd(10, call)).toEqual({ 200: 3, 429: 7 });
  },
  async computing() {
    const { computing, send, crowd } = await start({ computing: 2 });
    const job = (index: number, name: string) =>
      send(`POST /~${name}/notes/n${index}/shout`, { text: 'a', key: `k${index}` });
    expect(await crowd(8, job)).toEqual({ 202: 8 });
    for (let turn = 0; turn < 50; turn += 1) await nextTurn();
    expect(computing.begun).toBe(2);
    for (let turn = 0; turn < 200 && computing.begun < 8; turn += 1) {
      computing.end();
      await nextTurn();
    }
    expect(computing.begun).toBe(8);
    computing.end();
  },
};

it.each(Object.keys(walks) as (keyof TokenLimits)[])('enforces the %s limit on parallel requests', async (limit) => {
  await walks[limit]();
});

it('gives fault rules added in parallel unique ids, and enforces their limit', async () => {
  const driver = new ApiDriver([notesSimulator], {}, { memory: { faultRules: 5 } });
  open.push(driver);
  const rule = { match: {}, effect: { status: 500 }, times: 1 };
  const seen = await Promise.all(Array.from({ length: 12 }, () => driver.control('POST /_sim/faults', rule)));
  expect(seen.filter(({ status }) => status === 400)).toHaveLength(7);
  const { faults } = (await driver.control('GET /_sim/faults')).body;
  expect(new Set(faults.map(({ id }: { id: string }) => id)).size).toBe(5);
});

it('rejects a body that exceeds the storage limit of a token before parsing it', async () => {
  const { send } = await start({ storedBytes: 5000 });
  const { status, body } = await send('PUT /~one/_sim/snapshots/ada-large', `not JSON ${'x'.repeat(5000)}`);
  expect([status, body]).toEqual([403, expect.objectContaining({ detail: expect.stringContaining('can store 5000') })]);
  expect((await send('PUT /~one/_sim/snapshots/ada-small', 'not JSON')).status).toBe(400);
});
