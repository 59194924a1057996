import { createServer } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { describedOrigin } from '../testing/serve-described.js';
import { refusalOf, serveRental } from '../testing/serve-rental.js';

const extras = {
  rentals: {
    key: { member: 'rentalId' },
    members: {
      'extras[].number': { form: 'integer' },
      price: { value: 'self.extras.map(e, e.price).sum()' },
      charged: { value: 'all("charges").filter(c, c.rentalId == self.rentalId).size()' },
    },
  },
};

describe('modelled lists', () => {
  const page = { page: 'pageNo', size: 'max', default: 2, first: 0 };
  const show = { 'info.at': 'page', 'info.of': 'pages', 'info.all': 'total', 'info.more': 'more' };

  it('include the modelled page details in properties and headers', async () => {
    const { call } = await serveRental({
      lists: { in: 'found', page: { style: 'number', ...page, show, headers: { Link: 'links', 'X-Total': 'total' } } },
    });
    for (const kind of ['a', 'b', 'c']) await call('POST /bikes', { kind });
    const { body, headers } = await call('GET /bikes?pageNo=1');
    expect(body).toMatchObject({ found: [{ kind: 'c' }], info: { at: 1, of: 2, all: 3, more: false } });
    expect(headers.get('x-total')).toBe('3');
    expect(headers.get('link')).toContain(`<${describedOrigin}/bikes?pageNo=0>; rel="first"`);
    expect(headers.get('link')).toContain('rel="prev"');
    expect((await call('GET /rentals')).body).toMatchObject({ rentals: [] });
  });

  it('continue after a cursor and return null as the last cursor', async () => {
    const { call } = await serveRental({
      operations: {
        listRentals: { list: 'rentals', page: { style: 'cursor', after: 'from', default: 2, show: { next: 'next' } } },
      },
    });
    for (const shop of ['a', 'b', 'c']) await call('POST /rentals', { shop });
    const { body } = await call('GET /rentals');
    expect([body.rentals.length, typeof body.next]).toEqual([2, 'string']);
    const rest = await call(`GET /rentals?from=${body.next}`);
    expect(rest.body).toMatchObject({ rentals: [{ shop: 'c' }], next: null });
  });

  it('reject page parameters that the operation does not have', async () => {
    expect(await refusalOf({ operations: { listBikes: { list: 'bikes', page: { page: 'pageNr' } } } })).toContain(
      'Did you mean "pageNo"?',
    );
    expect(await refusalOf({ lists: { page: { page: 'pageNr' } } })).toContain('Did you mean "pageNo"?');
    expect(await refusalOf({ lists: { page: { ...page, show: { all: 'totl' } } } })).toContain('Did you mean "total"?');
  });
});

describe('items in a list of a record', () => {
  it('are numbered when they are added, and can be removed by their number', async () => {
    const { call } = await serveRental({
      resources: extras,
      operations: {
        addExtra: { add: 'rentals.extras[]' },
        removeExtra: { remove: 'rentals.extras[]', item: 'path.number' },
      },
    });
    const { body: rental } = await call('POST /rentals', { extras: [{ what: 'lock', price: 2 }] });
    const added = await call(`POST /rentals/${rental.rentalId}/extras`, { what: 'basket', price: 3 });
    expect([added.status, added.body]).toEqual([201, { number: 2, what: 'basket', price: 3 }]);
    expect((await call(`GET /rentals/${rental.rentalId}`)).body).toMatchObject({
      price: 5,
      extras: [{ number: 1 }, { number: 2 }],
    });
    expect((await call(`DELETE /rentals/${rental.rentalId}/extras/1`)).status).toBe(204);
    expect((await call(`DELETE /rentals/${rental.rentalId}/extras/1`)).status).toBe(404);
    expect((await call(`GET /rentals/${rental.rentalId}`)).body.price).toBe(3);
  });

  it('can be added with a response that contains values of the record', async () => {
    const { call } = await serveRental({
      resources: extras,
      operations: {
        addExtra: { add: 'rentals.extras[]', answer: { number: '=self.extras.size()', price: '=self.price' } },
      },
    });
    const { body: rental } = await call('POST /rentals', { extras: [{ what: 'lock', price: 2 }] });
    const { body } = await call(`POST /rentals/${rental.rentalId}/extras`, { what: 'basket', price: 3 });
    expect(body).toEqual({ number: 2, price: 5 });
  });
});

