import { createContract, isObject } from '@understudy/contract';
import { expect, it } from 'vitest';
import { fuzzContract } from './fuzz-contract.js';

const kind = { $ref: '#/components/schemas/Kind' };
const properties = {
  name: { type: 'string', minLength: 1, maxLength: 40 },
  kind,
  seats: { type: 'integer', minimum: 1, maximum: 12 },
  note: { type: ['string', 'null'], maxLength: 200 },
};
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const own = { id: { type: 'string' }, createdAt: { type: 'string', format: 'date-time' } };
// Only a creation sets it.
const hull = { type: 'string', maxLength: 40 };
const boat = { type: 'object', required: ['id', 'name', 'createdAt'], properties: { ...own, hull, ...properties } };
const one = { 200: { description: 'The boat', ...json(boat) }, 404: { description: 'There is none' } };
const input = {
  ...{ type: 'object', required: ['hull', 'name', 'kind', 'seats'], additionalProperties: false },
  properties: { hull, ...properties },
};
const trip = { type: 'object', required: ['day'], properties: { day: { type: 'string', maxLength: 40 } } };
const madeTrip = { ...trip, required: ['id', 'day'], properties: { id: { type: 'string' }, ...trip.properties } };
const wish = { type: 'object', required: ['boatId'], properties: { boatId: { type: 'string' } } };
const booking = { ...wish, required: ['id', 'boatId'], properties: { id: { type: 'string' }, ...wish.properties } };
const contract = createContract('boats', {
  openapi: '3.1.0',
  info: { title: 'Boats', version: '1' },
  paths: {
    '/boats': {
      get: {
        operationId: 'listBoats',
        parameters: [
          { name: 'kind', in: 'query', schema: kind },
          { name: 'sort', in: 'query', schema: { type: 'string', enum: ['name', '-name'] } },
        ],
        responses: { 200: { description: 'All', ...json({ type: 'array', items: boat }) } },
      },
      post: {
        operationId: 'createBoat',
        requestBody: { required: true, ...json(input) },
        responses: { 201: { description: 'The boat', ...json(boat) } },
      },
    },
    '/boats/{boatId}': {
      parameters: [{ name: 'boatId', in: 'path', required: true, schema: { type: 'string' } }],
      get: { operationId: 'getBoat', responses: one },
      patch: {
        operationId: 'updateBoat',
        requestBody: { required: true, ...json({ type: 'object', properties }) },
        responses: one,
      },
      delete: {
        operationId: 'deleteBoat',
        responses: { 204: { description: 'It is gone' }, 409: { description: 'The boat has bookings.' } },
      },
    },
    '/boats/{boatId}/trips': {
      parameters: [{ name: 'boatId', in: 'path', required: true, schema: { type: 'string' } }],
      get: {
        operationId: 'listTrips',
        responses: { 200: { description: 'All', ...json({ type: 'array', items: madeTrip }) } },
      },
      post: {
        operationId: 'createTrip',
        requestBody: { required: true, ...json(trip) },
        responses: { 201: { description: 'The trip', ...json(madeTrip) } },
      },
    },
    '/bookings': {
      get: {
        operationId: 'listBookings',
        responses: { 200: { description: 'All', ...json({ type: 'array', items: booking }) } },
      },
      post: {
        operationId: 'createBooking',
        requestBody: { required: true, ...json(wish) },
        responses: { 201: { description: 'The booking', ...json(booking) }, 422: { description: 'No such boat' } },
      },
    },
  },
  components: { schemas: { Kind: { type: 'string', enum: ['sail', 'motor', 'row'] } } },
});

