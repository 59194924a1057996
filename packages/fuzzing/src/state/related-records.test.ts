import { createContract } from '@understudy/contract';
import { expect, it, vi } from 'vitest';
import { fuzzContract } from '../fuzz-contract.js';

vi.setConfig({ testTimeout: 120_000 });

const text = { type: 'string', minLength: 1, maxLength: 60 };
const part = { sku: { ...text, pattern: '^[A-Z]{3}-[0-9]{4}$', description: 'Unique among parts.' }, name: text };
const quantity = { type: 'integer', minimum: 1, maximum: 1000 };
const partId = { ...text, description: 'Id of an existing part.' };
const lines = {
  ...{ type: 'array', minItems: 1, maxItems: 5 },
  items: {
    ...{ type: 'object', required: ['partId', 'quantity'], properties: { partId, quantity } },
    additionalProperties: false,
  },
};
/** Its key is called like the parameter of the paths. */
const sample = { type: 'object', required: ['id'], properties: { id: partId }, additionalProperties: false };
const order = { customer: text, note: text, colour: text, lines, sample };
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const entity = (properties: object, required: readonly string[]) => ({
  ...{ type: 'object', required, properties, additionalProperties: false },
});
const shown = (properties: object, required: readonly string[]) =>
  entity({ id: { ...text, readOnly: true }, ...properties }, ['id', ...required]);
const answers = (schema: object, ...statuses: readonly number[]) => ({
  responses: Object.fromEntries(
    [...statuses, 404, 409, 422].map((status) => [
      status,
      status < 300 ? { description: 'OK', ...json(schema) } : { description: 'Refused' },
    ]),
  ),
});
const collection = (name: string, properties: object, required: readonly string[]) => ({
  get: { operationId: `list${name}`, ...answers({ type: 'array', items: shown(properties, required) }, 200) },
  post: {
    operationId: `create${name}`,
    requestBody: { required: true, ...json(entity(properties, required)) },
    ...answers(shown(properties, required), 201),
  },
});
const item = (name: string, properties: object, required: readonly string[], rest: object = {}) => ({
  parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
  get: { operationId: `get${name}`, ...answers(shown(properties, required), 200) },
  put: {
    operationId: `replace${name}`,
    requestBody: { required: true, ...json(entity(properties, required)) },
    ...answers(shown(properties, required), 200),
  },
  ...rest,
});
const orderNeeds = ['customer', 'colour', 'lines', 'sample'];
const contract = createContract('depot', {
  ...{ openapi: '3.1.0', info: { title: 'Depot', version: '1' } },
  paths: {
    '/parts': collection('Part', part, ['sku', 'name']),
    '/parts/{id}': item('Part', part, ['sku', 'name']),
    '/orders': collection('Order', order, orderNeeds),
    '/orders/{id}': item('Order', order, orderNeeds),
  },
});