describe('a bulk request', () => {
  const bulk = { each: 'body.ids', update: 'bikes', key: 'item', with: { kind: '=body.kind' } };

  it('changes each record and reports the ones it cannot change', async () => {
    const { call } = await serveRental({
      operations: {
        retireBikes: {
          ...bulk,
          answer: {
            done: '=results.filter(r, r.ok).map(r, r.item)',
            failed: '=results.filter(r, !r.ok).map(r, r.status)',
          },
        },
      },
    });
    const { body: bike } = await call('POST /bikes', { kind: 'city' });
    const { body } = await call('POST /bikes/retire', { ids: [bike.bikeId, 'nothing'], kind: 'scrap' });
    expect(body).toEqual({ done: [bike.bikeId], failed: [404] });
    expect((await call(`GET /bikes/${bike.bikeId}`)).body.kind).toBe('scrap');
  });
});

// biome-ignore-start lint/suspicious/noThenProperty: the form has this member.
describe('secondary effects', () => {
  const then = {
    charges: {
      create: 'charges',
      each: 'self.extras',
      set: { rentalId: '=self.rentalId', amount: '=item.price', what: '=item.what' },
    },
    bike: { update: 'bikes', key: 'self.bikeId', if: 'self.bikeId != null', set: { owner: '=self.shop' } },
  };

  it('create and change other records, and the response reflects them', async () => {
    const { call } = await serveRental({ resources: extras, operations: { rentBike: { create: 'rentals', then } } });
    const { body: bike } = await call('POST /bikes', { kind: 'city' });
    const { body } = await call('POST /rentals', {
      shop: 'north',
      bikeId: bike.bikeId,
      extras: [
        { what: 'lock', price: 2 },
        { what: 'map', price: 1 },
      ],
    });
    expect(body.charged).toBe(2);
    expect((await call('GET /charges')).body).toMatchObject([{ rentalId: body.rentalId, amount: 2 }, { what: 'map' }]);
    expect((await call(`GET /bikes/${bike.bikeId}`)).body.owner).toBe('north');
  });

  it('make the operation fail without storing anything if they fail', async () => {
    const { call } = await serveRental({
      resources: { ...extras, charges: { holds: { some: { that: 'self.amount > 0', message: 'Nothing to pay' } } } },
      operations: { rentBike: { create: 'rentals', then } },
    });
    const { status, text } = await call('POST /rentals', { extras: [{ what: 'lock', price: 0 }] });
    expect([status, text]).toEqual([422, expect.stringContaining('Nothing to pay')]);
    expect((await call('GET /rentals')).body.rentals).toEqual([]);
  });

  it('run after an operation without a record and after a deletion', async () => {
    const { call } = await serveRental({
      operations: {
        retireBikes: { answer: { ok: true }, then: { one: { create: 'charges', set: { what: '=body.kind' } } } },
        scrapBike: {
          delete: 'bikes',
          then: { gone: { create: 'charges', set: { what: '="scrapped " + self.kind' } } },
        },
      },
    });
    expect((await call('POST /bikes/retire', { kind: 'old' })).body).toEqual({ ok: true });
    const { body: bike } = await call('POST /bikes', { kind: 'city' });
    await call(`DELETE /bikes/${bike.bikeId}`);
    expect((await call('GET /charges')).body).toMatchObject([{ what: 'old' }, { what: 'scrapped city' }]);
  });

  it.each(['changeBike', 'restoreBike'])(
    'of %s change another record of the same resource only as stated',
    async (id) => {
      const twin = { update: 'bikes', key: 'headers["x-twin"]', set: { owner: 'the twin' } };
      const does = id === 'changeBike' ? 'update' : 'act';
      const operation = { [does]: 'bikes', key: 'path.bikeId', set: { kind: 'used', owner: 'mine' }, then: { twin } };
      const { call } = await serveRental({
        resources: { bikes: { key: { member: 'bikeId' }, members: { manualName: { value: '"by it"', on: id } } } },
        operations: { [id]: operation },
      });
      const { body: bike } = await call('POST /bikes', { kind: 'city' });
      const { body: other } = await call('POST /bikes', { kind: 'cargo' });
      const line = id === 'changeBike' ? `PATCH /bikes/${bike.bikeId}` : `POST /bikes/${bike.bikeId}/restore`;
      expect((await call(line, { kind: 'new' }, { 'x-twin': other.bikeId })).body).toMatchObject({
        kind: 'used',
        manualName: 'by it',
      });
      const { body } = await call(`GET /bikes/${other.bikeId}`);
      expect([body.kind, body.owner, body.manualName ?? null]).toEqual(['cargo', 'the twin', other.manualName ?? null]);
    },
  );

  it("do not apply the main effect's conditions and values to another record they create", async () => {
    const twin = { create: 'rentals', if: 'body.shop == "north"', set: { shop: 'south' } };
    const operation = { create: 'rentals', set: { bikeId: '=body.shop' }, needs: { invalid: 'self.shop == "north"' } };
    const { call } = await serveRental({
      resources: { rentals: extras.rentals },
      operations: { rentBike: { ...operation, then: { twin } } },
    });
    expect((await call('POST /rentals', { shop: 'north' })).status).toBe(201);
    const { rentals } = (await call('GET /rentals')).body;
    expect(rentals).toMatchObject([{ bikeId: 'north' }, { shop: 'south' }]);
    expect(rentals[1].bikeId).not.toBe('north');
  });
});

