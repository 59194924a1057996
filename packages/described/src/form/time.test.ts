import { expect, it } from 'vitest';
import { refusalOf, serveRental } from '../testing/serve-rental.js';

it('uses the modelled time zone for dates and the modelled format for timestamps', async () => {
  const { call } = await serveRental(
    {
      time: { zone: 'Asia/Tokyo', form: 'milliseconds' },
      resources: {
        bikes: { members: { boughtOn: { value: 'today', on: 'create' }, owner: { form: '{year}-{month}-{day}' } } },
        riders: { members: { level: { value: 'now', on: 'create' } } },
      },
    },
    {
      sandbox: {
        clock: { mode: 'manual', at: '2026-01-15T20:00:00Z' },
        progression: 'immediate',
        seed: 'empty',
        randomSeed: '1',
      },
    },
  );
  expect((await call('POST /bikes', { kind: 'a' })).body).toMatchObject({
    boughtOn: '2026-01-16',
    owner: '2026-01-16',
  });
  expect((await call('POST /riders', { nick: 'a' })).body.level).toBe(Date.parse('2026-01-15T20:00:00Z'));
  expect(await refusalOf({ time: { zone: 'Asia/Tokio' } })).toContain('Did you mean "Asia/Tokyo"?');
});

it('a timed transition starts only from its states, sets properties and sends an event', async () => {
  const { call } = await serveRental({
    resources: {
      rentals: {
        key: { member: 'rentalId' },
        lifecycle: {
          member: 'state',
          initial: 'out',
          transitions: {
            back: { on: 'returnBike', from: 'out', to: 'back' },
            lose: { after: 'P2D', from: 'out', to: 'lost', set: { shop: '="lost " + self.shop' } },
          },
        },
      },
      entries: { key: { member: 'id' }, schema: '#/components/schemas/Entry' },
    },
    operations: { readLog: { list: 'entries' } },
    events: {
      body: { what: '=event.type', about: '=self.rentalId' },
      types: { lost: { on: 'lose' } },
      channels: { log: { store: 'entries' } },
    },
  });
  const { body: kept } = await call('POST /rentals', { shop: 'north' });
  const { body: returned } = await call('POST /rentals', { shop: 'south' });
  await call(`POST /rentals/${returned.rentalId}/return`);
  const { body: view } = await call('POST /_sim/clock/advance', { by: 'P3D' });
  expect(view).toBeDefined();
  expect((await call(`GET /rentals/${kept.rentalId}`)).body).toMatchObject({ state: 'lost', shop: 'lost north' });
  expect((await call(`GET /rentals/${returned.rentalId}`)).body).toMatchObject({ state: 'back', shop: 'south' });
  expect((await call('GET /log')).body).toMatchObject([{ what: 'lost', about: kept.rentalId }]);
});

it('a timed transition sends the webhook of its event only once', async () => {
  const { call } = await serveRental({
    resources: {
      bikes: {
        key: { member: 'bikeId' },
        lifecycle: { member: 'kind', initial: 'new', transitions: { add: { after: 'P1D', from: 'new', to: 'added' } } },
      },
    },
    events: { types: { arrived: { on: 'add', webhook: 'bikeAdded' } } },
  });
  await call('PATCH /_sim/settings', { apis: { rental: { webhookUrl: 'http://127.0.0.1/_sim/inbox/bikes' } } });
  await call('POST /bikes', { kind: 'new' });
  const before = (await call('GET /_sim/deliveries')).body.deliveries.length;
  await call('POST /_sim/clock/advance', { by: 'P2D' });
  const { deliveries } = (await call('GET /_sim/deliveries')).body;
  expect(deliveries.length - before).toBe(1);
});
