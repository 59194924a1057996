import { describe, expect, it } from 'vitest';
import { type Domain, effectsOf, object, one, text, time, whole } from '../testing/describe-effects.js';

type Schema = Readonly<Record<string, unknown>>;

const vans: Domain = {
  schemas: {
    hires: {
      id: text,
      van_id: text,
      client_id: text,
      status: one('out', 'back'),
      end_km: { type: ['integer', 'null'] },
      cost: whole,
      fee_per_day: whole,
      days: whole,
    },
    vans: { id: text, odometer_km: whole, fuel_percent: whole, status: one('free', 'hired', 'in_repair', 'to_fuel') },
    clients: { id: text, balance_due: whole, hires_made: whole, last_hire_at: time },
  },
  at: '/hires/{id}/end',
  sent: { end_km: whole, fuel_percent: whole, condition: one('fine', 'broken') },
};
const van = 'find("vans", self.van_id)';
const client = 'find("clients", self.client_id)';
const ofVan = (set: Schema) => ({ update: 'vans', key: `${van}.id`, if: `${van} != null`, set });
const ofClient = (set: Schema) => ({ update: 'clients', key: `${client}.id`, if: `${client} != null`, set });

describe('the effects of ending a hire', () => {
  it.each<[string, object[]]>([
    [
      'Odometer and fuel of the van are updated.',
      [ofVan({ odometer_km: '=body.end_km', fuel_percent: '=body.fuel_percent' })],
    ],
    ['The fuel of the van is taken over from the request.', [ofVan({ fuel_percent: '=body.fuel_percent' })]],
    [
      'The cost is 5 plus the days times the fee. It is added to what the client owes.',
      [ofClient({ balance_due: `=${client}.balance_due + self.cost` })],
    ],
    [
      "Each hire counts in the client's `hires_made` and sets `last_hire_at`.",
      [ofClient({ hires_made: `=${client}.hires_made + 1`, last_hire_at: '=now' })],
    ],
    ["The client's `hires_made` is incremented.", [ofClient({ hires_made: `=${client}.hires_made + 1` })]],
    ['The van is put `in_repair` until the garage has seen it.', [ofVan({ status: 'in_repair' })]],
  ])('are read from: %s', async (said, effects) => expect(await effectsOf(vans, said)).toEqual(effects));

  it.each([
    [
      'The van is free again - except that it becomes `to_fuel` when less than 10 percent is left.',
      'body.fuel_percent < 10',
      'to_fuel',
    ],
    [
      'The van is free again, but it goes `in_repair` if less than 5 percent of fuel remains.',
      'body.fuel_percent < 5',
      'in_repair',
    ],
    [
      'The van becomes free, except it is `to_fuel` when under 20 percent is left.',
      'body.fuel_percent < 20',
      'to_fuel',
    ],
  ])('include a second, conditional effect for an exception: %s', async (said, condition, state) => {
    const then = await effectsOf(vans, said);
    expect(then).toMatchObject([{ set: { status: state } }, { set: { status: 'free' } }]);
    expect(then.map((each) => each.if)).toEqual([
      expect.stringContaining(condition),
      expect.stringContaining(`!(${condition})`),
    ]);
  });

  it.each([
    'Odometer and color of the van are updated.',
    'Mileage of the van is updated by the garage.',
    'The van is usually free again, except that it becomes `to_fuel` when it is empty.',
    'The driver is added to what the client owes.',
  ])('are not guessed from: %s', async (said) => expect(await effectsOf(vans, said)).toEqual([]));
});

const studio: Domain = {
  schemas: {
    signups: {
      id: text,
      lesson_id: text,
      pupil_id: text,
      status: one('waiting', 'confirmed', 'left'),
      createdAt: time,
    },
    lessons: { id: text, seats_left: whole },
    pupils: { id: text, status: one('active', 'gone') },
  },
  at: '/signups/{id}/leave',
};

