import { describe, expect, it } from 'vitest';
import { contracts, createJobShop, shopTarget } from '../../testing/job-shop.js';
import { scenarios } from '../../testing/scenario.js';
import {
  createCandidateFinder,
  createObservedTarget,
  createTamperingTarget,
  generateWireDeviations,
  runScenario,
  selectWorkflows,
  testDeviation,
  type WireDeviation,
} from '../index.js';
import { chooseWrongStatus } from './generate-wire-deviations.js';
import { listSchemaLocations } from './list-schema-locations.js';
import { createMessageInterceptor } from './tampering-target.js';
import { editJson } from './wire-deviation.js';

const made = () => {
  const contract = contracts().get('shop');
  if (contract === undefined) throw new Error('There is no shop');
  return { contract, ...generateWireDeviations(contract) };
};

const deviationOf = (id: string): WireDeviation => {
  const found = made().deviations.find((deviation) => deviation.id === id);
  if (found === undefined) throw new Error(`There is no deviation ${id}`);
  return found;
};

const text = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));
const ok = (body: unknown) => ({ status: 200, headers: { 'content-type': 'application/json' }, body: text(body) });

describe('editJson', () => {
  it('changes the value at a path, or each item for *, without modifying the original', () => {
    const value = { list: [{ a: 1, b: 2 }, { b: 3 }] };
    expect(editJson(value, ['list', '*', 'a'], { kind: 'remove' })).toEqual({
      value: { list: [{ b: 2 }, { b: 3 }] },
      count: 1,
    });
    expect(editJson(value, ['list', '*'], { kind: 'set', value: 0 })).toEqual({ value: { list: [0, 0] }, count: 2 });
    expect(editJson(value, ['none', 'a'], { kind: 'remove' })).toEqual({ value, count: 0 });
    expect(value).toEqual({ list: [{ a: 1, b: 2 }, { b: 3 }] });
  });
});

describe('listSchemaLocations', () => {
  it('follows references, merges allOf, and requires properties that every oneOf branch requires', () => {
    const document = {
      openapi: '3.1.0',
      info: { title: 'x', version: '1' },
      components: {
        schemas: { Named: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } } },
      },
    };
    const schema = {
      allOf: [{ $ref: '#/components/schemas/Named' }],
      oneOf: [
        { type: 'object', required: ['kind', 'size'], properties: { kind: { const: 'a' }, size: { type: 'integer' } } },
        {
          type: 'object',
          required: ['kind'],
          properties: { kind: { const: 'b' }, tags: { type: 'array', items: { type: 'string' } } },
        },
      ],
    };
    expect(listSchemaLocations(document, schema).map(({ path, required }) => [path.join('/'), required])).toEqual([
      ['', true],
      ['name', true],
      ['kind', true],
      ['size', false],
      ['tags', false],
      ['tags/*', false],
    ]);
  });

  it('lists no items for an array that is always empty', () => {
    const document = { openapi: '3.1.0', info: { title: 'x', version: '1' } };
    const list = { type: 'array', items: { type: 'string' } };
    const schema = { type: 'object', properties: { none: { ...list, maxItems: 0 }, one: { ...list, maxItems: 1 } } };
    expect(listSchemaLocations(document, schema).map(({ path }) => path.join('/'))).toEqual([
      '',
      'none',
      'one',
      'one/*',
    ]);
  });
});

it('generates mutations for each documented response', () => {
  const { deviations } = made();
  expect(deviations.filter(({ operationId }) => operationId === 'getJobStatus').map(({ id }) => id)).toEqual([
    'shop.getJobStatus 200 /status dropped',
    'shop.getJobStatus 200 /status as number',
    'shop.getJobStatus 200 /status outside its enumeration',
    'shop.getJobStatus 200 becomes 202',
    'shop.getJobStatus 404 /error dropped',
    'shop.getJobStatus 404 /error as number',
    'shop.getJobStatus 404 becomes 400',
  ]);
  expect(deviations.filter(({ kind }) => kind === 'tenant-mixed-up').map(({ id }) => id)).toEqual([
    'shop.startJob tenant mixed up',
  ]);
  expect(new Set(deviations.map(({ id }) => id)).size).toBe(deviations.length);
});

it('replaces a status code by another documented one if possible', () => {
  expect([
    chooseWrongStatus(200, ['200']),
    chooseWrongStatus(400, ['400', '404']),
    chooseWrongStatus(404, ['404']),
    chooseWrongStatus(418, ['418']),
  ]).toEqual([202, 404, 400, 400]);
});

