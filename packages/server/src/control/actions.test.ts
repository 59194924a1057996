import { afterEach, expect, it } from 'vitest';
import { createSimulators, type Simulators } from '../create-simulators.js';
import { parcelsSimulator } from '../testing/parcels-simulator.js';

const origin = 'http://understudy.local';
const open: Simulators[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((simulators) => simulators.close()));
});

function start() {
  const simulators = createSimulators({
    simulators: [parcelsSimulator],
    sandbox: {
      clock: { mode: 'manual', at: '2026-01-15T09:00:00.000Z' },
      progression: 'immediate',
      seed: 'empty',
      randomSeed: 'test',
    },
  });
  open.push(simulators);
  const act = async (input: object) => {
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(input) };
    const response = await simulators.fetch(`${origin}/_sim/actions/parcels/issueToken`, init);
    return { status: response.status, body: JSON.parse(await response.text()) };
  };
  return { simulators, act };
}

it.each([
  [
    { scopes: [], claim: {} },
    '/body/claim is not an input of this action, which accepts scopes, claims, seconds. Did you mean "claims"?',
  ],
  [{ claims: {} }, '/body/scopes is required, but missing.'],
  [{ scopes: ['rid'] }, '/body/scopes/0 must be one of read, write, other, but is "rid".'],
  [{ scopes: [], seconds: 0 }, '/body/seconds must be at least 1, but is 0.'],
  [{ scopes: [], claims: { tenant: 7 } }, '/body/claims/tenant must be a string, but is 7.'],
  [
    { scope: [], seconds: 1.5 },
    '/body/scope is not an input of this action, which accepts scopes, claims, seconds. Did you mean "scopes"?; ' +
      '/body/scopes is required, but missing.; /body/seconds must be an integer, but is 1.5.',
  ],
])('refuses %j by what its schema says', async (input, detail) => {
  const { act } = start();
  const { status, body } = await act(input);
  expect([status, body.detail]).toEqual([400, detail]);
});

it('runs an input that fits, with the defaults of its schema', async () => {
  const { simulators, act } = start();
  const { status, body } = await act({ scopes: ['read'] });
  expect(status).toBe(200);
  const [, claims = ''] = body.token.split('.');
  const { iat, exp } = JSON.parse(Buffer.from(claims, 'base64url').toString());
  expect(exp - iat).toBe(600);
  expect(simulators.defects).toEqual([]);
});

it('is listed with the schema of its input', async () => {
  const { simulators } = start();
  const { apis } = JSON.parse(await (await simulators.fetch(`${origin}/_sim`)).text());
  expect(apis[0].actions).toEqual([
    {
      name: 'issueToken',
      summary: 'Gives a token',
      members: ['scopes', 'claims', 'seconds'],
      input: { ...parcelsSimulator.actions['issueToken']?.input, additionalProperties: false },
    },
  ]);
});
