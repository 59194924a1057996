import { expect, test } from 'vitest';
import { createSender, describeText, serveDescribed } from './testing/serve-described.js';

const text = { type: 'string' };

interface Shape {
  /** The member with the type. */
  readonly type?: object;
  /** The introduction. */
  readonly intro?: string;
  readonly refusals?: Readonly<Record<string, string>>;
  /** An example of the problem of 404. */
  readonly example?: object;
}

/** An API for concerts with problems (RFC 9457). */
function concerts({ type = {}, intro = '', refusals = named, example }: Shape) {
  const schema = {
    type: 'object',
    required: ['type', 'title', 'status'],
    properties: { type: { ...text, ...type }, title: text, status: { type: 'integer' }, detail: text },
  };
  const refused = Object.fromEntries(
    Object.entries(refusals).map(([status, description]) => [
      status,
      {
        description,
        content: {
          'application/problem+json': { schema, ...(status === '404' && example !== undefined ? { example } : {}) },
        },
      },
    ]),
  );
  const properties = { id: { ...text, readOnly: true }, name: { ...text, minLength: 1 }, seats: { type: 'integer' } };
  const concert = { type: 'object', required: ['name'], properties };
  const content = { 'application/json': { schema: concert } };
  return {
    openapi: '3.0.3',
    info: { title: 'Concerts', version: '1', description: intro },
    security: [{ token: [] }],
    paths: {
      '/concerts': {
        get: {
          operationId: 'listConcerts',
          responses: {
            200: { description: 'All', content: { 'application/json': { schema: { type: 'array', items: concert } } } },
            ...refused,
          },
        },
        post: {
          operationId: 'addConcert',
          requestBody: { required: true, content },
          responses: { 201: { description: 'Added', content }, ...refused },
        },
      },
      '/concerts/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
        get: { operationId: 'getConcert', responses: { 200: { description: 'The concert', content }, ...refused } },
      },
    },
    components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
  };
}

const named = { 401: '`no-pass`', 404: '`not-on-stage`', 422: '`wrong-input`' };
const plain = { 401: 'No token.', 404: 'No such concert.', 422: 'Not valid.' };

async function typesOf(shape: Shape): Promise<string[]> {
  const { api } = await describeText('concerts', concerts(shape));
  const send = createSender(await serveDescribed(api));
  const signedIn = { authorization: 'Bearer any' };
  const all = [
    await send('GET /concerts'),
    await send('GET /concerts/none', undefined, signedIn),
    await send('POST /concerts', { name: '' }, signedIn),
  ];
  expect(all.map(({ status }) => status)).toEqual([401, 404, 422]);
  return all.map(({ body }) => body.type);
}

test.each<[how: string, before: string, shape: Shape]>([
  ['an example URN', 'urn:opera:', { type: { example: 'urn:opera:hall-full' } }],
  ['an example URL', 'https://err.opera.example/', { type: { example: 'https://err.opera.example/gone' } }],
  ['an example path', '/problems/', { type: { example: '/problems/sold_out', format: 'uri-reference' } }],
  ['an example tag URI', 'tag:opera.example,2024:', { type: { example: 'tag:opera.example,2024:soldOut' } }],
  [
    'an example URL with a fragment',
    'https://opera.example/e#',
    { type: { example: 'https://opera.example/e#sold-out' } },
  ],
  [
    'the example of a response',
    'https://opera.example/problems/',
    { example: { type: 'https://opera.example/problems/not-on-stage', title: 'Not Found', status: 404 } },
  ],
  [
    'a sentence with "followed by"',
    'urn:opera:',
    { intro: 'The `type` is `urn:opera:` followed by the name of the problem.' },
  ],
  [
    'a sentence with "plus"',
    'https://opera.example/e/',
    { intro: 'A problem has as `type` `https://opera.example/e/` plus its code.' },
  ],
  ['a sentence with "begins with"', 'urn:opera:errors:', { intro: 'Every type begins with `urn:opera:errors:`.' }],
  ['a template with braces', '/errors/', { intro: 'Problem types have the form `/errors/{code}`.' }],
  ['a template with angle brackets', 'urn:opera:', { intro: 'Problems (RFC 9457) have the type urn:opera:<name>.' }],
  [
    'a sentence with "prefixed"',
    'urn:opera:',
    { intro: 'The name, prefixed with `urn:opera:`, is the `type` of the problem.' },
  ],
  [
    'the description of the property',
    'urn:opera:',
    { type: { description: 'A URN. It starts with `urn:opera:`, then comes the code.' } },
  ],
  ['an example in a sentence', 'urn:opera:', { intro: 'The `type` is a URN such as `urn:opera:sold-out`.' }],
])('a problem type is a prefix and the error code, based on %s', async (_how, before, shape) => {
  expect(await typesOf(shape)).toEqual([`${before}no-pass`, `${before}not-on-stage`, `${before}wrong-input`]);
});

