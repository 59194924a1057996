import { wrapHandlers } from '@understudy/kernel/deviations';
import { afterEach, describe, expect, it } from 'vitest';
import { useSimulators as useInJest } from '../jest.js';
import { changeApi } from '../testing/change-api.js';
import { requestDemoToken } from '../testing/demo-token.js';
import { useSimulators } from '../vitest.js';
import { registerTestSimulators } from './register-test-simulators.js';

describe('simulators registered for a test file', () => {
  const simulators = useSimulators({ apis: ['inventory'] });
  const before = '2026-01-15T09:00:00.000Z';
  afterEach(async () => {
    expect((await simulators.control.info()).clock.now).not.toBe(before);
  });

  it.each(['first', 'second'])('are reset before the %s test', async () => {
    expect((await simulators.control.info()).clock.now).toBe(before);
    expect(await simulators.control.journal.list()).toEqual([]);
    expect(await requestDemoToken(simulators)).toMatch(/./);
    await simulators.control.advance('PT61M');
    expect(simulators.defects).toEqual([]);
    expect(simulators.description.apis).toBeDefined();
  });
});

describe('simulators used outside of tests', () => {
  const early = useSimulators({ apis: ['inventory'] });
  const message = attempt(() => early.url);

  it('throw an error that names where they can be used', () => {
    expect(message).toBe('The simulators run only in tests and hooks');
  });

  it('need the global hooks of Jest', () => {
    expect(() => useInJest({}, {})).toThrow('needs the global hooks of Jest');
  });
});

it('fails only the test that encountered a defect', async () => {
  const work: Record<string, () => Promise<void>> = {};
  const hook = (name: string) => (run: () => Promise<void>) => Object.assign(work, { [name]: run });
  const hooks = { beforeAll: hook('before'), afterEach: hook('each'), afterAll: hook('after') };
  const planted = wrapHandlers('checkHealth', () => {
    throw new Error('planted');
  });
  const simulators = registerTestSimulators(hooks, { apis: ['inventory'], change: changeApi('inventory', planted) });
  await work['before']?.();
  expect((await simulators.fetch(`${simulators.url}/io/health_check`)).status).toBe(500);
  await expect(work['each']?.()).rejects.toThrow('Internal error in the simulators');
  await expect(work['each']?.()).resolves.toBeUndefined();
  await work['after']?.();
  expect(() => simulators.url).toThrow('only in tests and hooks');
});

function attempt(work: () => unknown): string {
  try {
    return String(work());
  } catch (error) {
    return error instanceof Error ? error.message : '';
  }
}

describe('simulators in concurrent tests', () => {
  const simulators = useSimulators({ apis: ['inventory'], concurrent: true });
  afterEach(async () => {
    expect((await simulators.control.clock.get()).now).toBe('2026-01-15T09:00:00.000Z');
  });

  it.concurrent.each(['PT1M', 'PT2M', 'PT3M'])('have their own sandbox and clock, here advanced by %s', async (by) => {
    const { control } = await simulators.sandbox();
    await control.advance(by);
    expect((await control.clock.get()).now).toBe(`2026-01-15T09:0${by[2]}:00.000Z`);
  });
});
