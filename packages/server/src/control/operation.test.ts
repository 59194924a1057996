import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSimulators, type Simulators } from '../create-simulators.js';
import { notesSimulator } from '../testing/notes-simulator.js';

const origin = 'http://notes.example';
const setup = {
  clock: { mode: 'manual', at: '2026-01-15T09:00:00.000Z' },
  progression: 'immediate',
  seed: 'empty',
  randomSeed: '1',
} as const;
let simulators: Simulators;
beforeAll(async () => {
  simulators = createSimulators({ simulators: [notesSimulator], sandbox: setup, controlToken: 'told' });
  await simulators.server.sandboxes.open('default');
});
afterAll(() => simulators.close());

const get = (path: string, init?: RequestInit) => simulators.fetch(origin + path, init);
const metrics = async () => await (await get('/_sim/metrics', { headers: { authorization: 'Bearer told' } })).text();

describe('health', () => {
  it('is told without a token, whatever a sandbox computes', async () => {
    const sandbox = await simulators.server.sandboxes.open('busy');
    let end = () => {};
    sandbox?.clock.track(new Promise<void>((resolve) => (end = resolve)));
    for (const path of ['/_sim/health/live', '/~busy/_sim/health/ready']) expect((await get(path)).status).toBe(200);
    const waiting = get('/~busy/notes');
    expect(await Promise.race([waiting, get('/_sim/health/live')])).toMatchObject({ url: '', status: 200 });
    end();
    await waiting;
    expect(await (await get('/_sim/health/ready')).json()).toEqual({ status: 'ready' });
  });

  it('is not ready before the default sandbox is filled, and when the server ends', async () => {
    let load = (_seed: Record<string, unknown>) => {};
    const loaded = new Promise<Record<string, unknown>>((resolve) => (load = resolve));
    const seeds = { slow: () => loaded };
    const sandbox = { ...setup, seed: 'slow' };
    const other = createSimulators({ simulators: [notesSimulator], sandbox, seeds });
    const asked = async (what: string) => (await other.fetch(`${origin}/_sim/health/${what}`)).status;
    const opening = other.server.sandboxes.open('default');
    expect([await asked('live'), await asked('ready')]).toEqual([200, 503]);
    load({});
    await opening;
    expect(await asked('ready')).toBe(200);
    await other.close();
    expect([await asked('live'), await asked('ready')]).toEqual([200, 503]);
  });
});

describe('metrics', () => {
  it('need the token of the control plane', async () => {
    expect((await get('/_sim/metrics')).status).toBe(401);
  });

  it('count requests by operation and status, with a histogram, in OpenMetrics', async () => {
    const count = (text: string, status: number) =>
      Number(
        new RegExp(`understudy_requests_total\\{api="notes",operation="[^"]*",status="${status}"} (\\d+)`).exec(
          text,
        )?.[1] ?? 0,
      );
    const before = await metrics();
    const { status } = await get('/notes');
    const answer = await get('/_sim/metrics', { headers: { authorization: 'Bearer told' } });
    expect(answer.headers.get('content-type')).toBe('application/openmetrics-text; version=1.0.0; charset=utf-8');
    const after = await answer.text();
    expect(count(after, status) - count(before, status)).toBe(1);
    const families = after
      .split('\n')
      .filter((line) => line.startsWith('# TYPE '))
      .map((line) => line.split(' ')[2]);
    expect(new Set(families).size).toBe(families.length);
    expect(after.endsWith('# EOF\n')).toBe(true);
    const buckets = [
      ...after.matchAll(/duration_seconds_bucket\{api="notes",operation="([^"]*)",le="([^"]+)"} (\d+)/g),
    ];
    const values = buckets.map(([, , , value]) => Number(value));
    expect(values).toEqual([...values].sort((one, other) => one - other));
    expect(buckets.at(-1)?.[2]).toBe('+Inf');
    expect(after).toMatch(/understudy_sandboxes\{state="awake"} \d/);
    expect(after).toContain('# TYPE understudy_event_loop_delay_seconds gauge');
    for (const line of after.trimEnd().split('\n')) {
      expect(line).toMatch(/^(# (TYPE|UNIT|HELP|EOF)|[a-z_]+(\{([a-z]+="[^"]*",?)+})? [\d.e+-]+$)/);
    }
  });
});