// biome-ignore-end lint/suspicious/noThenProperty: only above.

it('restores a deleted record if its resource keeps deleted records', async () => {
  const { call } = await serveRental({
    resources: { bikes: { key: { member: 'bikeId' }, deleted: 'keep' } },
    operations: { restoreBike: { restore: 'bikes', key: 'path.bikeId' } },
  });
  const { body: bike } = await call('POST /bikes', { kind: 'city' });
  await call(`DELETE /bikes/${bike.bikeId}`);
  expect((await call(`GET /bikes/${bike.bikeId}`)).status).toBe(404);
  expect((await call('GET /bikes')).body.found).toEqual([]);
  expect((await call(`POST /bikes/${bike.bikeId}/restore`)).body).toMatchObject({ kind: 'city' });
  expect((await call(`GET /bikes/${bike.bikeId}`)).body.kind).toBe('city');
  expect((await call('POST /bikes/nothing/restore')).status).toBe(404);
});

it("stores an uploaded file with its record and returns it by the record's id", async () => {
  const { call, simulators } = await serveRental({
    resources: {
      bikes: {
        key: { member: 'bikeId' },
        members: {
          manualName: { value: 'upload.name', on: 'manual' },
          manualSize: { value: 'upload.size', on: 'manual' },
        },
        lifecycle: { member: 'kind', transitions: { manual: { on: 'uploadManual' } } },
      },
    },
    operations: {
      uploadManual: { update: 'bikes', key: 'path.bikeId', upload: 'document' },
      downloadManual: { file: 'bikes', key: 'path.bikeId' },
    },
  });
  const { body: bike } = await call('POST /bikes', { kind: 'city' });
  const form = new FormData();
  form.append('document', new Blob(['how to ride'], { type: 'text/plain' }), 'manual.txt');
  const url = `${describedOrigin}/bikes/${bike.bikeId}/manual`;
  expect((await simulators.fetch(url, { method: 'PUT', body: form })).status).toBe(200);
  expect((await call(`GET /bikes/${bike.bikeId}`)).body).toMatchObject({ manualName: 'manual.txt', manualSize: 11 });
  expect(await (await simulators.fetch(url)).text()).toBe('how to ride');
  expect((await call('GET /bikes/nothing/manual')).status).toBe(404);
});

