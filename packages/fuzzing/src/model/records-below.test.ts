import { createContract } from '@understudy/contract';
import { expect, it, vi } from 'vitest';
import { fuzzContract } from '../fuzz-contract.js';

vi.setConfig({ testTimeout: 120_000 });

const text = { type: 'string', minLength: 1, maxLength: 40 };
const given = { type: 'string', readOnly: true };
const count = { type: 'integer', minimum: 1, maximum: 99 };
const entity = (required: readonly string[], properties: object) => ({ type: 'object', required, properties });
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const answers = (schema: object | undefined, status: number) => ({
  [status]: { description: 'OK', ...(schema === undefined ? {} : json(schema)) },
  ...Object.fromEntries([400, 404, 409, 422].map((each) => [each, { description: 'Refused' }])),
});
const tent = entity(['id', 'name'], { id: given, name: text });
const trip = entity(['id', 'title', 'stage', 'loadCount'], {
  ...{ id: given, title: text, stage: { type: 'string', enum: ['planned', 'gone'], readOnly: true } },
  loadCount: { type: 'integer', readOnly: true },
});
const load = entity(['id', 'tripId', 'tentId', 'pieces'], {
  ...{ id: given, tripId: given, tentId: text, pieces: count },
});
const parameter = (name: string) => ({ name, in: 'path', required: true, schema: text });
const operation = (operationId: string, status: number, schema?: object, body?: object) => ({
  ...{ operationId, responses: answers(schema, status) },
  ...(body === undefined ? {} : { requestBody: { required: true, ...json(body) } }),
});
const collection = (name: string, schema: object, body = schema) => ({
  get: operation(`list${name}`, 200, { type: 'array', items: schema }),
  post: operation(`create${name}`, 201, schema, body),
});
const contract = createContract('camp', {
  ...{ openapi: '3.1.0', info: { title: 'Camp', version: '1' } },
  paths: {
    '/tents': collection('Tent', tent),
    '/tents/{id}': { parameters: [parameter('id')], get: operation('getTent', 200, tent) },
    '/trips': collection('Trip', trip),
    '/trips/{tripId}': { parameters: [parameter('tripId')], get: operation('getTrip', 200, trip) },
    '/trips/{tripId}/leave': { parameters: [parameter('tripId')], post: operation('leave', 200, trip) },
    '/trips/{tripId}/loads': { parameters: [parameter('tripId')], ...collection('Load', load) },
    '/trips/{tripId}/loads/{id}': {
      parameters: [parameter('tripId'), parameter('id')],
      put: operation('replaceLoad', 200, load, load),
    },
  },
});
const model = {
  resources: {
    trips: {
      members: { loadCount: { value: 'of("trips.loads").size()' } },
      lifecycle: {
        ...{ member: 'stage', initial: 'planned' },
        transitions: { leave: { on: 'leave', from: 'planned', to: 'gone' } },
      },
    },
    'trips.loads': {
      members: {
        tripId: { refersTo: 'trips', missing: 'ignore' },
        tentId: { refersTo: 'tents', missing: 'reference' },
      },
    },
  },
  operations: {
    leave: { needs: { state: 'of("trips.loads").size() > 0' } },
    createLoad: { needs: { state: 'find("trips", self.tripId).stage == "planned"' } },
  },
} as const;

type Fault = 'loads a trip that is gone' | 'keeps an old count' | 'replaces by an unknown tent';

