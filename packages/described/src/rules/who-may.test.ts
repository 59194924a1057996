import { describe, expect, test } from 'vitest';
import { createSender, describeText, emptySandbox, serveDescribed } from '../testing/serve-described.js';

const text = { type: 'string' };
const json = (schema: object) => ({ 'application/json': { schema } });
const object = (properties: object) => ({ type: 'object', required: Object.keys(properties), properties });
const ok = (schema: object, description = 'Done') => ({ description, content: json(schema) });
const refused = ok(object({ code: text }), 'Refused');

const table = [
  '| E-mail | Password | Name | Role |',
  '|---|---|---|---|',
  '| `ann@farm.example` | `one-1` | Ann Marsh | `keeper` |',
  '| `bob@farm.example` | `two-2` | Bob Reed | `fieldHand` |',
  '| `eve@farm.example` | `six-6` | Eve Lund | `auditor` |',
].join('\n');
const people = { ann: 'one-1', bob: 'two-2', eve: 'six-6' };
const user = object({ email: text, name: text, role: { type: 'string', enum: ['keeper', 'fieldHand', 'auditor'] } });
const id = [{ name: 'id', in: 'path', required: true, schema: text }];
const action = (operationId: string, summary: string, schema: object, description = '') => ({
  parameters: id,
  post: { operationId, summary, description, responses: { 200: ok(schema), 403: refused, 404: refused } },
});

/** An API with `things` and `feed bins` of a domain, an action on things, and a report. */
async function start(says: string, { noun = 'animals', verb = 'vaccinate', ofReport = '', ofCreate = '' } = {}) {
  const thing = object({ id: text, name: text, state: { enum: ['new', 'seen'] } });
  const bin = object({ id: text, label: text });
  const things = (one: object, word: string, description = '') => ({
    get: { operationId: `list-${word}`, responses: { 200: ok({ type: 'array', items: one }), 401: refused } },
    post: {
      operationId: `add-${word}`,
      description,
      requestBody: { content: json({ type: 'object', properties: { name: text, label: text } }) },
      responses: { 201: ok(one), 403: refused },
    },
  });
  const item = (one: object, word: string) => ({
    parameters: id,
    get: { operationId: `get-${word}`, responses: { 200: ok(one), 404: refused } },
    patch: {
      operationId: `change-${word}`,
      requestBody: { content: json({ type: 'object', properties: { name: text, label: text } }) },
      responses: { 200: ok(one), 404: refused },
    },
    delete: { operationId: `remove-${word}`, responses: { 204: { description: 'Gone' }, 404: refused } },
  });
  const description = {
    openapi: '3.1.0',
    info: {
      title: 'Farm',
      version: '1',
      description: `These users exist:\n\n${table}\n\nCalls without a valid token are answered with 401.\n\n${says}`,
    },
    security: [{ token: [] }],
    paths: {
      '/sessions': {
        post: {
          operationId: 'signIn',
          security: [],
          requestBody: { content: json(object({ email: text, password: text })) },
          responses: { 201: ok(object({ data: object({ token: text, user }) })), 401: refused },
        },
      },
      '/sessions/current': {
        get: { operationId: 'whoAmI', responses: { 200: ok(object({ data: user })) } },
        delete: { operationId: 'leave', summary: 'Sign out', responses: { 204: { description: 'Done' } } },
      },
      [`/${noun}`]: things(thing, noun, ofCreate),
      [`/${noun}/{id}`]: item(thing, noun),
      [`/${noun}/{id}/${verb}`]: action(`${verb}-${noun}`, `${verb} one`, thing),
      '/feedBins': things(bin, 'feedBins'),
      '/feedBins/{id}': item(bin, 'feedBins'),
      '/reports/stock': {
        get: {
          operationId: 'stock',
          description: ofReport,
          responses: { 200: ok(object({ count: { type: 'integer' } })), 403: refused },
        },
      },
    },
    components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
  };
  const { api } = await describeText('farm', description);
  const send = createSender(
    await serveDescribed(api, { sandbox: { ...emptySandbox, seed: { farm: { '*': 3 } } } as never }),
  );
  const signIn = async (name: keyof typeof people) =>
    (await send('POST /sessions', { email: `${name}@farm.example`, password: people[name] })).body.data;
  const headers = (token: string) => ({ authorization: `Bearer ${token}` });
  /** What somebody may do: letters for create, read, update, delete, the action, the same of bins, and the report. */
  const rights = async (name: keyof typeof people) => {
    const own = headers((await signIn(name)).token);
    const keeper = headers((await signIn('ann')).token);
    const may = async (letter: string, request: string, body?: object) => {
      const { status } = await send(request, body, own);
      return status === 403 ? '-' : letter;
    };
    const firstOf = async (path: string) => (await send(`GET ${path}`, undefined, keeper)).body[0] ?? { id: 'none' };
    const rightsTo = async (path: string) => {
      const first = await firstOf(path);
      return [
        await may('c', `POST ${path}`, { name: 'A', label: 'B' }),
        await may('r', `GET ${path}`),
        await may('u', `PATCH ${path}/${first.id}`, { name: 'C' }),
        await may('d', `DELETE ${path}/unknown`),
      ].join('');
    };
    return [
      await rightsTo(`/${noun}`),
      await may('a', `POST /${noun}/${(await firstOf(`/${noun}`)).id}/${verb}`),
      await rightsTo('/feedBins'),
      await may('r', 'GET /reports/stock'),
    ].join(' ');
  };
  return { send, signIn, rights, headers };
}

