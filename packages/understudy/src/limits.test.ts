import { readFile } from 'node:fs/promises';
import { defaultMemoryLimits } from '@understudy/kernel';
import { beforeAll, describe, expect, it } from 'vitest';
import { limitNames, limitOptions } from './limits.js';
import { type RunningSimulators, startSimulators } from './start-simulators.js';
import { call } from './testing/call.js';
import { requestDemoToken } from './testing/demo-token.js';
import { useResources } from './testing/use-resources.js';

const { start } = useResources();

let simulators: RunningSimulators;
beforeAll(async () => {
  simulators = await start(
    {
      apis: ['identity', 'inventory'],
      maxRecords: 30,
      maxMessageBytes: 100,
      maxInboxBytes: 3000,
      maxInboxMessages: 3,
      maxInboxes: 2,
      maxJournalEntries: 10,
      maxFaultRules: 1,
      maxSnapshots: 1,
      maxSandboxes: 1,
    },
    'any',
  );
});

async function inNewSandbox() {
  await simulators.control.sandboxes.delete('limits').catch(() => undefined);
  const { url } = await simulators.control.sandboxes.create('limits');
  return { url, send: (line: string, body?: unknown) => call({ ...simulators, url }, line, body) };
}

describe('limits of the server', () => {
  it('are documented with their option and default', async () => {
    const readme = await readFile(new URL('../../../docs/operating.md', import.meta.url), 'utf8');
    const rows = readme.split('\n').filter((line) => /^\|.*`--limit max/.test(line));
    const told = rows.map((row) => {
      const [, , most = '', option = ''] = row.split('|').map((cell) => cell.trim());
      return [/`--limit (\w+)`/.exec(option)?.[1], Number.parseInt(most, 10)];
    });
    const limits = limitNames.map((name) => [
      name as string,
      name === 'maxMemoryBytes' ? Number.NaN : defaultMemoryLimits[limitOptions[name][0]],
    ]);
    const names = limits.map(([name]) => name);
    expect(told.filter(([name]) => names.includes(name ?? '')).sort()).toEqual(limits.sort());
    expect(
      Object.values(limitOptions)
        .map(([limit]) => limit)
        .sort(),
    ).toEqual(Object.keys(defaultMemoryLimits).sort());
  });

  it('must be positive integers', async () => {
    for (const wrong of [0, 1.5, Number.NaN]) {
      await expect(startSimulators({ maxInboxes: wrong })).rejects.toThrow(/maxInboxes must be a positive integer/);
    }
  });

  it('reject a message that is too large, and requests that would create too many inboxes', async () => {
    const { send } = await inNewSandbox();
    expect((await send('POST /_sim/inbox/a', { text: 'x'.repeat(100) })).status).toBe(413);
    for (const name of ['a', 'b']) expect((await send(`POST /_sim/inbox/${name}`, {})).status).toBe(204);
    const detail = expect.stringMatching(/2 inboxes.*--limit maxInboxes/);
    for (const line of ['POST /_sim/inbox/c', 'GET /_sim/inbox/c', 'PUT /_sim/inbox/c/answers']) {
      const answer = await send(line, line.startsWith('PUT') ? { answers: [{ status: 500 }] } : undefined);
      expect(answer).toMatchObject({ status: 409, body: { type: 'urn:understudy:problem:inbox-limit', detail } });
    }
    expect(await send('GET /_sim/inbox/c/messages')).toMatchObject({ status: 200, body: { count: 0 } });
    expect((await send('DELETE /_sim/inbox/c/messages')).status).toBe(204);
    expect((await send('POST /_sim/inbox/a', {})).status).toBe(204);
    await send('POST /_sim/reset');
    expect((await send('POST /_sim/inbox/c', {})).status).toBe(204);
  });

  it('drop the oldest messages of an inbox by count and by size', async () => {
    const { send } = await inNewSandbox();
    const idsOf = async (name: string) =>
      (await send(`GET /_sim/inbox/${name}/messages`)).body.messages.map(({ id }: { id: string }) => id);
    for (let sent = 0; sent < 5; sent += 1) await send('POST /_sim/inbox/a', {});
    expect(await idsOf('a')).toEqual(['3', '4', '5']);
    for (let sent = 0; sent < 3; sent += 1) await send('POST /_sim/inbox/b', { text: 'x'.repeat(80) });
    expect([...(await idsOf('a')), ...(await idsOf('b'))].length).toBeLessThan(6);
  });

  it('drop the oldest journal entries, and report how many', async () => {
    const { send } = await inNewSandbox();
    for (let sent = 0; sent < 30; sent += 1) await send('POST /_sim/inbox/a', {});
    const { count, dropped } = (await send('GET /_sim/journal')).body;
    expect(count).toBeLessThanOrEqual(10);
    expect(dropped).toBeGreaterThanOrEqual(20);
  });

  it('reject only requests that would exceed the maximum number of records', async () => {
    const { url, send } = await inNewSandbox();
    const headers = { authorization: `Bearer ${await requestDemoToken(simulators, 'io', url)}`, tenantId: 't' };
    const ask = () => simulators.fetch(`${url}/io/presigned_url`, { headers });
    let answer = await ask();
    let asked = 1;
    for (; answer.ok && asked < 40; asked += 1) answer = await ask();
    expect([answer.status, await answer.json()]).toEqual([
      507,
      expect.objectContaining({
        type: 'urn:understudy:problem:record-limit',
        detail: expect.stringMatching(/"limits".* 30 records,.*--limit maxRecords/),
      }),
    ]);
    expect(asked).toBeGreaterThan(10);
    expect((await simulators.fetch(`${url}/io/data`, { headers })).status).toBe(200);
    // This is true even shortly before they expire.
    await send('POST /_sim/clock/advance', { by: 'PT59M59S' });
    expect((await ask()).status).toBe(507);
  });

  it('reject fault rules, snapshots and sandboxes beyond the maximum number', async () => {
    const { send } = await inNewSandbox();
    const fault = { match: { api: 'identity' }, effect: { status: 503 } };
    expect((await send('PUT /_sim/faults', { faults: [fault] })).status).toBe(200);
    const { status, body } = await send('PUT /_sim/faults', { faults: [fault, fault] });
    expect([status, body.detail]).toEqual([400, expect.stringMatching(/2 rules.*at most 1; .*--limit maxFaultRules/)]);
    expect(await send('POST /_sim/faults', fault)).toMatchObject({
      status: 400,
      body: { detail: expect.stringMatching(/one rule more than the 1.*--limit maxFaultRules/) },
    });
    expect((await send('GET /_sim/faults')).body.faults).toHaveLength(1);
    expect((await send('PUT /_sim/snapshots/one')).status).toBe(200);
    expect((await send('PUT /_sim/snapshots/one')).status).toBe(200);
    expect(await send('PUT /_sim/snapshots/two')).toMatchObject({
      status: 409,
      body: { detail: expect.stringMatching(/1 snapshots.*--limit maxSnapshots/) },
    });
    await expect(simulators.control.sandboxes.create('another')).rejects.toThrow(/--limit maxSandboxes/);
  });
});