const type = { example: 'urn:opera:hall-full' };

test.each<[how: string, codes: readonly [string, string, string], shape: Shape]>([
  [
    'problems',
    ['bad-key', 'unknown', 'invalid'],
    {
      intro:
        'A call without a key gets 401 and problem `bad-key`. What does not exist is 404 with the problem `unknown`. ' +
        'Wrong input is 422 and problem type `invalid`.',
    },
  ],
  [
    'names',
    ['bad-key', 'unknown-resource', 'invalid-request'],
    {
      intro:
        'Without a key the answer is 401 with the name `bad-key`. An id that does not exist is 404 with the name ' +
        '`unknown-resource`. If something in the body is wrong, the answer is 422 with the name `invalid-request`.',
    },
  ],
  [
    'types and reasons',
    ['nokey', 'nothing', 'malformed'],
    { refusals: { 401: 'The type is `nokey`.', 404: 'Reason: `nothing`', 422: 'Problem name `malformed`.' } },
  ],
  [
    'bare codes',
    ['nokey', 'nothing', 'malformed'],
    { refusals: { 401: '`nokey`', 404: '`nothing`.', 422: '`malformed`' } },
  ],
])('a problem type uses the error codes that sentences mention as %s', async (_how, codes, shape) => {
  expect(await typesOf({ type, refusals: plain, ...shape })).toEqual(codes.map((code) => `urn:opera:${code}`));
});

test.each([
  ['in backticks', (uri: string) => `\`${uri}\``],
  ['in parentheses', (uri: string) => `It is refused (\`${uri}\`).`],
  ['after the word "type"', (uri: string) => `Refused with type \`${uri}\`.`],
])('a problem type is the URI that its response description contains %s', async (_how, write) => {
  const uris = ['urn:opera:no-pass', 'https://opera.example/e/not-on-stage', '/problems/invalid'];
  const [first = '', second = '', third = ''] = uris;
  expect(await typesOf({ refusals: { 401: write(first), 404: write(second), 422: write(third) } })).toEqual(uris);
});

test.each<[what: string, shape: Shape]>([
  ['no code is known', { type, refusals: plain }],
  ['no prefix is known', {}],
  ['its example is about:blank', { type: { example: 'about:blank' } }],
  ['its example is a page about the status', { type: { example: 'https://opera.example/docs/404' } }],
  ['a sentence says "usually"', { intro: 'The `type` should usually begin with `urn:opera:`.' }],
  ['a sentence is about something else', { intro: 'Webhook addresses begin with `https://hooks.opera.example/`.' }],
  [
    'a sentence links to a documentation page',
    { intro: 'The `type` of a problem is explained at `https://opera.example/help`.' },
  ],
  ['the only path is that of an operation', { intro: 'Types of errors in uploads are listed by `/uploads/errors`.' }],
  ['two prefixes are described', { type, intro: 'The `type` begins with `https://opera.example/`.' }],
])('a problem type is about:blank if %s', async (_what, shape) => {
  expect(new Set(await typesOf(shape))).toEqual(new Set(['about:blank']));
});

test('a problem type is the enum value that ends with the error code', async () => {
  const listed = ['no-pass', 'wrong-input', 'not-on-stage', 'hall-full'].map(
    (code) => `https://opera.example/e/${code}`,
  );
  expect(await typesOf({ type: { enum: listed } })).toEqual([listed[0], listed[2], listed[1]]);
});