const all = 'crud a crud r';

describe('the permissions of a role', () => {
  test.each([
    [
      'Keepers may do everything. Field hands may read animals and vaccinate them; auditors may read everything. Anything else gets 403.',
      {},
      all,
      '-r-- a ---- -',
      '-r-- - -r-- r',
    ],
    [
      'Keepers may do everything. The field hand may do everything except create, change or delete animals, and read reports. An auditor may read animals and feed bins. Whoever does more gets 403.',
      {},
      all,
      '-r-- a crud -',
      '-r-- - -r-- -',
    ],
    [
      'Only keepers and field hands add, change and remove ships, and only keepers can see reports. Others get 403.',
      { noun: 'ships', verb: 'moor' },
      all,
      'crud a crud -',
      '-r-- a crud -',
    ],
    [
      'An auditor reads everything and writes nothing. Mooring ships is reserved for keepers. Anybody else is answered with 403.',
      { noun: 'ships', verb: 'moor' },
      all,
      'crud - crud r',
      '-r-- - -r-- r',
    ],
    [
      'A role that is not enough gets 403.\n\n| Role | May |\n|---|---|\n| keeper | do everything |\n| fieldHand | read and change wards, discharge wards |\n| auditor | read everything |',
      { noun: 'wards', verb: 'discharge' },
      all,
      '-ru- a ---- -',
      '-r-- - -r-- r',
    ],
    [
      'Auditors cannot create, change or delete anything (403). Feed bins and reports are closed to field hands.',
      {},
      all,
      'crud a ---- -',
      '-r-- a -r-- r',
    ],
    [
      'Keepers can use every operation. Field hands can do all that an auditor can, and they archive books. Auditors can only read books. Otherwise `forbidden` with 403 comes back.',
      { noun: 'books', verb: 'archive' },
      all,
      '-r-- a ---- -',
      '-r-- - ---- -',
    ],
    ['Nobody but keepers may delete feed bins (403).', {}, all, 'crud a cru- r', 'crud a cru- r'],
  ])('are read from the API description: %s', async (says, options, ann, bob, eve) => {
    const { rights } = await start(says, options);
    expect([await rights('ann'), await rights('bob'), await rights('eve')]).toEqual([ann, bob, eve]);
  });

  test.each([
    'Keepers look after their own animals. Field hands work with animals.',
    'Only new animals can be vaccinated (409). Unknown animals give 404, forbidden words give 403.',
    'Auditors should only read. Keepers usually read reports. Errors have the status 403.',
    'Field hands may read their own animals. Keepers may do everything. Others get 403.',
    'A keeper may be an auditor. Anyone may read animals. Some calls end in 403.',
  ])('are not restricted by: %s', async (says) => {
    const { rights } = await start(says);
    expect([await rights('bob'), await rights('eve')]).toEqual([all, all]);
  });
});

test.each([
  'Only keepers may see this report.',
  'Reserved for keepers.',
  'For keepers only.',
  'This is restricted to keepers.',
  'Nobody but a keeper can call this.',
  'The caller must have the role `keeper`.',
])('an operation allows only the role that its description names: %s', async (ofReport) => {
  const { rights } = await start('', { ofReport });
  expect([await rights('ann'), await rights('bob')]).toEqual([all, 'crud a crud -']);
});

test('an operation description can restrict other operations on the same resource', async () => {
  const ofCreate = 'Adding, changing, vaccinating and removing animals is reserved for keepers.';
  const { rights } = await start('', { ofCreate });
  expect(await rights('bob')).toBe('-r-- - crud r');
});

test('a token returns its user with all columns of the table until it is revoked', async () => {
  const { send, signIn, headers } = await start('');
  const { token, user: shown } = await signIn('bob');
  const bob = { email: 'bob@farm.example', name: 'Bob Reed', role: 'fieldHand' };
  expect(shown).toMatchObject(bob);
  expect((await send('GET /sessions/current', undefined, headers(token))).body.data).toEqual(bob);
  expect((await send('GET /animals', undefined, headers('made-up'))).status).toBe(401);
  expect((await send('DELETE /sessions/current', undefined, headers(token))).status).toBe(204);
  expect((await send('GET /animals', undefined, headers(token))).status).toBe(401);
});
