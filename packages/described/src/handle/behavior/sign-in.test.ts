import { expect, test } from 'vitest';
import { createSender, describeText, emptySandbox, serveDescribed } from '../../testing/serve-described.js';

const text = { type: 'string' };
const json = (schema: object, more: object = {}) => ({ 'application/json': { schema, ...more } });
const ok = (schema: object, description = 'Done') => ({ description, content: json(schema) });
const refused = (description: string) =>
  ok({ type: 'object', required: ['code'], properties: { code: text } }, description);
const role = { type: 'string', enum: ['reader', 'editor', 'admin'] };
const user = {
  type: 'object',
  required: ['id', 'email', 'role', 'bossId'],
  properties: {
    id: text,
    email: text,
    role,
    bossId: { type: ['string', 'null'], description: 'The user above this one.' },
  },
};
const note = {
  type: 'object',
  required: ['id', 'text', 'writerId', 'status'],
  properties: {
    id: text,
    text,
    writerId: { ...text, description: 'The user who wrote it.' },
    status: { type: 'string', enum: ['open', 'accepted'] },
  },
};
const id = [{ name: 'id', in: 'path', required: true, schema: text }];

const description = {
  openapi: '3.1.0',
  info: {
    title: 'Newsroom',
    version: '1',
    description: [
      'These accounts exist, each with the password `ink-and-paper`.',
      '',
      '| E-mail | Role |',
      '|---|---|',
      '| `ada@news.example` | admin |',
      '| `ed@news.example` | editor |',
      '| `rea@news.example` | reader, reports to the editor above |',
    ].join('\n'),
  },
  security: [{ token: [] }],
  paths: {
    '/sessions': {
      post: {
        operationId: 'signIn',
        security: [],
        requestBody: {
          content: json({
            type: 'object',
            required: ['email', 'password'],
            properties: { email: text, password: text },
          }),
        },
        responses: {
          200: ok({
            type: 'object',
            required: ['accessToken', 'userId', 'role'],
            properties: { accessToken: text, userId: text, role },
          }),
          401: refused('The address or the password is wrong (`whoAreYou`).'),
        },
      },
    },
    '/signout': { post: { operationId: 'signOut', responses: { 204: { description: 'Signed out' } } } },
    '/users': {
      get: { operationId: 'listUsers', responses: { 200: ok({ type: 'array', items: user }) } },
      post: {
        operationId: 'addUser',
        description: 'Only admins may add one.',
        requestBody: {
          content: json({
            type: 'object',
            required: ['email', 'role', 'password'],
            properties: {
              email: text,
              role,
              bossId: { type: ['string', 'null'] },
              password: { ...text, writeOnly: true },
            },
          }),
        },
        responses: { 201: ok(user), 403: refused('Not allowed (`notYours`).') },
      },
    },
    '/users/{id}': {
      parameters: id,
      get: { operationId: 'getUser', responses: { 200: ok(user), 404: refused('None') } },
    },
    '/notes': {
      get: { operationId: 'listNotes', responses: { 200: ok({ type: 'array', items: note }) } },
      post: {
        operationId: 'addNote',
        description: 'The writer is whoever holds the token.',
        requestBody: { content: json({ type: 'object', required: ['text'], properties: { text } }) },
        responses: { 201: ok(note) },
      },
    },
    '/notes/{id}': {
      parameters: id,
      get: { operationId: 'getNote', responses: { 200: ok(note), 404: refused('None') } },
    },
    '/notes/{id}/accept': {
      parameters: id,
      post: {
        operationId: 'acceptNote',
        description: 'Up to the direct boss of the writer, or an admin.',
        responses: { 200: ok(note), 403: refused('Not allowed (`notYours`).') },
      },
    },
  },
  components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
};

async function start() {
  const { api } = await describeText('newsroom', description);
  const send = createSender(
    await serveDescribed(api, { sandbox: { ...emptySandbox, seed: { newsroom: { '*': 6 } } } as never }),
  );
  const signIn = (email: string, password = 'ink-and-paper') => send('POST /sessions', { email, password });
  const as = async (email: string, password?: string) => ({
    authorization: `Bearer ${(await signIn(email, password)).body.accessToken}`,
  });
  return { send, signIn, as };
}

test('described users sign in with the shared password, and the response identifies them', async () => {
  const { send, signIn } = await start();
  const { body } = await signIn('ed@news.example');
  expect(body.role).toBe('editor');
  const { body: own } = await send(`GET /users/${body.userId}`, undefined, {
    authorization: `Bearer ${body.accessToken}`,
  });
  expect(own.email).toBe('ed@news.example');
  for (const wrong of [await signIn('ed@news.example', 'pencil'), await signIn('nobody@news.example')])
    expect([wrong.status, wrong.body.code]).toEqual([401, 'whoAreYou']);
});

test('a new user signs in with its own password only', async () => {
  const { send, signIn, as } = await start();
  const user = { email: 'new@news.example', role: 'reader', password: 'my own' };
  const { status, body } = await send('POST /users', user, await as('ada@news.example'));
  expect([status, body.password]).toEqual([201, undefined]);
  expect((await signIn('new@news.example')).status).toBe(401);
  expect((await signIn('NEW@news.example', 'my own')).body.userId).toBe(body.id);
});

test('signing out invalidates only the token used', async () => {
  const { send, as } = await start();
  const [one, other] = [await as('rea@news.example'), await as('rea@news.example')];
  expect((await send('POST /signout', undefined, one)).status).toBe(204);
  expect((await send('GET /notes', undefined, one)).status).toBe(401);
  expect((await send('GET /notes', undefined, other)).status).toBe(200);
});

test('only the named roles may call an operation, but an unknown token may call all', async () => {
  const { send, as } = await start();
  const user = { email: 'x@news.example', role: 'reader', password: 'x' };
  const denied = await send('POST /users', user, await as('ed@news.example'));
  expect([denied.status, denied.body.code]).toEqual([403, 'notYours']);
  expect((await send('POST /users', user, { authorization: 'Bearer any' })).status).toBe(201);
});

test('a record belongs to the caller, and only the manager of its owner may accept it', async () => {
  const { send, signIn, as } = await start();
  const { body: written } = await send('POST /notes', { text: 'Hello' }, await as('rea@news.example'));
  expect(written.writerId).toBe((await signIn('rea@news.example')).body.userId);
  expect((await send(`POST /notes/${written.id}/accept`, undefined, await as('rea@news.example'))).status).toBe(403);
  expect((await send(`POST /notes/${written.id}/accept`, undefined, await as('ed@news.example'))).status).toBe(200);
});

test('a demo user and its password are known before the first request', async () => {
  const { api } = await describeText('newsroom', description);
  expect(api.demoSignIn).toEqual({
    path: '/sessions',
    user: expect.stringContaining('@news.example'),
    password: 'ink-and-paper',
  });
});
