import { createContract } from '@understudy/contract';
import { expect, it } from 'vitest';
import { fuzzContract } from '../fuzz-contract.js';

const text = { type: 'string' };
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const object = (properties: object) => ({ type: 'object', required: Object.keys(properties), properties });
const user = object({ id: text, email: text });
const contract = createContract('desk', {
  openapi: '3.1.0',
  info: {
    title: 'Desk',
    version: '1',
    description:
      'This account exists, with the password `ink-and-paper`.\n\n| E-mail |\n|---|\n| `ada@desk.example` |\n',
  },
  security: [{ token: [] }],
  components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
  paths: {
    '/sign-in': {
      post: {
        operationId: 'signIn',
        security: [],
        requestBody: json(object({ email: text, password: text })),
        responses: {
          200: { description: 'Signed in', ...json(object({ token: text })) },
          401: { description: 'Wrong' },
        },
      },
    },
    '/sign-out': {
      post: {
        operationId: 'signOut',
        summary: 'Sign out',
        description: 'Revokes the token of the request.',
        responses: { 204: { description: 'Done' }, 401: { description: 'There is no valid token' } },
      },
    },
    '/users': {
      get: {
        operationId: 'listUsers',
        responses: {
          200: { description: 'All', ...json({ type: 'array', items: user }) },
          401: { description: 'There is no valid token' },
        },
      },
    },
  },
});

/** A server whose tokens are revoked, or not. */
function createDesk(revokes: boolean): typeof fetch {
  const tokens = new Set<string>();
  const answer = (status: number, body?: unknown) =>
    new Response(body === undefined ? null : JSON.stringify(body), {
      status,
      headers: body === undefined ? {} : { 'content-type': 'application/json' },
    });
  return async (address, init = {}) => {
    const { pathname } = new URL(String(address));
    const token = (new Headers(init.headers).get('authorization') ?? '').replace('Bearer ', '');
    if (pathname === '/sign-in') {
      const sent = JSON.parse(new TextDecoder().decode(init.body as Uint8Array));
      if (sent.password !== 'ink-and-paper' || sent.email !== 'ada@desk.example') return answer(401);
      tokens.add(`token-${tokens.size}`);
      return answer(200, { token: `token-${tokens.size - 1}` });
    }
    if (!tokens.has(token)) return answer(401);
    if (pathname === '/users') return answer(200, [{ id: 'u1', email: 'ada@desk.example' }]);
    if (revokes) tokens.delete(token);
    return answer(204);
  };
}

it('finds a token that is accepted after sign-out although it is described as revoked', async () => {
  const tried = async (revokes: boolean) => {
    const { findings, notes, statements } = await fuzzContract(contract, {
      fetch: createDesk(revokes),
      url: 'http://desk.test',
      replay: '/operations/signOut/logout',
      withToken: (_operation, token) => ({ headers: { authorization: `Bearer ${token}` } }),
    });
    return [findings.length, notes.length, statements.map(({ outcome }) => outcome)];
  };
  expect(await tried(true)).toEqual([0, 0, ['confirmed']]);
  expect(await tried(false)).toEqual([1, 0, ['contradicted']]);
});