/** A server that does what the description says, apart from one thing. */
function serveBoats(deviation: string) {
  const boats = new Map<string, Record<string, unknown>>();
  const bookings: Record<string, unknown>[] = [];
  const trips: { readonly path: string; readonly trip: object }[] = [];
  let last = 0;
  const keyOf = (values: Readonly<Record<string, unknown>>): string => {
    last += 1;
    return deviation === 'lets requests set the id' && values['id'] !== undefined ? String(values['id']) : `b${last}`;
  };
  return async (address: string, init: RequestInit = {}): Promise<Response> => {
    const { pathname, searchParams } = new URL(address);
    const sent: unknown = init.body instanceof Uint8Array ? JSON.parse(new TextDecoder().decode(init.body)) : undefined;
    const values = isObject(sent) ? sent : {};
    if (pathname.endsWith('/trips')) {
      const own = trips.filter(({ path }) => path === pathname || deviation === 'lists the trips of all boats');
      if (init.method !== 'POST') return Response.json(own.map((each) => each.trip));
      trips.push({ path: pathname, trip: { ...values, id: `t${trips.length + 1}` } });
      return Response.json(trips.at(-1)?.trip, { status: 201 });
    }
    if (pathname === '/boats' && init.method === 'POST') {
      const created = { note: null, ...values, id: keyOf(values), createdAt: '2026-01-15T09:00:00Z' };
      boats.set(created.id, deviation === 'drops the note' ? { ...created, note: null } : created);
      return Response.json(boats.get(created.id), { status: 201 });
    }
    if (pathname === '/boats') {
      const order = deviation === 'ignores the order' ? undefined : searchParams.get('sort');
      const listed = [...boats.values()].sort((one, other) => {
        const sign = String(one['name']) < String(other['name']) ? -1 : 1;
        return order === 'name' ? sign : order === '-name' ? -sign : 0;
      });
      const asked = deviation === 'ignores the filter' ? null : searchParams.get('kind');
      const chosen = listed.filter((each) => asked === null || each['kind'] === asked);
      const counted = deviation === 'counts all' ? listed : chosen;
      return Response.json(chosen, { headers: { 'x-total-count': String(counted.length) } });
    }
    if (pathname === '/bookings' && init.method === 'POST') {
      if (!boats.has(String(values['boatId']))) return new Response(null, { status: 422 });
      bookings.push({ ...values, id: `k${bookings.length + 1}` });
      return Response.json(bookings.at(-1), { status: 201 });
    }
    if (pathname === '/bookings') return Response.json(bookings);
    const found = boats.get(pathname.slice('/boats/'.length));
    if (found === undefined) return new Response(null, { status: 404 });
    if (init.method === 'DELETE') {
      const isBooked = bookings.some(({ boatId }) => boatId === found['id']);
      if (isBooked && deviation !== 'forgets bookings') return new Response(null, { status: 409 });
      boats.delete(String(found['id']));
      return new Response(null, { status: 204 });
    }
    if (deviation !== 'loses updates') Object.assign(found, { ...values, hull: found['hull'] });
    if (deviation === 'moves the time of creation' && init.method === 'PATCH')
      found['createdAt'] = '2026-01-16T09:00:00Z';
    if (deviation === 'changes the seats of all')
      for (const each of boats.values()) if (init.method === 'PATCH') each['seats'] = found['seats'];
    return Response.json(found);
  };
}

it.each([
  ['drops the note', /^createBoat|getBoat .*note/],
  ['ignores the filter', /the filter kind=\w+ also selects/],
  ['counts all', /X-Total-Count is \d+ with the filter kind, which selects \d+/],
  ['loses updates', /an accepted update is lost/],
  ['ignores the order', /the list shows name .* before/],
  ['moves the time of creation', /an update also changes createdAt/],
  ['forgets bookings', /deleteBoat was accepted although a record refers to it/],
  ['lets requests set the id', /a request sets id, which the server sets/],
  ['lists the trips of all boats', /the list shows an entity that belongs to another one/],
  ['changes the seats of all', /an update of one entity also changes another one: seats/],
])('finds a server that %s', async (deviation, says) => {
  const run = async (name: string) => {
    const options = { fetch: serveBoats(name), url: 'http://127.0.0.1:1', requests: 2, covers: false };
    const { findings } = await fuzzContract(contract, { ...options, isForgiving: true });
    return findings.map(({ cause }) => cause);
  };
  expect(await run(deviation)).toEqual(expect.arrayContaining([expect.stringMatching(says)]));
  expect((await run('')).filter((cause) => says.test(cause))).toEqual([]);
});

it('replays a finding with newly generated ids, including those in bodies', async () => {
  const replay = '/resources/bookings/members/boatId/deleted';
  const options = { fetch: serveBoats('forgets bookings'), url: 'http://127.0.0.1:1', requests: 2, replay };
  const { findings } = await fuzzContract(contract, options);
  expect(findings[0]?.curl).toMatch(
    /^id1=\$\(curl -s -X POST .*\/boats'.*\n[\s\S]*--data-raw '\{"boatId":"'"\$id1"'"\}'[\s\S]*-X DELETE .*\/boats\/'"\$id1"''$/,
  );
});

it('checks the count of a filtered list whose records have no id', async () => {
  const kind = { type: 'string', enum: ['leave', 'expense'] };
  const waiting = { type: 'object', required: ['kind', 'since'], properties: { kind, since: { type: 'string' } } };
  const items = { type: 'array', items: waiting };
  const page = { type: 'object', required: ['items', 'total'], properties: { items, total: { type: 'integer' } } };
  const parameters = [{ name: 'kind', in: 'query', schema: kind }];
  const responses = { 200: { description: 'All', content: { 'application/json': { schema: page } } } };
  const approvals = createContract('approvals', {
    ...{ openapi: '3.1.0', info: { title: 'Approvals', version: '1' } },
    paths: { '/approvals': { get: { operationId: 'listApprovals', parameters, responses } } },
  });
  const all = ['leave', 'leave', 'expense'].map((each, index) => ({ kind: each, since: `2026-01-0${index + 1}` }));
  const fetch = async (address: string) => {
    const asked = new URL(address).searchParams.get('kind');
    const chosen = all.filter((each) => asked === null || each.kind === asked);
    return asked !== null && !kind.enum.includes(asked)
      ? new Response(null, { status: 400 })
      : Response.json({ items: chosen, total: chosen.length });
  };
  const report = await fuzzContract(approvals, { fetch, url: 'http://127.0.0.1:1', requests: 2, isForgiving: true });
  expect(report.findings.map(({ cause }) => cause).filter((cause) => cause.includes('filter'))).toEqual([]);
  expect(report.statements.map(({ id, outcome }) => `${outcome} ${id}`)).toContain(
    'confirmed /operations/listApprovals/like/kind',
  );
});
