import { readdirSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createContract, isObject } from '@understudy/contract';
import { inferPlan, loadOpenApi } from '@understudy/inference';
import {
  type ApiPlan,
  type BehaviorModel,
  loadModel,
  type OperationPlan,
  printModel,
  readModel,
} from '@understudy/model';
import { describe, expect, it } from 'vitest';
import { describeApi } from '../describe-api.js';
import { draftRequest } from '../self-check/draft-request.js';
import {
  createSender,
  describedOrigin,
  describeText,
  emptySandbox,
  serveDescribed,
} from '../testing/serve-described.js';

const folder = fileURLToPath(new URL('../testing/', import.meta.url));
const files = readdirSync(folder).filter((name) => name.endsWith('.yaml') && !/-model|hostile/.test(name));
const order = ['list', 'create', 'read', 'update', 'replace', 'act', 'answer', 'delete'];

/** Prints a pin and reads it again, as `explain --full > pin.yaml` and `start --model pin.yaml` do. */
async function printAndRead(model: BehaviorModel): Promise<BehaviorModel> {
  const place = await mkdtemp(join(tmpdir(), 'understudy-pin-'));
  try {
    await writeFile(join(place, 'pin.yaml'), await printModel(model));
    return await loadModel(join(place, 'pin.yaml'));
  } finally {
    await rm(place, { recursive: true });
  }
}

async function serve(file: string, model?: BehaviorModel) {
  const described = await describeApi(file, model === undefined ? {} : { model });
  const sandbox = { ...emptySandbox, seed: { [described.api.name]: { '*': 3 } } };
  return { described, simulators: await serveDescribed(described.api, { sandbox } as never) };
}

/** A request of an operation, about the record that was seen last. */
function requestFor(plan: ApiPlan, own: OperationPlan, seen: ReadonlyMap<string, string>) {
  const { parameters, body } = draftRequest(plan.schemas, own);
  const known = [...seen].filter(([name]) => name !== own.resource?.name).map(([, key]) => key);
  const path = own.operation.path.replace(/\{([^}]+)\}/g, (_all, name: string) => {
    const isKey = own.key?.in === 'path' && own.key.name === name;
    return encodeURIComponent((isKey ? seen.get(own.resource?.name ?? '') : known.at(-1)) ?? '1');
  });
  const url = new URL(`${describedOrigin}${path}`);
  const headers: Record<string, string> = { authorization: 'Bearer any' };
  for (const { name, in: place, value } of parameters)
    if (place === 'query') url.searchParams.set(name, String(value));
    else headers[name] = String(value);
  const isJson = body?.type.includes('json') === true;
  if (isJson) headers['content-type'] = body.type;
  return {
    url: url.href,
    init: { method: own.operation.method, headers, ...(isJson ? { body: JSON.stringify(body.value) } : {}) },
  };
}

/** The key of the first record in a body. */
function keyIn(body: unknown, key: string, depth = 0): string | undefined {
  if (!isObject(body) && !Array.isArray(body)) return undefined;
  const own: unknown = isObject(body) ? body[key] : undefined;
  if (typeof own === 'string' || typeof own === 'number') return String(own);
  return depth > 3
    ? undefined
    : Object.values(body)
        .map((each) => keyIn(each, key, depth + 1))
        .find((each) => each !== undefined);
}

describe('an API with a pinned model gives the same responses without inference:', () => {
  it.each(files)('%s', async (name) => {
    const file = join(folder, name);
    const { document } = await loadOpenApi(file);
    const plan = inferPlan(createContract('pin', document));
    const { described, simulators: inferred } = await serve(file);
    const pin = await printAndRead(described.writeModel().full);
    const { simulators: pinned } = await serve(file, pin);
    const seen = new Map<string, string>();
    const operations = [...plan.operations.values()].sort(
      (one, other) => order.indexOf(one.does) - order.indexOf(other.does),
    );
    for (const own of operations) {
      const { url, init } = requestFor(plan, own, seen);
      const answers = [];
      for (const { fetch } of [inferred, pinned]) {
        const response = await fetch(url, { ...init, signal: AbortSignal.timeout(5000) });
        answers.push({ status: response.status, text: await response.text() });
      }
      expect([own.operation.operationId, answers[1]]).toEqual([own.operation.operationId, answers[0]]);
      const [{ text } = { text: '' }] = answers;
      const key = /^[[{]/.test(text) ? keyIn(JSON.parse(text), own.resource?.key ?? 'id') : undefined;
      if (key !== undefined && own.resource !== undefined) seen.set(own.resource.name, key);
    }
  });
});

describe('a pinned resource that inference no longer finds', () => {
  it('keeps writable properties that only its request has', async () => {
    const order = { type: 'object', properties: { id: { type: 'string' }, total: { type: 'number' } } };
    const line = { type: 'object', properties: { sku: { type: 'string' }, quantity: { type: 'integer' } } };
    const content = (schema: object) => ({ content: { 'application/json': { schema } } });
    const responses = { 201: { description: 'Done', ...content(order) } };
    const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
    const { api } = await describeText(
      'orders',
      {
        openapi: '3.1.0',
        info: { title: 'Orders', version: '1' },
        components: { schemas: { Order: order } },
        paths: {
          '/orders': { post: { operationId: 'addOrder', responses } },
          '/orders/{id}/lines': {
            parameters: [id],
            post: { operationId: 'addLine', requestBody: content(line), responses },
          },
        },
      },
      {
        model: readModel({
          understudy: 1,
          resources: {
            'orders.rows': {
              ...{ path: '/orders/{}/lines', schema: '#/components/schemas/Order', key: { member: 'id' } },
              ...{ parents: 1, parent: 'orders', created: true, single: false, writable: ['sku', 'quantity'] },
            },
          },
          operations: { addLine: { create: 'orders.rows', parents: ['path.id'] } },
        }),
      },
    );
    const send = createSender(await serveDescribed(api));
    const order1 = (await send('POST /orders')).body;
    expect((await send(`POST /orders/${order1.id}/lines`, { sku: 'A', quantity: 2 })).status).toBe(201);
  });
});
