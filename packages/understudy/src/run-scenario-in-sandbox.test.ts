import type { ScenarioRun } from '@understudy/server';
import { describe, expect, it } from 'vitest';
import type { StartOptions } from './start-options.js';
import { call } from './testing/call.js';
import { changeApi } from './testing/change-api.js';
import { useResources } from './testing/use-resources.js';

const { start } = useResources();

async function run(options: StartOptions, authorization?: string, name = 'token-form-accepted') {
  const simulators = await start({ apis: ['identity'], ...options }, options.change ? 'any' : undefined);
  const line = `POST /_sim/apis/identity/scenarios/${name}/run`;
  const { status, body } = await call(simulators, line, undefined, { authorization });
  return { simulators, status, body: body as ScenarioRun };
}

describe('a scenario run on the server', () => {
  it('is reported step by step, and runs with the caller’s control token', async () => {
    const { simulators, body } = await run({ controlToken: 'let-me-in' }, 'Bearer let-me-in');
    expect(body).toMatchObject({ scenario: 'token-form-accepted', outcome: 'passed', findings: [] });
    const [attempt] = body.steps[0]?.attempts ?? [];
    expect([attempt?.request?.method, attempt?.response?.status]).toEqual(['POST', 200]);
    expect(attempt?.criteria).toContainEqual({ condition: '$statusCode == 200', holds: true });
    expect(JSON.stringify(body)).not.toContain('demo-secret');
    expect(await simulators.control.sandboxes.list()).toHaveLength(1);
  });

  it('reports the criterion that failed, and the actual value', async () => {
    const change = changeApi('identity', (simulator) => {
      const requestToken = async () => simulator.refusals.unauthorized('No.');
      return { ...simulator, operations: { ...simulator.operations, requestToken } };
    });
    const { body } = await run({ change });
    expect(body.outcome).toBe('failed');
    const failed = body.steps.find(({ outcome }) => outcome === 'failed');
    expect(failed?.attempts.at(-1)?.criteria[0]).toEqual({
      condition: '$statusCode == 200',
      expected: '200',
      actual: '401',
      holds: false,
      message: 'Expected the status to be 200, got 401.',
    });
  });

  it('is rejected without a token, and with 404 for an unknown name', async () => {
    expect(await run({ controlToken: 'let-me-in' })).toMatchObject({ status: 401 });
    expect(await run({ controlToken: 'let-me-in' }, 'Bearer let-me-in', 'no-such')).toMatchObject({
      status: 404,
      body: { type: 'urn:understudy:problem:unknown-scenario' },
    });
  });
});
