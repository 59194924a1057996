import { expect, it } from 'vitest';
import { createSender, describedOrigin, describeText, serveDescribed } from './testing/serve-described.js';

const text = { type: 'string' };

/** Serves one operation whose response has these headers, and returns its headers. */
async function headersOf(headers: object, status = '200', more: object = {}) {
  const { api } = await describeText('doors', {
    openapi: '3.0.3',
    info: { title: 'Doors', version: '1' },
    paths: {
      '/door': { get: { responses: { '200': { description: '' }, [status]: { description: '', headers, ...more } } } },
    },
  });
  const send = createSender(await serveDescribed(api));
  const { headers: sent } = await send('GET /door', undefined, { prefer: `code=${status}` });
  return sent;
}

it.each<[string, string, object, string]>([
  ['with its example', 'X-Count', { schema: { type: 'integer' }, example: 12 }, '12'],
  [
    'with the first of its examples',
    'X-Kind',
    { schema: text, examples: { one: { value: 'a' }, two: { value: 'b' } } },
    'a',
  ],
  ['with the example of its schema', 'X-Limit', { schema: { type: 'integer', example: 7 } }, '7'],
  ['with its default', 'X-Limit', { schema: { type: 'integer', default: 8 } }, '8'],
  ['with a value of its enum', 'X-Cache', { schema: { type: 'string', enum: ['HIT'] } }, 'HIT'],
  ['as a list', 'X-List', { schema: { type: 'array', items: text }, example: ['a', 'b'] }, 'a,b'],
  ['as an object', 'X-Object', { schema: { type: 'object' }, example: { a: 1, b: 2 } }, 'a,1,b,2'],
  [
    'as an exploded object',
    'X-Object',
    { schema: { type: 'object' }, explode: true, example: { a: 1, b: 2 } },
    'a=1,b=2',
  ],
  [
    'as JSON',
    'X-Json',
    { content: { 'application/json': { schema: { type: 'object' }, example: { a: 1 } } } },
    '{"a":1}',
  ],
  ['for a file', 'Content-Disposition', { schema: text }, 'attachment'],
])('sends a described header %s', async (_what, name, header, value) => {
  expect((await headersOf({ [name]: header })).get(name)).toBe(value);
});

it.each([
  [
    '302',
    'Location',
    { schema: { type: 'string', format: 'uri' }, example: 'https://shop.example/next' },
    'https://shop.example/next',
  ],
  ['429', 'Retry-After', { schema: { type: 'integer', example: 30 } }, '30'],
  ['503', 'X-RateLimit-Limit', { schema: { type: 'integer' }, example: 100 }, '100'],
])('sends the described headers of a %s response', async (status, name, header, value) => {
  expect((await headersOf({ [name]: header }, status)).get(name)).toBe(value);
});

it.each([
  ['302', { type: 'string', format: 'uri' }],
  ['307', { type: 'string' }],
  ['201', { type: 'string' }],
])('generates a URL for the Location header of a %s response without an example', async (status, schema) => {
  const headers = await headersOf({ Location: { schema } }, status);
  expect(headers.get('location')).toMatch(/^https?:/);
});

it('sends each example of Set-Cookie and each cookie of a list as a separate header', async () => {
  const examples = { auth: { value: 'auth=abc; Path=/' }, csrf: { value: 'csrf=def' } };
  const cookies = ['auth=abc; Path=/', 'csrf=def'];
  expect((await headersOf({ 'Set-Cookie': { schema: text, examples } })).getSetCookie()).toEqual(cookies);
  const list = { type: 'array', items: text, example: cookies };
  expect((await headersOf({ 'Set-Cookie': { schema: list } })).getSetCookie()).toEqual(cookies);
});

it.each([
  'Content-Length',
  'Content-Encoding',
  'Transfer-Encoding',
  'Content-Type',
  'Date',
  'Access-Control-Allow-Origin',
  'ETag',
])('ignores a described %s header', async (name) => {
  const headers = await headersOf({ [name]: { schema: { type: 'string' } } });
  expect(headers.get(name) ?? '').not.toContain('string');
  expect(headers.get('transfer-encoding')).toBeNull();
  expect(headers.get('etag')).toBeNull();
});

it('sends a modelled string with the described media type or the modelled Content-Type', async () => {
  const { api } = await describeText('doors', {
    openapi: '3.0.3',
    info: { title: 'Doors', version: '1' },
    paths: {
      '/report': {
        get: {
          operationId: 'report',
          parameters: [{ name: 'as', in: 'query', schema: text }],
          responses: { '200': { description: '', content: { 'text/csv': { schema: text } } } },
        },
      },
    },
    'x-understudy': {
      understudy: 1,
      operations: { report: { answer: '="a,b"' } },
      responses: {
        report: {
          plain: { if: 'query.as != null', headers: { 'Content-Type': 'text/csv;header=absent' }, answer: 'a b' },
        },
      },
    },
  });
  const { fetch } = await serveDescribed(api);
  const read = async (path: string) => {
    const response = await fetch(`${describedOrigin}${path}`);
    return [response.headers.get('content-type'), await response.text()];
  };
  expect(await read('/report')).toEqual(['text/csv; charset=utf-8', 'a,b']);
  expect(await read('/report?as=plain')).toEqual(['text/csv;header=absent; charset=utf-8', 'a b']);
});
