import { describe, expect, test } from 'vitest';
import { createSender, describeText, emptySandbox, serveDescribed } from '../../testing/serve-described.js';

const text = { type: 'string' };
const json = (schema: object) => ({ 'application/json': { schema } });
const object = (properties: object) => ({ type: 'object', required: Object.keys(properties), properties });
const ok = (schema: object, description = 'Done') => ({ description, content: json(schema) });
const refused = (description: string) => ok(object({ code: text }), description);
const book = object({ id: text, title: text, status: { enum: ['here', 'lent', 'sold'] } });
const role = { type: 'string', enum: ['librarian', 'frontDesk'] };
const inData = object({ data: object({ token: text, role, expiresAt: { type: 'string', format: 'date-time' } }) });

/** An API of books without users. Its text names who may sign in. */
async function start(
  says: string,
  {
    user = 'username',
    answers = inData,
    wrong = 'They do not belong together (`whoAreYou`).',
  }: { readonly user?: string; readonly answers?: object; readonly wrong?: string } = {},
) {
  const description = {
    openapi: '3.1.0',
    info: { title: 'Reading room', version: '1', description: says },
    security: [{ token: [] }],
    paths: {
      '/login': {
        post: {
          operationId: 'login',
          security: [],
          requestBody: { content: json(object({ [user]: text, password: text })) },
          responses: { 200: ok(answers), 401: refused(wrong) },
        },
      },
      '/books': {
        get: {
          operationId: 'listBooks',
          responses: { 200: ok({ type: 'array', items: book }), 401: refused('No good token (`signInFirst`).') },
        },
        post: {
          operationId: 'addBook',
          requestBody: { content: json(object({ title: text })) },
          responses: { 201: ok(book), 403: refused('Not your task (`notYours`).') },
          description: 'For librarians.',
        },
      },
      '/books/{id}': {
        patch: {
          operationId: 'changeBook',
          description:
            'A book that is `here` can become `lent`. It can become `sold`, and only a librarian may do that.',
          parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
          requestBody: { content: json({ type: 'object', properties: { status: { enum: ['lent', 'sold'] } } }) },
          responses: { 200: ok(book), 403: refused('Not your task (`notYours`).'), 404: refused('None') },
        },
      },
    },
    components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
  };
  const { api } = await describeText('room', description);
  const send = createSender(
    await serveDescribed(api, { sandbox: { ...emptySandbox, seed: { room: { '*': 6 } } } as never }),
  );
  const signIn = (name: string, password: string) => send('POST /login', { [user]: name, password });
  return { send, signIn };
}

const table = (...rows: string[]) => ['You can sign in as:', '', ...rows].join('\n');

describe('signs in the users that a description names, with their passwords:', () => {
  test.each([
    table(
      '| username | password | role |',
      '|---|---|---|',
      '| `kim` | `one-1` | `librarian` |',
      '| `lee` | `two-2` | `frontDesk` |',
    ),
    table(
      '| Login | Role | Password |',
      '|---|---|---|',
      '| kim | Librarian | one-1 |',
      '| lee | Front desk | two-2 |',
    ),
    table('* `kim` / `one-1` (librarian)', '* `lee` / `two-2` (front desk)'),
    table('1. `kim`: `one-1`, a librarian', '2. `lee`: `two-2`, `frontDesk`'),
    table('- Librarian: `kim` / `one-1`', '- Front desk: `lee` / `two-2`'),
    'For trials, the librarian `kim` signs in with the password `one-1`, and the front desk `lee` with the password `two-2`.',
    'There are two accounts. `kim` has the password `one-1` and is a librarian. `lee` has the password `two-2` and works at the front desk.',
    'Log in as `kim` with `one-1` (librarian) or as `lee` with `two-2` (front desk).',
    'Two logins exist: username `kim`, password `one-1`, role `librarian`; username `lee`, password `two-2`, role `frontDesk`.',
    'The password of `kim` (librarian) is `one-1`. The password of `lee` (front desk) is `two-2`.',
    'Accounts: "kim" (librarian, password "one-1") and "lee" (front desk, password "two-2").',
  ])('%s', async (says) => {
    const { signIn } = await start(says);
    const [kim, lee] = [await signIn('kim', 'one-1'), await signIn('lee', 'two-2')];
    expect([kim.status, kim.body.data?.role, lee.status, lee.body.data?.role]).toEqual([
      200,
      'librarian',
      200,
      'frontDesk',
    ]);
    for (const wrong of [await signIn('kim', 'two-2'), await signIn('lee', ''), await signIn('max', 'one-1')])
      expect([wrong.status, wrong.body.code]).toEqual([401, 'whoAreYou']);
  });
});