describe('a sentence about signups', () => {
  it.each([
    'The signup becomes `left`. If that frees a seat, whoever has been waiting longest moves up to `confirmed`.',
    'If a seat becomes free, whoever waits longest becomes `confirmed`.',
    'If this vacates a seat, the one who has waited longest is `confirmed`.',
  ])('confirms the signup that has waited longest: %s', async (said) => {
    const then = await effectsOf(studio, said);
    expect(then).toMatchObject([{ update: 'signups', set: { status: 'confirmed' } }]);
    expect(then[0]?.if).toContain('find("lessons", self.lesson_id).seats_left > 0');
  });

  it.each([
    ['Cancels the pupil from all lessons.', 0],
    ['Leaves the pupil from all lessons.', 1],
    ['Leaves the pupil off every lesson.', 1],
    ['Leaves the pupil from its lessons.', 1],
    ['Leaves the pupil from all schools.', 0],
  ])('that reads "%s" has %d effects', async (said, count) => {
    const then = await effectsOf({ ...studio, at: '/pupils/{id}/retire' }, said);
    expect(then).toHaveLength(count);
  });
});

describe('the stock of an ordered item', () => {
  const lines = { type: 'array', items: object({ id: whole, drug_id: text, quantity: whole }) };
  const orders = { orders: { id: text, lines }, drugs: { id: text, stock: whole } };
  const adding: Domain = {
    schemas: orders,
    at: '/orders/{id}/lines',
    sent: { drug_id: text, quantity: whole },
    status: 201,
  };
  const removing: Domain = { schemas: orders, at: '/orders/{id}/lines/{line_id}', method: 'delete' };
  const effect = (one: string, other: string, sign: string) => ({
    ...{
      update: 'drugs',
      each: `${one}.lines.filter(line, !${other}.lines.exists(each, each.id == line.id))`,
      key: 'item.drug_id',
    },
    set: { stock: `=find("drugs", item.drug_id).stock ${sign} item.quantity` },
  });

  it.each([
    [adding, 'The stock goes down when a drug is put on an order.', effect('self', 'old', '-')],
    [adding, 'This reduces the stock of the drug.', effect('self', 'old', '-')],
    [adding, 'The stock sinks with each new line.', effect('self', 'old', '-')],
    [removing, 'The packs go back on the shelf.', effect('old', 'self', '+')],
    [removing, 'Its quantity is returned to the stock.', effect('old', 'self', '+')],
    [removing, 'The stock is restored.', effect('old', 'self', '+')],
  ])('changes as the operation description says', async (domain, said, expected) =>
    expect(await effectsOf(domain, said)).toContainEqual(expected),
  );

  it('changes as the tag description says', async () => {
    const description = 'The stock goes down with a new line and comes back when the line is removed.';
    const tags = [{ name: 'drugs', description }];
    expect(await effectsOf({ ...adding, tags }, '')).toEqual([effect('self', 'old', '-')]);
    expect(await effectsOf({ ...removing, tags }, '')).toEqual([effect('old', 'self', '+')]);
  });

  it.each([
    [adding, 'The stock is counted once a month.'],
    [adding, 'The price goes down from ten packs on.'],
    [removing, 'The line disappears from the order.'],
  ])('is not changed by an unrelated sentence', async (domain, said) =>
    expect(await effectsOf(domain, said)).toEqual([]),
  );
});

it('a condition on the changed record uses its state before the action', async () => {
  const domain: Domain = {
    schemas: {
      orders: { id: text, status: one('open', 'sent', 'cancelled') },
      tickets: { id: text, order_id: text, status: one('queued', 'cancelled') },
    },
    at: '/orders/{id}/cancel',
  };
  const then = await effectsOf(domain, 'If the order has been sent, its ticket is cancelled together with it.');
  expect(then).toMatchObject([{ update: 'tickets', if: 'old.status == "sent"', set: { status: 'cancelled' } }]);
});

it.each([
  ['Its trips are cancelled, with the `cancel_reason` `van_retired`.', 'van_retired'],
  ['All its open trips are cancelled with the `cancel_reason` set to `gone`.', 'gone'],
  ['Its trips are cancelled with the cancel reason "Out of use".', 'Out of use'],
])('an effect keeps a quoted or code-formatted value unchanged: %s', async (said, reason) => {
  const domain: Domain = {
    schemas: {
      boats: { id: text, name: text },
      trips: { id: text, boat_id: text, status: one('open', 'cancelled'), cancel_reason: text },
    },
    at: '/boats/{id}/retire',
  };
  expect(await effectsOf(domain, said)).toMatchObject([{ update: 'trips', set: { cancel_reason: reason } }]);
});
