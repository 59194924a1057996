import { expect, it } from 'vitest';
import { ApiDriver } from '../testing/api-driver.js';
import { parcelsSimulator } from '../testing/parcels-simulator.js';
import { useDrivers } from '../testing/use-drivers.js';

const use = useDrivers();
const start = () => use(new ApiDriver([parcelsSimulator]));
const act = (body: object) => start().call('POST /_sim/actions/parcels/issueToken', { body });

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
])('an action rejects the input %j according to its schema', async (input, detail) => {
  const { status, body } = await act(input);
  expect([status, body.detail]).toEqual([400, detail]);
});

it('an action runs with valid input and the defaults of its schema', async () => {
  const { status, body } = await act({ scopes: ['read'] });
  expect(status).toBe(200);
  const [, claims = ''] = body.token.split('.');
  const { iat, exp } = JSON.parse(Buffer.from(claims, 'base64url').toString());
  expect(exp - iat).toBe(600);
});

it('an action is listed with its input schema', async () => {
  const { apis } = (await start().call('GET /_sim')).body;
  expect(apis[0].actions).toEqual([
    {
      name: 'issueToken',
      summary: 'Gives a token',
      members: ['scopes', 'claims', 'seconds'],
      input: { ...parcelsSimulator.actions['issueToken']?.input, additionalProperties: false },
    },
  ]);
});
