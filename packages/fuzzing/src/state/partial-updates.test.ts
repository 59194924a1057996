import { createContract, isObject } from '@understudy/contract';
import { expect, it, vi } from 'vitest';
import { fuzzContract } from '../fuzz-contract.js';

vi.setConfig({ testTimeout: 120_000 });

const name = { type: 'string', minLength: 1, maxLength: 40 };
const defaults = { light: 'half', waterDays: 7, tags: [] };
const optional = {
  light: { type: 'string', enum: ['sun', 'shade', 'half'], default: 'half' },
  waterDays: { type: 'integer', minimum: 1, maximum: 60, default: 7 },
  tags: { type: 'array', items: { type: 'string' }, default: [] },
};
const json = (schema: object, type = 'application/json') => ({ content: { [type]: { schema } } });
const plant = {
  ...{ type: 'object', required: ['id', 'name', 'light', 'waterDays', 'tags'] },
  properties: { id: { type: 'string', readOnly: true }, name, ...optional },
};

/** @param given optional members that a creation can set */
function describePlants(given: object, hasRead: boolean) {
  const one = { 200: { description: 'The plant', ...json(plant) }, 404: { description: 'There is none' } };
  return createContract('plants', {
    ...{ openapi: '3.1.0', info: { title: 'Plants', version: '1' } },
    paths: {
      '/plants': {
        get: {
          operationId: 'list',
          responses: { 200: { description: 'All', ...json({ type: 'array', items: plant }) } },
        },
        post: {
          operationId: 'create',
          requestBody: {
            required: true,
            ...json({ required: ['name'], type: 'object', properties: { name, ...given } }),
          },
          responses: { 201: { description: 'The plant', ...json(plant) } },
        },
      },
      '/plants/{plantId}': {
        parameters: [{ name: 'plantId', in: 'path', required: true, schema: { type: 'string' } }],
        ...(hasRead ? { get: { operationId: 'read', responses: one } } : {}),
        patch: {
          operationId: 'change',
          requestBody: json({ type: 'object', properties: { name, ...optional } }, 'application/merge-patch+json'),
          responses: one,
        },
      },
    },
  });
}

/** @param reset the members that an update without them resets */
function servePlants(given: object, reset: readonly string[]) {
  const plants = new Map<string, Record<string, unknown>>();
  const pick = (values: object, names: object) =>
    Object.fromEntries(Object.entries(values).filter(([each]) => Object.hasOwn(names, each)));
  return async (address: string, init: RequestInit = {}): Promise<Response> => {
    const { pathname } = new URL(address);
    const sent: unknown = init.body instanceof Uint8Array ? JSON.parse(new TextDecoder().decode(init.body)) : {};
    const values = isObject(sent) ? sent : {};
    if (pathname === '/plants' && init.method !== 'POST') return Response.json([...plants.values()]);
    if (pathname === '/plants') {
      const id = `p${plants.size + 1}`;
      plants.set(id, { ...defaults, ...pick(values, { name, ...given }), id });
      return Response.json(plants.get(id), { status: 201 });
    }
    const found = plants.get(pathname.slice('/plants/'.length));
    if (found === undefined) return new Response(null, { status: 404 });
    const lost = Object.fromEntries(Object.entries(defaults).filter(([each]) => reset.includes(each)));
    if (init.method === 'PATCH') Object.assign(found, lost, pick(values, { name, ...optional }));
    return Response.json(found);
  };
}

async function causes(given: object, hasRead: boolean, reset: readonly string[]): Promise<string[]> {
  const options = { fetch: servePlants(given, reset), url: 'http://127.0.0.1:1', requests: 2, covers: false };
  const { findings } = await fuzzContract(describePlants(given, hasRead), { ...options, isForgiving: true });
  return findings.flatMap(({ cause }) => (cause.includes('another member') ? [cause] : []));
}

it.each([
  [
    'all other properties',
    optional,
    true,
    ['light', 'waterDays', 'tags'],
    /^read 200: .* another member changes light$/,
  ],
  ['a number property', optional, true, ['waterDays'], /^read 200: an update of another member changes waterDays$/],
  ['an array property', optional, true, ['tags'], /^read 200: an update of another member changes tags$/],
  [
    'a property that only updates can set',
    {},
    true,
    ['light'],
    /^read 200: an update of another member changes light$/,
  ],
  [
    'a number that only the update response returns',
    optional,
    false,
    ['waterDays'],
    /^change 200: .* changes waterDays$/,
  ],
])('finds that an update resets %s', async (_what, given, hasRead, reset, says) => {
  expect(await causes(given, hasRead, reset)).toEqual([expect.stringMatching(says)]);
});

it.each([
  ['that a read returns', optional, true],
  ['of properties that only updates can set', {}, true],
  ['that only the update response returns', optional, false],
] as const)('reports nothing about a correct update %s', async (_what, given, hasRead) => {
  expect(await causes(given, hasRead, [])).toEqual([]);
});

it('writes a scenario with the condition that an array is not empty', async () => {
  const options = { fetch: servePlants(optional, ['tags']), url: 'http://127.0.0.1:1', requests: 2, covers: false };
  const { findings } = await fuzzContract(describePlants(optional, true), { ...options, isForgiving: true });
  const scenarios = findings.map(({ scenario }) => JSON.stringify(scenario));
  expect(scenarios).toContainEqual(expect.stringContaining('{"condition":"$response.body#/tags/0 != null"}'));
});