/** Serves trips with loads. A trip needs a load before it leaves, and takes none afterwards. */
function serve(fault?: Fault) {
  const tables: Record<string, Map<string, Record<string, unknown>>> = {};
  let made = 0;
  return async (address: string, init: RequestInit = {}): Promise<Response> => {
    const send = (status: number, body?: unknown) =>
      new Response(body === undefined ? null : JSON.stringify(body), {
        ...{ status, headers: body === undefined ? {} : { 'content-type': 'application/json' } },
      });
    const [, one = '', key = '', two, last] = new URL(address).pathname.split('/').map(decodeURIComponent);
    const place = two === 'loads' ? `${one}/${key}` : one;
    const table = tables[place] ?? new Map<string, Record<string, unknown>>();
    tables[place] = table;
    const above = tables[one]?.get(key);
    if (two !== undefined && above === undefined) return send(404);
    const id = two === 'loads' ? (last ?? '') : key;
    if (id !== '' && !table.has(id)) return send(404);
    const shown = (record: Record<string, unknown>) =>
      one !== 'trips' || two === 'loads'
        ? record
        : { ...record, loadCount: fault === 'keeps an old count' ? 0 : (tables[`trips/${record['id']}`]?.size ?? 0) };
    if (init.method === 'GET')
      return send(200, id === '' ? [...table.values()].map(shown) : shown(table.get(id) ?? {}));
    if (two === 'leave') {
      if (above?.['stage'] !== 'planned' || (tables[`trips/${key}`]?.size ?? 0) === 0) return send(409);
      above['stage'] = 'gone';
      return send(200, shown(above));
    }
    const raw = init.body instanceof Uint8Array ? new TextDecoder().decode(init.body) : '';
    let sent: Record<string, unknown>;
    try {
      sent = JSON.parse(raw);
    } catch {
      return send(400);
    }
    const operationId =
      two === 'loads'
        ? last === undefined
          ? 'createLoad'
          : 'replaceLoad'
        : one === 'tents'
          ? 'createTent'
          : 'createTrip';
    const { findings = [] } =
      contract.operations
        .get(operationId)
        ?.validateRequest({
          ...{ path: { tripId: key, id }, query: new URLSearchParams(), mediaType: 'application/json' },
          ...{ headers: { 'content-type': 'application/json' }, body: structuredClone(sent) },
        }) ?? {};
    if (findings.some(({ pointer }) => pointer.startsWith('/body'))) return send(422);
    const isUnknown = two === 'loads' && tables['tents']?.has(String(sent['tentId'])) !== true;
    if (isUnknown && !(fault === 'replaces by an unknown tent' && last !== undefined)) return send(422);
    if (two === 'loads' && last === undefined && above?.['stage'] === 'gone' && fault !== 'loads a trip that is gone')
      return send(409);
    const { id: _id, stage: _stage, loadCount: _count, tripId: _trip, ...free } = sent;
    made += 1;
    const own = id === '' ? `${one[0]}${made}` : id;
    const record = {
      ...{ id: own, ...free },
      ...(two === 'loads' ? { tripId: key } : one === 'trips' ? { stage: 'planned', loadCount: 0 } : {}),
    };
    table.set(own, record);
    return send(id === '' ? 201 : 200, shown(record));
  };
}

async function test(fault?: Fault, usedTime = () => 0) {
  const options = {
    url: 'http://camp.example',
    isForgiving: true,
    allowsExtraMembers: true,
    requests: 4,
    model,
    usedTime,
  };
  const report = await fuzzContract(contract, { ...options, fetch: serve(fault) });
  const outcomes = new Map(report.statements.map(({ id, outcome }) => [id, outcome]));
  return { ...report, outcomes, causes: report.findings.map(({ cause }) => cause) };
}

it('records below others are tried on parents that allow them and on parents that do not', async () => {
  const { causes, outcomes } = await test();
  expect(causes).toEqual([]);
  for (const id of [
    '/resources/trips/members/loadCount/value',
    '/resources/trips/lifecycle/transitions/leave/from',
    '/operations/createLoad/needs/state',
    '/resources/trips.loads/members/tentId/missing',
  ])
    expect([id, outcomes.get(id)]).toEqual([id, 'confirmed']);
});

it.each([
  ['loads a trip that is gone', /createLoad was accepted, although it violates/],
  ['keeps an old count', /loadCount is 0, but/],
  ['replaces by an unknown tent', /replaceLoad was accepted, although it violates: tentId names one of tents/],
] as const)('a server that %s is found', async (fault, says) => {
  expect((await test(fault)).causes).toEqual([expect.stringMatching(says)]);
});

it('what is not tried in time is listed', async () => {
  const { statements, causes } = await test('keeps an old count', () => 0.7);
  expect(causes).toEqual([]);
  expect(new Set(statements.map(({ outcome, why }) => `${outcome} ${why}`))).toEqual(
    new Set(['untried the time was up']),
  );
});
