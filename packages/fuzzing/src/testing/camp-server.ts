import { createContract } from '@understudy/contract';
import { setRealTimeAlarm } from '@understudy/kernel';
import type { BehaviorModel } from '@understudy/model';

const text = { type: 'string', minLength: 1, maxLength: 40 };
const given = { type: 'string', readOnly: true };
const count = { type: 'integer', minimum: 1, maximum: 99 };
const entity = <Members>(required: readonly string[], properties: Members) => ({
  type: 'object',
  required,
  properties,
});
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const answers = (schema: object | undefined, status: number) => ({
  [status]: { description: 'OK', ...(schema === undefined ? {} : json(schema)) },
  ...Object.fromEntries([400, 404, 409, 422].map((each) => [each, { description: 'Refused' }])),
});
const instant = { type: 'string', format: 'date-time', readOnly: true };
const sizes = { type: 'string', enum: ['small', 'large'], default: 'small' };
const tent = entity(['id', 'name', 'createdAt'], {
  ...{ id: given, name: text, createdAt: instant, size: sizes, color: { ...text, default: 'green' } },
});
const trip = entity(['id', 'title', 'stage', 'loadCount', 'pieceSum'], {
  ...{ id: given, title: text, stage: { type: 'string', enum: ['planned', 'gone'], readOnly: true } },
  ...{ loadCount: { type: 'integer', readOnly: true }, pieceSum: { type: 'integer', readOnly: true } },
  note: { type: ['string', 'null'], pattern: '^N-[0-9]{3}$' },
});
const load = entity(['id', 'tripId', 'tentId', 'pieces'], {
  ...{ id: given, tripId: given, tentId: text, pieces: count },
});
const parameter = (name: string) => ({ name, in: 'path', required: true, schema: text });
const queried = (name: string, schema: object) => ({ name, in: 'query', schema });
const operation = (operationId: string, status: number, schema?: object, body?: object) => ({
  ...{ operationId, responses: answers(schema, status) },
  ...(body === undefined ? {} : { requestBody: { required: true, ...json(body) } }),
});
const collection = (name: string, schema: object, body = schema) => ({
  get: operation(`list${name}`, 200, { type: 'array', items: schema }),
  post: operation(`create${name}`, 201, schema, body),
});
const tents = collection('Tent', tent);
const selected = [queried('limit', count), queried('offset', { type: 'integer', minimum: 0 }), queried('size', sizes)];
export const campContract = createContract('camp', {
  ...{ openapi: '3.1.0', info: { title: 'Camp', version: '1' } },
  components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'x-key' } } },
  paths: {
    '/tents': { ...tents, get: { ...tents.get, parameters: selected } },
    '/tents/{id}': {
      ...{ parameters: [parameter('id')], get: operation('getTent', 200, tent) },
      put: operation('replaceTent', 200, tent, tent),
    },
    '/trips': collection('Trip', trip),
    '/trips/{tripId}': {
      ...{ parameters: [parameter('tripId')], get: operation('getTrip', 200, trip) },
      patch: operation('changeTrip', 200, trip, {
        type: 'object',
        additionalProperties: false,
        properties: { title: text, note: trip.properties.note },
      }),
      delete: operation('removeTrip', 204),
    },
    '/trips/{tripId}/export': {
      ...{ parameters: [parameter('tripId')], get: { ...operation('exportTrip', 200), security: [{ key: [] }] } },
    },
    '/trips/{tripId}/leave': { parameters: [parameter('tripId')], post: operation('leave', 200, trip) },
    '/trips/{tripId}/loads': { parameters: [parameter('tripId')], ...collection('Load', load) },
    '/trips/{tripId}/loads/{id}': {
      parameters: [parameter('tripId'), parameter('id')],
      ...{ put: operation('replaceLoad', 200, load, load), delete: operation('removeLoad', 204) },
    },
  },
});
export const campModel: BehaviorModel = {
  resources: {
    tents: { unique: { name: { members: ['name'] } }, members: { createdAt: { value: 'now', on: 'create' } } },
    trips: {
      members: {
        loadCount: { value: 'of("trips.loads").size()' },
        pieceSum: { value: 'of("trips.loads").map(each, each.pieces).sum()' },
      },
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
};

/** The address before the key in the Location of a new trip. */
const locations: Readonly<Record<string, string>> = {
  'tells another Location': '/trip/',
  'tells a malformed Location': 'http://[%',
};

/** A defect of the server. */
export type CampFault =
  | 'loads a trip that is gone'
  | 'lets a trip leave twice'
  | 'keeps an old count'
  | 'keeps the sum when a load is replaced'
  | 'replaces by an unknown tent'
  | 'replaces a name by a taken one'
  | 'moves the time of creation'
  | 'loses the note'
  | 'deletes twice'
  | 'loads too many pieces'
  | 'lists late'
  | 'keeps what null clears'
  | 'keeps half of a refused update'
  | 'stores a refused creation'
  | 'lists old titles'
  | 'tells another Location'
  | 'tells a malformed Location'
  | 'uses keys again'
  | 'finds loads below other trips'
  | 'exports without a key'
  | 'keeps the count when a load is removed'
  | 'keeps what a replacement leaves out'
  | 'keeps a color that a replacement leaves out'
  | 'cuts long names'
  | 'forgets a filter on the next page'
  | 'removes loads below other trips'
  | 'lets a change set the stage'
  | 'loads an unknown tent';

type Fields = Record<string, unknown>;

/** Serves trips with loads. A trip needs a load before it leaves, and accepts none afterwards. */
export function serveCamp(fault?: CampFault) {
  const tents = new Map<string, Fields>();
  const trips = new Map<string, Fields & { loads: Map<string, Fields>; old: number }>();
  const removed = new Set<string>();
  const titles = new Map<string, unknown>();
  /** Outdated copies of the lists. */
  const late = new Map<string, Fields[]>();
  const publish = () => {
    late.set('tents', [...tents.values()]).set('trips', [...trips.values()].map(showTrip));
  };
  const list = (place: string, records: Fields[], query: URLSearchParams) => {
    const [size, offset] = [query.get('size'), Number(query.get('offset') ?? 0)];
    const known = fault === 'lists late' ? (late.get(place) ?? []) : records;
    const asked = known.filter((each) => size === null || each['size'] === size);
    const isForgotten = fault === 'forgets a filter on the next page' && offset > 0 && offset < asked.length;
    const found = isForgotten ? known : asked;
    return send(200, found.slice(offset, offset + Number(query.get('limit') ?? 100)));
  };
  const send = (status: number, body?: unknown, headers: Record<string, string> = {}) =>
    new Response(body === undefined ? null : JSON.stringify(body), {
      ...{ status, headers: body === undefined ? headers : { 'content-type': 'application/json', ...headers } },
    });
  const showTrip = ({ loads, old, ...fields }: Fields & { loads: Map<string, Fields>; old: number }) => {
    const pieces = [...loads.values()].reduce((sum, each) => sum + Number(each['pieces']), 0);
    return {
      ...fields,
      loadCount: fault === 'keeps an old count' ? 0 : loads.size + Number(fields['more'] ?? 0),
      pieceSum: fault === 'keeps the sum when a load is replaced' ? old : pieces,
    };
  };
  const showListed = (trip: Parameters<typeof showTrip>[0]) =>
    fault === 'lists old titles' ? { ...showTrip(trip), title: titles.get(String(trip['id'])) } : showTrip(trip);
  let made = 0;
  return async (address: string, init: RequestInit = {}): Promise<Response> => {
    const { pathname, searchParams } = new URL(address);
    const match = campContract.match(init.method ?? 'GET', pathname);
    if (match.kind !== 'operation') return send(404);
    const { operation, path } = match;
    if (operation.method !== 'GET') setRealTimeAlarm(20, publish);
    const raw = init.body instanceof Uint8Array ? new TextDecoder().decode(init.body) : '';
    let sent: Fields = {};
    try {
      if (operation.requestBody !== undefined) sent = JSON.parse(raw);
    } catch {
      return send(400);
    }
    const { findings } = operation.validateRequest({
      ...{ path, query: new URLSearchParams(), mediaType: 'application/json', body: structuredClone(sent) },
      headers: { 'content-type': 'application/json' },
    });
    const isOverlooked = (ruleId: string) =>
      (fault === 'loads too many pieces' && ruleId === 'request/body-maximum') ||
      fault === 'lets a change set the stage';
    const trip = trips.get(String(path['tripId']));
    if (findings.some(({ pointer, ruleId }) => pointer.startsWith('/body') && !isOverlooked(ruleId))) {
      const { title } = sent;
      if (fault === 'keeps half of a refused update' && typeof title === 'string') Object.assign(trip ?? {}, { title });
      return send(422);
    }
    made += 1;
    const isCounted = operation.operationId === 'createTrip' && fault === 'uses keys again';
    const key = String(path['id'] ?? (isCounted ? `t${trips.size + 1}` : `t${made}`));
    if (path['tripId'] !== undefined && trip === undefined) return send(404);
    const loads = trip?.loads ?? new Map<string, Fields>();
    const isGone = trip?.['stage'] === 'gone';
    const isTaken = [...tents.values()].some((each) => each['name'] === sent['name'] && each['id'] !== path['id']);
    const load = { ...sent, id: key, tripId: path['tripId'] };
    const isElsewhere =
      fault === 'finds loads below other trips' && [...trips.values()].some((each) => each.loads.has(key));
    switch (operation.operationId) {
      case 'listTent':
        return list('tents', [...tents.values()], searchParams);
      case 'getTent':
        return tents.has(key) ? send(200, tents.get(key)) : send(404);
      case 'createTent':
      case 'replaceTent': {
        const isNew = path['id'] === undefined;
        if (!isNew && !tents.has(key)) return send(404);
        if (isTaken && isNew && fault === 'stores a refused creation')
          tents.set(key, { ...tents.get(key), ...sent, id: key, createdAt: '2026-01-01T00:00:00Z' });
        if (isTaken && (isNew || fault !== 'replaces a name by a taken one')) return send(409);
        const isLater = isNew || fault === 'moves the time of creation';
        const createdAt = isLater
          ? new Date(Date.UTC(2026, 0, 1) + made * 1500).toISOString()
          : tents.get(key)?.['createdAt'];
        const { color, ...more } = tents.get(key) ?? {};
        const kept = fault === 'keeps what a replacement leaves out' ? more : {};
        if (fault === 'keeps a color that a replacement leaves out' && color !== undefined)
          Object.assign(kept, { color });
        if (fault === 'cuts long names') sent['name'] = String(sent['name']).slice(0, 30);
        tents.set(key, { size: 'small', color: 'green', ...kept, ...sent, id: key, createdAt });
        return send(isNew ? 201 : 200, tents.get(key));
      }
      case 'listTrip':
        return list('trips', [...trips.values()].map(showListed), searchParams);
      case 'createTrip':
        titles.set(key, sent['title']);
        trips.set(key, { ...sent, id: key, stage: 'planned', loads: new Map(), old: 0 });
        return send(201, showTrip(trips.get(key) as never), {
          location: `${locations[fault ?? ''] ?? '/trips/'}${key}`,
        });
      case 'getTrip':
        return send(200, showTrip(trip as never));
      case 'changeTrip':
        if (fault === 'loses the note') delete trip?.['note'];
        if (fault === 'keeps what null clears' && sent['note'] === null) sent['note'] = trip?.['note'];
        return send(200, showTrip(Object.assign(trip as never, sent)));
      case 'removeTrip':
        trips.delete(String(path['tripId']));
        return send(204);
      case 'exportTrip': {
        const isOpen = fault === 'exports without a key' || new Headers(init.headers).get('x-key') === 'right';
        return send(isOpen ? 200 : 401);
      }
      case 'leave':
        if (loads.size === 0 || (isGone && fault !== 'lets a trip leave twice')) return send(409);
        return send(200, showTrip(Object.assign(trip as never, { stage: 'gone' })));
      case 'listLoad':
        return send(200, [...loads.values()]);
      case 'createLoad':
        if (!tents.has(String(sent['tentId'])) && fault !== 'loads an unknown tent') return send(422);
        if (isGone && fault !== 'loads a trip that is gone') return send(409);
        loads.set(key, load);
        Object.assign(trip as never, { old: Number(trip?.old) + Number(sent['pieces']) });
        return send(201, load);
      case 'replaceLoad':
        if (!loads.has(key) && !isElsewhere) return send(404);
        if (!tents.has(String(sent['tentId'])) && fault !== 'replaces by an unknown tent') return send(422);
        loads.set(key, load);
        return send(200, load);
      default:
        if (trip !== undefined && fault === 'keeps the count when a load is removed' && loads.has(key))
          trip['more'] = Number(trip['more'] ?? 0) + 1;
        if (fault === 'removes loads below other trips') for (const each of trips.values()) each.loads.delete(key);
        else if (!loads.delete(key)) return send(fault === 'deletes twice' && removed.has(key) ? 204 : 404);
        removed.add(key);
        return send(204);
    }
  };
}
