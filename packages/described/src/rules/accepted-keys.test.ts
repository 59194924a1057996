import { describe, expect, it, test } from 'vitest';
import { createSender, describeText, emptySandbox, serveDescribed } from '../testing/serve-described.js';

const json = (schema: object) => ({ 'application/json': { schema } });
const text = { type: 'string' };
const refused = (description: string) => ({
  description,
  content: json({ type: 'object', required: ['code'], properties: { code: text } }),
});

/** Describes racks, with a text about keys. */
function describeRacks(description: string, scheme: object, unauthenticated: string): object {
  const rack = { type: 'object', required: ['id', 'name'], properties: { id: text, name: text } };
  return {
    openapi: '3.1.0',
    info: { title: 'Racks', version: '1', description },
    security: [{ key: [] }],
    paths: {
      '/racks': {
        get: {
          operationId: 'listRacks',
          responses: {
            '200': { description: 'All', content: json({ type: 'array', items: rack }) },
            '401': refused(unauthenticated),
          },
        },
        post: {
          operationId: 'addRack',
          requestBody: { content: json({ type: 'object', required: ['name'], properties: { name: text } }) },
          responses: {
            '201': { description: 'Added', content: json(rack) },
            '401': refused(unauthenticated),
            '403': refused('The key can only read (`reader_key`).'),
          },
        },
      },
    },
    components: { securitySchemes: { key: scheme } },
  };
}

const inHeader = { type: 'apiKey', in: 'header', name: 'X-Key' };

async function serve(
  description: string,
  { scheme = inHeader as object, unauthenticated = 'No key (`no_key`).' } = {},
) {
  const { api } = await describeText('racks', describeRacks(description, scheme, unauthenticated));
  const sandbox = { ...emptySandbox, seed: { racks: { '*': 2 } } };
  const call = createSender(await serveDescribed(api, { sandbox: sandbox as never }));
  return async (key?: string) => {
    const headers =
      key === undefined ? {} : scheme === inHeader ? { 'x-key': key } : { authorization: `Bearer ${key}` };
    const [read, written] = [
      await call('GET /racks', undefined, headers),
      await call('POST /racks', { name: 'A' }, headers),
    ];
    return [read.status, read.body.code ?? null, written.status, written.body.code ?? null];
  };
}

const mayAll = [200, null, 201, null];
const mayRead = [200, null, 403, 'reader_key'];
const unknown = [401, 'no_key', 401, 'no_key'];

describe('API keys recognized by their prefix', () => {
  it.each([
    'Working keys start with `full_`, reading keys with `view_`. A key of another form gets 401. A reading key is good for `GET` and nothing else.',
    'Keys beginning with `full_` may do everything, those beginning with `view_` may only read. Any other key is refused with 401.',
    '| Key begins with | May |\n|---|---|\n| `full_` | do everything |\n| `view_` | read: `GET` calls only |\n\nA key that begins with anything else is answered with 401.',
    '| Prefix of the key | Rights |\n|:--|:--|\n| `full_…` | all operations |\n| `view_…` | read-only |\n\nUnknown keys are rejected with 401.',
    'There are two kinds of keys:\n\n- `full_`: everything\n- `view_`: reading only\n\nKeys that we did not issue are turned away.',
    'Read-only keys (`view_…`) must not change anything. Secret keys (`full_…`) can. Made-up keys are answered with 401.',
    'Keys begin with `full_` or `view_`. A key with `view_` is read-only. Requests with any other key are denied.',
    'Keys start with `f`. The test account accepts every key that starts with `full_`, and those that start with `view_` for reading. Keys of another form get 401.',
    'Admin keys have the prefix `full_`. Viewer keys have the prefix `view_` and can only be used for `GET`. Invalid keys are rejected.',
    'A key that starts with `view_` cannot write; one that starts with `full_` can. Keys that do not start like this are refused.',
  ])('have full or read-only access as described: %s', async (description) => {
    const send = await serve(description);
    expect(await send('full_1')).toEqual(mayAll);
    expect(await send('view_1')).toEqual(mayRead);
    expect(await send('other')).toEqual(unknown);
    expect(await send()).toEqual(unknown);
  });

  it('must have the longer prefix described for the test account', async () => {
    const send = await serve(
      'Working keys start with `full_`, reading keys with `view_`. The test account takes every key that starts with `full_test_` or `view_test_`. A key of another form gets 401. A reading key is good for `GET` and nothing else.',
    );
    expect(await send('view_test_1')).toEqual(mayRead);
    expect(await send('view_1')).toEqual(unknown);
  });

  it('fail with a different error code than missing keys if their prefix is unknown', async () => {
    const send = await serve(
      'Keys begin with `full_`. A call without a key is answered with 401 and code `no_key`. A key that begins with anything else is answered with 401 and code `wrong_key`.',
    );
    expect(await send()).toEqual(unknown);
    expect(await send('other')).toEqual([401, 'wrong_key', 401, 'wrong_key']);
  });

  it('fail with the code that the 401 response describes for unknown keys', async () => {
    const send = await serve('Keys begin with `full_`. Other keys are refused.', {
      unauthenticated: 'No key (`no_key`) or not a key of ours (`wrong_key`).',
    });
    expect([await send(), await send('other')]).toMatchObject([{ 1: 'no_key' }, { 1: 'wrong_key' }]);
  });

  it('appear in the headers of the example request printed at startup', async () => {
    const said = 'Reading keys begin with `view_`, writing ones with `full_`. Unknown keys get 401.';
    const { api } = await describeText('racks', describeRacks(said, inHeader, 'No key.'));
    expect(api.tryHeaders).toEqual(['X-Key: full_any']);
  });

  it('can be bearer tokens', async () => {
    const send = await serve('Tokens begin with `full_` or `view_`; `view_` ones only read. Unknown tokens get 401.', {
      scheme: { type: 'http', scheme: 'bearer' },
    });
    expect(await send('view_1')).toEqual(mayRead);
    expect(await send('other')).toEqual(unknown);
  });

  it.each([
    'Your key is secret. Ids of racks begin with `view_`. Unknown racks are refused with 404.',
    'Live keys usually start with `view_`. Unknown keys are refused with 401.',
    'Keys are secret. An unknown key is refused with 401. Every id is a text; it starts with a prefix for the kind of record (`view_`, `full_`).',
    'Keys of the live account start with `full_`.',
  ])('are all accepted unless the description clearly restricts the prefix: %s', async (description) => {
    const send = await serve(description);
    expect(await send('other')).toEqual(mayAll);
  });
});

