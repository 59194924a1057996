import { createContract } from '@understudy/contract';
import { expect, it } from 'vitest';
import { checkFidelity } from './check-fidelity.js';
import { writeParameter } from './valid-requests.js';

const numbers = { type: 'array', items: { type: 'integer' }, minItems: 1 };
const contract = createContract('things', {
  openapi: '3.1.0',
  info: { title: 'Things', version: '1' },
  paths: {
    '/things': {
      get: {
        operationId: 'listThings',
        parameters: [
          { name: 'ids', in: 'query', schema: numbers },
          { name: 'pipes', in: 'query', style: 'pipeDelimited', explode: false, schema: numbers },
        ],
        responses: {
          '200': {
            description: 'ok',
            headers: { 'X-Total': { schema: { type: 'integer' } } },
            content: {
              'application/json': {
                schema: {
                  type: 'array',
                  items: {
                    type: 'object',
                    required: ['kind'],
                    properties: { kind: { type: 'string', enum: ['a', 'b'], example: 'b' } },
                  },
                },
              },
            },
          },
          '409': {
            description: 'taken',
            content: { 'application/json': { schema: {}, examples: { taken: { value: { by: 'you' } } } } },
          },
        },
      },
    },
  },
});

const kind = (value: unknown, status = 200) => Response.json([{ kind: value }], { status });

/** Checks a server that answers every request so. */
const check = (respond: (url: URL, prefer: string | null) => Response) =>
  checkFidelity(contract, {
    fetch: async (address, init) => respond(new URL(address), new Headers(init?.headers).get('prefer')),
    url: 'http://127.0.0.1',
  });

const faithful = (prefer: string | null) => {
  if (prefer?.includes('409')) return Response.json({ by: 'you', at: 'now' }, { status: 409 });
  const response = kind('b');
  response.headers.set('x-total', '1');
  return response;
};

it('reports nothing if valid requests are accepted and each described response part is returned', async () => {
  const report = await check((_url, prefer) => faithful(prefer));
  expect(report).toEqual({
    ...{ operations: 1, unchecked: [], requests: 5, parts: 5 },
    ...{ refused: [], failed: [], violations: [], contradictions: [], unreachable: [] },
  });
});

it('reports the parameter and style of a valid request that is rejected', async () => {
  const { refused } = await check((url, prefer) =>
    url.searchParams.has('pipes') ? Response.json({ detail: 'no' }, { status: 400 }) : faithful(prefer),
  );
  const place = 'query parameter pipes in style pipeDelimited';
  expect(refused).toEqual([{ operationId: 'listThings', place, message: '400: {"detail":"no"}' }]);
});

it('lists each described response part that no request returns, with the reason', async () => {
  const { unreachable } = await check(() => kind('a'));
  const base = '/paths/~1things/get/responses';
  expect(unreachable.map(({ place, message }) => [place, message])).toEqual([
    [`${base}/200/headers/X-Total`, '200 has no header x-total'],
    [`${base}/200/content/application~1json`, 'no response has "b" at *.kind'],
    [`${base}/409`, 'Prefer: code=409 got 200: [{"kind":"a"}]'],
    [
      `${base}/409/content/application~1json/examples/taken`,
      'Prefer: code=409, example="taken" got 200: [{"kind":"a"}]',
    ],
  ]);
});

it('lists each invalid response and server error once', async () => {
  const invalid = await check((_url, prefer) => (prefer === null ? kind(7) : faithful(prefer)));
  expect(invalid.violations.map(({ message }) => message)).toEqual([
    'the answer 200 breaks the contract: /body/0/kind must be a string, but is 7.',
    'the answer 200 breaks the contract: /body/0/kind must be one of a, b, but is 7.',
  ]);
  const broken = await check((_url, prefer) =>
    prefer === null ? new Response('oops', { status: 500 }) : faithful(prefer),
  );
  expect(broken.failed.map(({ message }) => message)).toEqual(['500: oops']);
});

it('validates responses against the original description', async () => {
  const document = structuredClone(contract.document);
  const served = createContract('things', document);
  const { schema } = JSON.parse(JSON.stringify(document.paths?.['/things'])).get.responses['200'].content[
    'application/json'
  ];
  const written = createContract('things', {
    ...document,
    paths: {
      '/things': {
        get: {
          operationId: 'listThings',
          responses: {
            '200': { description: 'ok', content: { 'application/json': { schema: { ...schema, minItems: 2 } } } },
          },
        },
      },
    },
  });
  const report = await checkFidelity(served, {
    fetch: async (_address, init) => faithful(new Headers(init?.headers).get('prefer')),
    url: 'http://127.0.0.1',
    written,
  });
  expect(report.violations.map(({ message }) => message)).toEqual([
    expect.stringContaining('the answer 200 breaks the contract: /body must have at least 2 items'),
  ]);
});

it.each([
  ['query', undefined, undefined, [1, 2], 'n=1&n=2'],
  ['query', 'form', false, [1, 'a,b'], 'n=1,a%2Cb'],
  ['query', 'spaceDelimited', false, [1, 2], 'n=1%202'],
  ['query', 'pipeDelimited', false, [1, 2], 'n=1%7C2'],
  ['query', 'deepObject', true, { a: 1, b: { c: 'x' } }, 'n[a]=1&n[b][c]=x'],
  ['query', undefined, undefined, { a: 1, b: 2 }, 'a=1&b=2'],
  ['query', 'form', false, { a: 1, b: 2 }, 'n=a,1,b,2'],
  ['path', undefined, undefined, { a: 1, b: 2 }, 'a,1,b,2'],
  ['path', 'simple', true, { a: 1, b: 2 }, 'a=1,b=2'],
  ['path', 'label', true, [1, 2], '.1.2'],
  ['path', 'label', false, [1, 2], '.1,2'],
  ['path', 'matrix', true, [1, 2], ';n=1;n=2'],
  ['path', 'matrix', false, { a: 1 }, ';n=a,1'],
  ['header', undefined, undefined, [1, 2], '1,2'],
  ['cookie', undefined, undefined, 'x y', 'n=x%20y'],
  ['query', undefined, undefined, [], undefined],
  ['query', undefined, undefined, [{ a: 1 }], undefined],
  ['query', undefined, undefined, { a: { b: 1 } }, undefined],
] as const)('writes a %s parameter in style %s, explode %s: %j', (place, style, explode, value, text) => {
  const parameter = { name: 'n', in: place, ...(style && { style }), ...(explode !== undefined && { explode }) };
  expect(writeParameter(parameter, value)).toBe(text);
});