test('requests with a missing or unknown token do not get the error code of a wrong password', async () => {
  const users = table('- `kim` / `one-1` (librarian)', '- `lee` / `two-2` (front desk)');
  const { send, signIn } = await start(`${users}\n\nMade-up tokens are refused.`, {
    wrong: '`bad_credentials` if there is no such user, or the password is another one.',
    answers: object({ token: text, token_type: { type: 'string', const: 'bearer' }, role }),
  });
  expect((await signIn('kim', 'two-2')).body.code).toBe('bad_credentials');
  expect((await send('GET /books')).body.code).toBe('signInFirst');
  expect((await send('GET /books', undefined, { authorization: 'Bearer made-up' })).body.code).toBe('signInFirst');
  expect((await signIn('kim', 'one-1')).body.token_type).toBe('bearer');
});

test('a user whose name contains the name of a role has that role', async () => {
  const { signIn } = await start(
    table('- `librarian@room.example`, password `one-1`', '- `front-desk@room.example`, password `two-2`'),
  );
  const [one, two] = [
    await signIn('librarian@room.example', 'one-1'),
    await signIn('front-desk@room.example', 'two-2'),
  ];
  expect([one.body.data.role, two.body.data.role]).toEqual(['librarian', 'frontDesk']);
});

test('a shared password works for each user', async () => {
  const { signIn } = await start('`kim` (librarian) and `lee` (front desk) sign in with the password `shared-1`.');
  const [kim, lee, wrong] = [
    await signIn('kim', 'shared-1'),
    await signIn('lee', 'shared-1'),
    await signIn('lee', 'x'),
  ];
  expect([kim.body.data.role, lee.body.data.role, wrong.status]).toEqual(['librarian', 'frontDesk', 401]);
});

test('the sign-in response includes the table columns, even in a nested user object', async () => {
  const answers = object({
    accessToken: text,
    expiresIn: { type: 'integer' },
    user: object({ id: text, email: text, name: text, role: text }),
  });
  const says = table(
    '| E-mail | Password | Name | Role |',
    '|---|---|---|---|',
    '| `kim@room.example` | `one-1` | Kim Vega | keeper |',
    '| `lee@room.example` | `two-2` | Lee Ray | guest |',
  );
  const { signIn } = await start(says, { user: 'email', answers });
  const { body } = await signIn('lee@room.example', 'two-2');
  expect(body.user).toMatchObject({ email: 'lee@room.example', name: 'Lee Ray', role: 'guest' });
  expect(JSON.stringify(body)).not.toContain('two-2');
  expect([typeof body.accessToken, body.expiresIn]).toEqual(['string', 3600]);
});

test('accepts only issued tokens if the description says so', async () => {
  const { send, signIn } = await start(
    '`kim` / `one-1` (librarian) can sign in. A call with a token that we did not hand out is answered with 401.',
  );
  const { token, expiresAt } = (await signIn('kim', 'one-1')).body.data;
  expect(Date.parse(expiresAt)).toBeGreaterThan(0);
  expect((await send('GET /books', undefined, { authorization: `Bearer ${token}` })).status).toBe(200);
  const other = await send('GET /books', undefined, { authorization: 'Bearer made-up' });
  expect([other.status, other.body.code]).toEqual([401, 'signInFirst']);
});

test('rejects users without the role that an operation or a transition requires', async () => {
  const { send, signIn } = await start('Sign in as `kim` / `one-1` (librarian) or as `lee` / `two-2` (front desk).');
  const as = async (name: string, password: string) => ({
    authorization: `Bearer ${(await signIn(name, password)).body.data.token}`,
  });
  const [kim, lee] = [await as('kim', 'one-1'), await as('lee', 'two-2')];
  const denied = await send('POST /books', { title: 'Moby' }, lee);
  expect([denied.status, denied.body.code]).toEqual([403, 'notYours']);
  const { status, body } = await send('POST /books', { title: 'Moby' }, kim);
  expect(status).toBe(201);
  expect((await send(`PATCH /books/${body.id}`, { status: 'lent' }, lee)).status).toBe(200);
  expect((await send(`PATCH /books/${body.id}`, { status: 'sold' }, lee)).status).toBe(403);
  expect((await send(`PATCH /books/${body.id}`, { status: 'sold' }, kim)).status).toBe(200);
});

test.each([
  'Sign in first. Books have a `status`: `open` or `lent`.',
  'Everybody signs in with a user name and a password. Never send `password` to `others`.',
  table('| member | meaning |', '|---|---|', '| `username` | who signs in |', '| `role` | `librarian` |'),
])('reads no users from: %s', async (says) => {
  const { signIn } = await start(says);
  expect((await signIn('anybody', 'anything')).status).toBe(200);
});