describe('API keys listed in the description', () => {
  /** The statuses of reading and of adding racks, with each key and with another one. */
  const statuses = async (description: string, ...keys: readonly string[]) => {
    const send = await serve(description);
    const all = [];
    for (const key of [...keys, 'rack_of_nobody']) {
      const [read, , written] = await send(key);
      all.push(`${read} ${written}`);
    }
    return all;
  };

  test.each([
    'Keys of the sandbox:\n\n- `rack_test_main`: full access\n- `rack_test_view`: the same, read-only\n\nUnknown keys are refused with 401, whatever a key must not do with 403.',
    'An unknown key gets 401; a guest gets 403 for the rest.\n\n| key | who | what it may do |\n|---|---|---|\n| `rack_test_main` | the keeper | everything |\n| `rack_test_view` | a night guest | read racks; nothing else |',
    'A key has a role. An unknown key gets 401.\n\n| Key | Role |\n|---|---|\n| `rack_test_main` | `keeper` |\n| `rack_test_view` | `guest` |\n\nKeepers may do everything. Guests may read racks. Anything else gives 403.',
    'Each key belongs to a team, and without a known key the answer is 401:\n\n1. `rack_test_main` (team `stock`) works with racks.\n2. `rack_test_view` (team `audit`) reads everything and writes nothing.\n\nA key that oversteps its team gets 403.',
    'There are two keys, any other key gets 401.\n\n* `rack_test_main` with the scope `write`\n* `rack_test_view` with the scope `look`\n\nOnly keys with the scope `write` may add racks (403).',
    'Keys of the test account:\n\n* `rack_test_main` belongs to the store keeper, who may do everything;\n* `rack_test_view` belongs to a night guest, who may read and do nothing more.\n\nIf the key is not one of ours we answer 401, and if its owner lacks the right 403.',
    'Keys that are none of ours are refused with 401, a missing right is 403.\n\n- `rack_test_main` is for the keeper, who may do all\n- `rack_test_view` is for an auditor, who can read racks and nothing else',
    'Two keys work, and an unknown one is answered with 401. `rack_test_main` belongs to the keeper of the store and may call every operation. `rack_test_view` is the key of a night guest: it may list racks, and it may read racks. Anything else it attempts is refused with status 403 and the code `reader_key`.\n\nKeys: `rack_test_main` (keeper), `rack_test_view` (guest).',
    'Read-only keys can make all GET requests, anything else they try ends in 403. A made-up key ends in 401. The keys:\n\n- `rack_test_main`, which may do all\n- `rack_test_view`, read-only',
  ])('each have the described rights: %s', async (description) => {
    expect(await statuses(description, 'rack_test_main', 'rack_test_view')).toEqual(['200 201', '200 403', '401 401']);
  });

  test.each([
    'Keys are secret:\n\n- `id_of_rack`: the rack\n- `name_of_rack`: its name, read-only\n',
    'Send a key. Members:\n\n| Member | Role |\n|---|---|\n| `rack_id` | `key` |\n| `rack_name` | `text` |',
  ])('do not include listed property names: %s', async (description) => {
    expect(await statuses(description, 'rack_test_main')).toEqual(['200 201', '200 201']);
  });
});

it.each([
  'The key `reader-key` belongs to a reader and the key `owner-key` to an owner.',
  'Test keys: `reader-key` (reader) and `owner-key` (owner).',
  'Two keys are valid: `reader-key`, which belongs to a night reader, and `owner-key`, which belongs to an owner.',
  "There are two keys: `owner-key` is the owner, who may do everything, and `reader-key` is the reader's app.",
  "The reader's key is `reader-key`, the owner's key is `owner-key`.",
  'A reader uses the key `reader-key`, an owner uses the key `owner-key`.',
])('API keys have the rights of the holder that a sentence names: %s', async (said) => {
  const call = await serve(`${said} An unknown key is refused with 401. Only an owner may add racks.`);
  expect(await call('reader-key')).toEqual([200, null, 403, 'reader_key']);
  expect(await call('owner-key')).toEqual([200, null, 201, null]);
  expect(await call('another-key')).toMatchObject([401, 'no_key', 401, 'no_key']);
});

it('does not mistake property names for API keys', async () => {
  const call = await serve('Send the key. The member `user-id` (required) and `tenant-id` (optional) are for logs.');
  expect(await call('any')).toEqual([200, null, 201, null]);
});