/** Serves the depot. @param fault what it does wrong */
function serve(fault?: 'loses updates' | 'overlooks a bound' | 'refuses parts') {
  const tables = { parts: new Map<string, object>(), orders: new Map<string, object>() };
  const send = (status: number, body?: unknown) =>
    new Response(body === undefined ? null : JSON.stringify(body), {
      status,
      headers: body === undefined ? {} : { 'content-type': 'application/json' },
    });
  return async (address: string, init: RequestInit = {}): Promise<Response> => {
    const [, name = '', id] = new URL(address).pathname.split('/').map(decodeURIComponent);
    const isOrder = name === 'orders';
    const table = tables[isOrder ? 'orders' : 'parts'];
    const found = id === undefined ? undefined : table.get(id);
    if (id !== undefined && found === undefined) return send(404);
    if (init.method === 'GET') return send(200, found ?? [...table.values()]);
    const sent = JSON.parse(init.body instanceof Uint8Array ? new TextDecoder().decode(init.body) : '{}');
    const operation = contract.operations.get(
      `${id === undefined ? 'create' : 'replace'}${isOrder ? 'Order' : 'Part'}`,
    );
    const parts = { path: { id: id ?? '' }, query: new URLSearchParams() };
    const headers = { 'content-type': 'application/json' };
    const { findings = [] } =
      operation?.validateRequest({ ...parts, headers, mediaType: 'application/json', body: structuredClone(sent) }) ??
      {};
    const isOverlooked = ({ pointer, ruleId }: { pointer: string; ruleId: string }) =>
      fault === 'overlooks a bound' && pointer.endsWith('/quantity') && ruleId === 'request/body-maximum';
    if (findings.some((each) => each.pointer.startsWith('/body') && !isOverlooked(each))) return send(422);
    if (!isOrder && fault === 'refuses parts') return send(422);
    const named: string[] = isOrder
      ? [sent.sample.id, ...sent.lines.map((line: { partId: string }) => line.partId)]
      : [];
    if (named.some((key) => !tables.parts.has(key))) return send(422);
    const isTaken = [...tables.parts.entries()].some(
      ([key, each]) => key !== id && 'sku' in each && each.sku === sent.sku,
    );
    if (!isOrder && isTaken) return send(409);
    const key = id ?? `${name[0]}${table.size + 1}`;
    const record = { id: key, ...sent };
    if (id === undefined || fault !== 'loses updates') table.set(key, record);
    return send(id === undefined ? 201 : 200, record);
  };
}

const options = {
  ...{ url: 'http://depot.example', isForgiving: true, requests: 6 },
  model: { resources: { orders: { members: { 'sample.id': { refersTo: 'parts', missing: 'invalid' } } } } },
};

const test = async (fault?: Parameters<typeof serve>[0]) => {
  const report = await fuzzContract(contract, { ...options, fetch: serve(fault) });
  return { ...report, causes: report.findings.map(({ cause }) => cause) };
};

it('reports nothing about a correct server with related records, and tests each resource', async () => {
  const { causes, statements } = await test();
  expect(causes).toEqual([]);
  const tried = new Map(statements.map(({ id, outcome }) => [id, outcome]));
  for (const id of ['update-is-read:parts', 'update-is-read:orders', 'created-is-listed:orders'])
    expect([id, tried.get(id)]).toEqual([id, 'confirmed']);
});

it('uses ids of the right resource in paths, even if a body property is named like the parameter', async () => {
  const [paths, answer] = [new Set<string>(), serve()];
  const fetch = async (address: string, init?: RequestInit) => {
    paths.add(new URL(address).pathname);
    return await answer(address, init);
  };
  await fuzzContract(contract, { ...options, fetch });
  expect([...paths].filter((path) => /^\/(?:orders\/p|parts\/o)\d+$/.test(path))).toEqual([]);
  expect([...paths].filter((path) => /^\/orders\/o\d+$/.test(path)).length).toBeGreaterThan(1);
});

it('finds an update that is not stored', async () => {
  const { causes } = await test('loses updates');
  expect(causes).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^getPart 200: an accepted update is lost/),
      expect.stringMatching(/^getOrder 200: an accepted update is lost/),
    ]),
  );
});

it('finds an unchecked bound of line items, and creates the referenced records to reproduce it', async () => {
  const { causes, findings } = await test('overlooks a bound');
  expect(causes).toEqual([
    expect.stringMatching(/^createOrder 201: .*quantity must be at most/),
    expect.stringMatching(/^replaceOrder 200: .*quantity must be at most/),
  ]);
  expect(findings[0]?.curl).toMatch(/^id1=\$\(curl .*\/parts.*\n.*\$id1/s);
});

it('leaves rules untested if it cannot create the records', async () => {
  const { statements } = await test('refuses parts');
  const outcomes = statements.filter(({ id }) => /^(?:update|created)-is-\w+:/.test(id)).map(({ outcome }) => outcome);
  expect(new Set(outcomes)).toEqual(new Set(['untried']));
});