describe('sign-in', () => {
  const operations = {
    openSession: {
      login: 'riders',
      by: { nick: 'body.nick' },
      password: '=self.pin',
      answer: { bearer: '=token', rider: '=self' },
    },
    whoAmI: { read: 'riders', key: 'caller.riderId' },
    charge: { create: 'charges', needs: { forbidden: 'caller.level > 1' }, set: { what: '=caller.nick' } },
  };
  const resources = { riders: { key: { member: 'riderId' }, members: { seenAt: { value: 'now', on: 'login' } } } };

  it('returns a token that identifies the record as the caller of later requests', async () => {
    const { call } = await serveRental({ resources, operations });
    await call('POST /riders', { nick: 'eve', pin: '1', level: 1 });
    await call('POST /riders', { nick: 'ada', pin: '2', level: 2 });
    expect((await call('POST /session', { nick: 'ada', password: '1' })).status).toBe(401);
    expect((await call('POST /session', { nick: 'bob', password: '1' })).status).toBe(401);
    const { body } = await call('POST /session', { nick: 'ada', password: '2' });
    expect(body.rider).toMatchObject({ nick: 'ada', seenAt: '2026-01-15T09:00:00.000Z' });
    const asAda = { authorization: `Bearer ${body.bearer}` };
    expect((await call('GET /me', undefined, asAda)).body).toMatchObject({
      nick: 'ada',
      seenAt: '2026-01-15T09:00:00.000Z',
    });
    expect((await call('POST /charges', { amount: 1 }, asAda)).body.what).toBe('ada');
    const { body: other } = await call('POST /session', { nick: 'eve', password: '1' });
    expect((await call('POST /charges', { amount: 1 }, { authorization: `Bearer ${other.bearer}` })).status).toBe(403);
  });
});

describe('response overrides', () => {
  it('replace the response of an operation if their condition holds', async () => {
    const { call } = await serveRental({
      responses: {
        addBike: {
          broke: {
            if: 'body.kind == "gold"',
            status: 402,
            answer: { message: '="Too expensive: " + body.kind' },
            headers: { 'X-Why': 'price' },
          },
          full: { if: 'all("bikes").size() >= 1', status: 409 },
        },
      },
    });
    const gold = await call('POST /bikes', { kind: 'gold' });
    expect([gold.status, gold.body, gold.headers.get('x-why')]).toEqual([
      402,
      { message: 'Too expensive: gold' },
      'price',
    ]);
    expect((await call('POST /bikes', { kind: 'city' })).status).toBe(201);
    const full = await call('POST /bikes', { kind: 'city' });
    expect([full.status, full.text]).toEqual([409, expect.stringContaining('full')]);
    expect((await call('GET /bikes')).body.found).toHaveLength(1);
    expect(await refusalOf({ responses: { addBikes: {} } })).toContain('Did you mean "addBike"?');
  });
});

describe('HTTP settings of a model', () => {
  it('apply to idempotency keys, If-Match, rate limits and required properties', async () => {
    const { call } = await serveRental({
      operations: {
        addBike: { create: 'bikes', idempotent: 'X-Once' },
        changeBike: { update: 'bikes', etag: { missing: 428 } },
      },
      http: { required: 'lenient', unknownIds: 'invent', rateLimit: { requests: 5, per: 'PT1H' } },
    });
    const { body: bike } = await call('POST /bikes', { kind: 'a' }, { 'x-once': '1' });
    expect((await call('POST /bikes', { kind: 'a' }, { 'x-once': '1' })).body.bikeId).toBe(bike.bikeId);
    expect((await call('POST /bikes', {}, { 'idempotency-key': '1' })).status).toBe(201);
    expect((await call(`PATCH /bikes/${bike.bikeId}`, { kind: 'b' })).status).toBe(428);
    const { headers } = await call(`GET /bikes/${bike.bikeId}`);
    const tag = headers.get('etag') ?? '';
    expect((await call(`PATCH /bikes/${bike.bikeId}`, { kind: 'b' }, { 'if-match': tag })).status).toBe(200);
    expect((await call('GET /bikes/any')).status).toBe(429);
    const { call: other } = await serveRental({ http: { unknownIds: 'invent' } });
    expect((await other('GET /bikes/any')).status).toBe(200);
  });
});

