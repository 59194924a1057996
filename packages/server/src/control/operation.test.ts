import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiDriver } from '../testing/api-driver.js';
import { notesSimulator } from '../testing/notes-simulator.js';

const driver = new ApiDriver([notesSimulator], {}, { controlToken: 'told' });
const { simulators } = driver;
beforeAll(async () => {
  await simulators.server.sandboxes.open('default');
});
afterAll(() => driver.close());

const get = (path: string, headers = {}) => driver.call(`GET ${path}`, { headers });
const metrics = () => get('/_sim/metrics', { authorization: 'Bearer told' });

describe('health', () => {
  it('is reported without a token, even while a sandbox is busy', async () => {
    const sandbox = await simulators.server.sandboxes.open('busy');
    let end = () => {};
    sandbox?.clock.track(new Promise<void>((resolve) => (end = resolve)));
    for (const path of ['/_sim/health/live', '/~busy/_sim/health/ready']) expect((await get(path)).status).toBe(200);
    const waiting = get('/~busy/notes');
    expect((await Promise.race([waiting, get('/_sim/health/live')])).body).toEqual({ status: 'live' });
    end();
    await waiting;
    expect((await get('/_sim/health/ready')).body).toEqual({ status: 'ready' });
  });

  it('reports 503 for readiness until the default sandbox is seeded, and after shutdown', async () => {
    let load = (_seed: Record<string, unknown>) => {};
    const loaded = new Promise<Record<string, unknown>>((resolve) => (load = resolve));
    const other = new ApiDriver([notesSimulator], { seed: 'slow' }, { seeds: { slow: () => loaded } });
    const asked = async (what: string) => (await other.call(`GET /_sim/health/${what}`)).status;
    const opening = other.simulators.server.sandboxes.open('default');
    expect([await asked('live'), await asked('ready')]).toEqual([200, 503]);
    load({});
    await opening;
    expect(await asked('ready')).toBe(200);
    await other.close();
    expect([await asked('live'), await asked('ready')]).toEqual([200, 503]);
  });
});

describe('metrics', () => {
  it('require the control plane token', async () => {
    expect((await get('/_sim/metrics')).status).toBe(401);
  });

  it('count requests by operation and status in the OpenMetrics format', async () => {
    const count = (text: string, status: number) =>
      Number(
        new RegExp(`understudy_requests_total\\{api="notes",operation="[^"]*",status="${status}"} (\\d+)`).exec(
          text,
        )?.[1] ?? 0,
      );
    const before = (await metrics()).text;
    const { status } = await get('/notes');
    const { headers, text: after } = await metrics();
    expect(headers.get('content-type')).toBe('application/openmetrics-text; version=1.0.0; charset=utf-8');
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