describe('a message interceptor', () => {
  const base = { id: 'x', api: 'shop', operationId: 'x', says: 'x' };
  const get = (url: string) => ({ method: 'GET', url, headers: {} });

  it('returns the first page labelled with the requested page number', () => {
    const tamper = createMessageInterceptor({ ...base, kind: 'page-repeated' });
    expect(tamper.request?.(get('http://h/x?page=3&a=1')).url).toBe('http://h/x?page=1&a=1');
    expect(tamper.request?.(get('http://h/x?page=1')).url).toBe('http://h/x?page=1');
    const answered = tamper.response?.(ok({ page: 1, items: ['a'] }), get('http://h/x?page=3'));
    expect(JSON.parse(new TextDecoder().decode(answered?.body))).toEqual({ page: 3, items: ['a'] });
    expect(tamper.response?.(ok({ page: 1 }), get('http://h/x'))).toBeUndefined();
  });

  it('sends the first tenant ID for every later tenant', () => {
    const tamper = createMessageInterceptor({ ...base, kind: 'tenant-mixed-up' });
    const asked = (tenantId: string) => {
      const request = { ...get('http://h/x'), headers: { tenantId } };
      tamper.watch?.(request);
      return tamper.request?.(request).headers;
    };
    expect([asked('one'), asked('two'), asked('one')]).toEqual(Array(3).fill({ tenantId: 'one' }));
  });

  it('removes a header from matching responses only', () => {
    const tamper = createMessageInterceptor({ ...base, kind: 'header-lost', status: 200, header: 'etag' });
    const answer = { ...ok({}), headers: { etag: '"a"' } };
    expect(tamper.response?.(answer, get('http://h/x'))?.headers).toEqual({});
    expect(tamper.response?.({ ...answer, status: 404 }, get('http://h/x'))).toBeUndefined();
    expect(tamper.response?.(ok({}), get('http://h/x'))).toBeUndefined();
  });
});

const workflows = `
x-api: shop
workflows:
  - workflowId: status
    x-claims: [shop.status]
    steps:
      - stepId: start
        operationId: startJob
        parameters: [{ name: tenantId, in: header, value: t }]
        requestBody: { payload: {} }
        successCriteria: [{ condition: $statusCode == 202 }]
      - stepId: ask
        operationId: getJobStatus
        parameters: [{ name: jobId, in: path, value: j1 }]
        successCriteria: [{ condition: $response.body#/status != 'invalid' }]
  - workflowId: token
    steps:
      - { stepId: ask, operationId: requestToken, requestBody: { payload: { client_secret: none } }, successCriteria: [{ condition: $statusCode == 400 }] }
`;

describe('testing a mutation', () => {
  async function judge(id: string) {
    const files = await scenarios({ 'a.arazzo.yaml': workflows });
    const shop = createJobShop();
    const root = shopTarget(shop);
    const index = [];
    for (const item of selectWorkflows(files, {})) {
      const { target, touched } = createObservedTarget(root, contracts());
      const result = await runScenario({ target, contracts: contracts() }, item);
      const { file, workflowId, claims, outcome } = result;
      index.push({
        file,
        workflowId,
        api: 'shop',
        claims,
        passed: outcome === 'passed',
        milliseconds: 1,
        touched: [...touched],
      });
    }
    const deviation = deviationOf(id);
    const found = createCandidateFinder(index)(deviation);
    const candidates = selectWorkflows(files, {}).filter(({ workflow }) =>
      found.some(({ workflowId }) => workflowId === workflow.workflowId),
    );
    const { target, changed } = createTamperingTarget(root, made().contract, deviation);
    return {
      verdict: await testDeviation({ id, target, contracts: contracts(), candidates, changed }),
      found: found.map(({ workflowId }) => workflowId),
      shop,
    };
  }

  it('runs only workflows that use the changed part, and reports the one that failed', async () => {
    const { verdict, found, shop } = await judge('shop.getJobStatus 200 /status dropped');
    expect(found).toEqual(['status']);
    expect(verdict).toEqual({
      id: 'shop.getJobStatus 200 /status dropped',
      caught: true,
      ran: 1,
      by: {
        file: 'a.arazzo.yaml',
        workflowId: 'status',
        stepId: 'ask',
        message: "$response.body#/status != 'invalid' does not hold: the response body has no /status.",
      },
    });
    expect([...shop.sandboxes]).toEqual([]);
  });

  it('reports why a mutation survives', async () => {
    expect((await judge('shop.getJobStatus 404 becomes 400')).verdict).toEqual({
      id: 'shop.getJobStatus 404 becomes 400',
      caught: false,
      reason: 'No scenario receives such a message.',
      ran: 0,
    });
    expect((await judge('shop.startJob tenant mixed up')).verdict.reason).toMatch(/^The deviation had no effect/);
  });
});
