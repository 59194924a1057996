import { expect, test } from 'vitest';
import { createSender, describeText, emptySandbox, serveDescribed } from '../testing/serve-described.js';

const text = { type: 'string' };
const user = {
  type: 'object',
  required: ['id', 'username', 'email'],
  properties: {
    id: { type: 'integer', readOnly: true },
    username: text,
    email: { ...text, format: 'email' },
    firstName: text,
    lastLoginAt: { type: ['string', 'null'], format: 'date-time', readOnly: true },
  },
};
const ok = (schema: object) => ({ description: 'Done', content: { 'application/json': { schema } } });
const ref = { $ref: '#/components/schemas/User' };
const urls = { authorizationUrl: 'https://login.example/authorize', tokenUrl: 'https://login.example/token' };
const description = {
  openapi: '3.1.0',
  info: { title: 'Team', version: '1' },
  components: {
    schemas: { User: user },
    securitySchemes: { page: { type: 'oauth2', flows: { authorizationCode: { ...urls, scopes: { read: 'Read' } } } } },
  },
  security: [{ page: ['read'] }],
  paths: {
    '/users': {
      post: {
        operationId: 'inviteUser',
        requestBody: { content: { 'application/json': { schema: ref } } },
        responses: { 201: ok(ref) },
      },
      get: { operationId: 'listUsers', responses: { 200: ok({ type: 'array', items: ref }) } },
    },
    '/users/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
      get: { operationId: 'getUser', responses: { 200: ok(ref), 404: { description: 'None' } } },
    },
    '/users/me': { get: { operationId: 'getCurrentUser', responses: { 200: ok(ref) } } },
  },
};

test('the users on the sign-in page are the first API users, and the signed-in user is the caller', async () => {
  const { api } = await describeText('team', description, { name: 'team' });
  const simulators = await serveDescribed(api, { sandbox: { ...emptySandbox, seed: { team: { users: 5 } } } });
  const send = createSender(simulators);
  const by = (token: string) => ({ authorization: `Bearer ${token}` });
  const { body: users } = await send('GET /users', undefined, by('any'));
  expect(users.map(({ username }: { username: string }) => username).slice(0, 3)).toEqual(['ada', 'grace', 'linus']);
  expect((await send('GET /users/me', undefined, by('any'))).body).toEqual(users[0]);
});
