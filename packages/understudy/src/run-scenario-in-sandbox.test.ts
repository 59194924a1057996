import type { ScenarioRun } from '@understudy/server';
import { afterEach, describe, expect, it } from 'vitest';
import type { StartOptions } from './start-options.js';
import { type RunningSimulators, startSimulators } from './start-simulators.js';

let simulators: RunningSimulators;
afterEach(() => simulators.close());

async function run(options: StartOptions, authorization?: string) {
  simulators = await startSimulators({ apis: ['identity'], ...options });
  const headers = { 'x-understudy': 'test', ...(authorization === undefined ? {} : { authorization }) };
  const url = `${simulators.url}/_sim/apis/identity/scenarios/token-form-accepted/run`;
  const response = await simulators.fetch(url, { method: 'POST', headers });
  return { status: response.status, body: (await response.json()) as ScenarioRun };
}

describe('a scenario that is run at the server', () => {
  it('is told step by step, with the caller let in by the token that the server asks for', async () => {
    const { body } = await run({ controlToken: 'let-me-in' }, 'Bearer let-me-in');
    expect(body).toMatchObject({ scenario: 'token-form-accepted', outcome: 'passed', findings: [] });
    const [attempt] = body.steps[0]?.attempts ?? [];
    expect([attempt?.request?.method, attempt?.response?.status]).toEqual(['POST', 200]);
    expect(attempt?.criteria).toContainEqual({ condition: '$statusCode == 200', holds: true });
    expect(JSON.stringify(body)).not.toContain('demo-secret');
    expect(await simulators.control.sandboxes.list()).toHaveLength(1);
    expect(simulators.defects).toEqual([]);
  });

  it('names the criterion that did not hold, and what was there instead', async () => {
    const { body } = await run({
      change: (simulator) =>
        simulator.name === 'identity'
          ? {
              ...simulator,
              operations: { ...simulator.operations, requestToken: async () => simulator.refusals.unauthorized('No.') },
            }
          : simulator,
    });
    expect(body.outcome).toBe('failed');
    const failed = body.steps.find(({ outcome }) => outcome === 'failed');
    expect(failed?.attempts.at(-1)?.criteria[0]).toEqual({
      condition: '$statusCode == 200',
      expected: '200',
      actual: '401',
      holds: false,
      message: expect.stringContaining('$statusCode'),
    });
  });

  it('is not known by another name, and not run for who may not ask', async () => {
    expect(await run({ controlToken: 'let-me-in' })).toMatchObject({ status: 401 });
    const headers = { 'x-understudy': 'test', authorization: 'Bearer let-me-in' };
    const other = `${simulators.url}/_sim/apis/identity/scenarios/no-such/run`;
    const response = await simulators.fetch(other, { method: 'POST', headers });
    expect([response.status, await response.json()]).toMatchObject([
      404,
      { type: 'urn:understudy:problem:unknown-scenario' },
    ]);
  });
});