describe('errors', () => {
  it('have the modelled status, code, message and body, even for built-in checks', async () => {
    const { call } = await serveRental({
      errors: {
        body: { message: '=error.message', kind: '=error.kind', at: '=error.all.map(e, e.field)', of: '=error.status' },
        missing: { message: 'Nothing here ({error.status})', code: 'gone' },
        invalid: { status: 422 },
      },
    });
    expect((await call('GET /bikes/x')).body).toEqual({
      message: 'Nothing here (404)',
      kind: 'missing',
      at: [],
      of: 404,
    });
    const { status, body } = await call('POST /bikes', { kind: 1 });
    expect([status, body.of, body.kind, body.at]).toEqual([422, 422, 'invalid', ['kind']]);
  });
});

describe('modelled events', () => {
  async function listen() {
    const received: { path: string; body: Record<string, unknown>; signature: string | undefined }[] = [];
    const server = createServer((request, response) => {
      let text = '';
      request.on('data', (part) => {
        text += part;
      });
      request.on('end', () => {
        received.push({
          path: request.url ?? '',
          body: JSON.parse(text),
          signature: request.headers['x-sign']?.toString(),
        });
        response.end();
      });
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    onTestFinished(() => void server.close());
    const address = server.address();
    return { received, url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}` };
  }

  it('are sent to subscribed records and stored when their operation or transition happens', async () => {
    const { received, url } = await listen();
    const { call, simulators } = await serveRental({
      resources: {
        rentals: {
          key: { member: 'rentalId' },
          lifecycle: {
            member: 'state',
            initial: 'out',
            transitions: { back: { on: 'returnBike', from: 'out', to: 'back' } },
          },
        },
        entries: { key: { member: 'id' }, schema: '#/components/schemas/Entry' },
        hooks: { key: { member: 'id' }, schema: '#/components/schemas/Hook' },
      },
      operations: { readLog: { list: 'entries' }, addHook: { create: 'hooks' } },
      events: {
        body: { id: '=event.id', what: '=event.type', about: '=self.rentalId' },
        types: { 'rental.started': { on: 'rentBike', if: 'self.shop != "secret"' }, 'rental.ended': { on: 'back' } },
        channels: {
          hooks: {
            each: 'all("hooks")',
            url: 'item.url',
            if: 'event.type in item.wants',
            sign: { header: 'X-Sign', hmac: 'sha256', key: 'item.key' },
          },
          log: { store: 'entries' },
        },
      },
    });
    await call('POST /hooks', { url: `${url}/ended`, wants: ['rental.ended'], key: 's' });
    await call('POST /rentals', { shop: 'secret' });
    const { body: rental } = await call('POST /rentals', { shop: 'north' });
    await call(`POST /rentals/${rental.rentalId}/return`);
    expect((await call('GET /log')).body).toMatchObject([
      { what: 'rental.started', about: rental.rentalId },
      { what: 'rental.ended', about: rental.rentalId },
    ]);
    await expect.poll(() => received, { timeout: 5000 }).toHaveLength(1);
    expect(received).toMatchObject([{ path: '/ended', body: { what: 'rental.ended', about: rental.rentalId } }]);
    expect(received[0]?.signature).toMatch(/^sha256=[0-9a-f]{64}$/);
    expect(simulators.defects).toEqual([]);
  });

  it('are rejected if their operation is unknown or their channel is incomplete', async () => {
    expect(await refusalOf({ events: { types: { a: { on: 'rentBikes' } } } })).toContain('Did you mean "rentBike"?');
    expect(await refusalOf({ events: { channels: { a: { each: 'all("hooks")' } } } })).toContain('It needs one of url');
  });
});
