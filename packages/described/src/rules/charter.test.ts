import { describe, expect, it } from 'vitest';
import { type Charter, describeCharter } from '../testing/describe-charter.js';
import { createSender, describeText, serveDescribed } from '../testing/serve-described.js';

const whole = { type: 'integer', readOnly: true };

async function modelOf(charter: Charter) {
  return (await describeText('charter', describeCharter(charter))).writeModel().full;
}

async function serve(charter: Charter) {
  return createSender(await serveDescribed((await describeText('charter', describeCharter(charter))).api));
}

describe('the effect of an action on related records', () => {
  const retired = { to: 'cancelled', set: { cancel_reason: 'Boat retired' } };
  it.each([
    [
      'All trips of the boat that are `draft`, `open` or `on_hold` become `cancelled` with the `cancel_reason` "Boat retired".',
      retired,
      '["draft","open","on_hold"]',
    ],
    [
      'Retiring a boat also cancels all trips of that boat that are still `draft`, with the cancel reason "Boat retired"; open trips stay as they are.',
      retired,
      '"draft"',
    ],
    ['Its `open` trips are cancelled with the reason "Boat retired".', retired, '"open"'],
    [
      'Every trip of the boat that is still `open` becomes `cancelled`, and its `cancel_reason` becomes "Boat retired".',
      retired,
      '"open"',
    ],
    [
      'The status of all its open trips becomes `cancelled` with `cancel_reason` set to "Boat retired".',
      retired,
      '"open"',
    ],
    ['Retiring a boat cancels its draft trips.', { to: 'cancelled' }, '"draft"'],
  ])('is parsed: %s', async (said, effect, states) => {
    const { operations } = await modelOf({ says: { retire: `The status becomes \`retired\`. ${said}` } });
    expect(operations?.['retire']?.then).toMatchObject({ trips: effect });
    expect(JSON.stringify(operations?.['retire']?.then)).toContain(JSON.stringify(states).slice(1, -1));
  });

  it('is visible in the related records', async () => {
    const said = 'Every `requested` entry of the trip becomes `declined` and gets the decline reason "No trip".';
    const call = await serve({ says: { cancel: `A trip becomes \`cancelled\`. ${said}` } });
    const { body: boat } = await call('POST /boats', { name: 'Ada' });
    const { body: trip } = await call('POST /trips', { boat_id: boat.id, guests: 2 });
    const { body: entry } = await call('POST /entries', { trip_id: trip.id });
    await call(`POST /trips/${trip.id}/cancel`, { reason: 'Storm' });
    expect((await call(`GET /entries/${entry.id}`)).body).toMatchObject({
      status: 'declined',
      decline_reason: 'No trip',
    });
  });
});

describe('a number increased by an action', () => {
  it.each([
    'Adds `litres` to `fuel`.',
    'Adds the `litres` of the body to the `fuel` of the boat.',
    'The `litres` are added to `fuel`.',
    'Raises `fuel` by the number of `litres`.',
  ])('starts with the value sent on creation: %s', async (said) => {
    const call = await serve({ says: { refuel: said } });
    const { body: boat } = await call('POST /boats', { name: 'Ada', fuel: 4 });
    expect((await call(`POST /boats/${boat.id}/refuel`, { litres: 6 })).body).toMatchObject({ fuel: 10 });
  });
});

it.each([
  [
    'A `draft` becomes `open`, `approved_at` is set to the current time and `expires_at` to exactly 365 days after `approved_at`.',
    365,
  ],
  ['A `draft` becomes `open`. `approved_at` is set to the current time, and `expires_at` to 30 days later.', 30],
  ['Sets `approved_at` to the current time and `expires_at` to 14 days from now.', 14],
])('an action sets an expiry time some days from now: %s', async (said, days) => {
  const { resources, operations } = await modelOf({ says: { approve: said } });
  const set = resources?.['trips']?.lifecycle?.transitions?.['approve']?.set ?? operations?.['approve']?.set;
  expect(set).toMatchObject({ approved_at: '=now', expires_at: `=now + days(${days})` });
});

it.each([
  'True when `fuel` is less than or equal to `reserve`.',
  'True if `fuel` is at or below `reserve`.',
  'Whether `fuel` is smaller than or the same as `reserve`.',
  '`true` once `fuel` has fallen to `reserve` or below.',
  'Whether fuel has reached or fallen below the reserve',
])('parses a comparison that includes the limit: %s', async (description) => {
  const { resources } = await modelOf({ boat: { low: { type: 'boolean', readOnly: true, description } } });
  expect(resources?.['boats']?.members?.['low']?.value).toBe('self.fuel <= self.reserve');
});

it.each([
  'The sum over all lines of quantity times unit price.',
  'Sum of quantity times unit price over all lines.',
  'The sum of quantity times `unit_price` of all lines.',
  'Quantity multiplied by unit price, added up over all lines.',
  'The total of all lines, each being its quantity times its unit price.',
])('parses a sum of products, not a product of sums: %s', async (description) => {
  const line = { type: 'object', properties: { quantity: { type: 'integer' }, unit_price: { type: 'integer' } } };
  const { resources } = await modelOf({
    trip: { lines: { type: 'array', items: line }, total: { ...whole, description } },
  });
  expect(resources?.['trips']?.members?.['total']?.value).toContain('map(each, each.quantity * each.unit_price).sum()');
});

describe('a rejection rule', () => {
  const open = 'find("trips", self.trip_id).status == "open"';
  const none = 'of("trips").size() == 0';
  it.each([
    ['If the trip is not `open`, the request is refused with 409 and the code `no`.', 'createEntry', open],
    ['The trip must be `open`, otherwise the entry is refused with 409 and the code `no`.', 'createEntry', open],
    ['If the trip is not open the answer is 409 `no`.', 'createEntry', open],
    ['Entries can be added only while the trip is open (409 `no` otherwise).', 'createEntry', open],
    ['Entries can be added only while the trip is open (otherwise 409 `no`).', 'createEntry', open],
    ['The trip must be `open`, otherwise 409 `no`.', 'createEntry', open],
    ['The trip must be `open`, or else it is a 409 `no`.', 'createEntry', open],
    [
      'A boat that is named by any trip, whatever its status, cannot be removed; the request is refused with 409 and the code `no`.',
      'deleteBoat',
      none,
    ],
    [
      'When the boat has a trip that is `open` or `done`, the request is refused with 409 and the code `no`.',
      'deleteBoat',
      'of("trips").filter(each, each.status in ["open","done"]).size() == 0',
    ],
    [
      'An open trip against which at least one entry is booked is refused with 409 and the code `no`.',
      'cancel',
      '!((self.status == "open") && (of("entries").size() > 0))',
    ],
    [
      'If `legs_allowed` is greater than 2 for a small boat, the request is refused with 422 and the code `no`.',
      'createTrip',
      '!((self.legs_allowed > 2) && (find("boats", self.boat_id).small == true))',
    ],
    ['`litres` above the `reserve` of the boat are refused with 409 `no`.', 'refuel', '!(body.litres > self.reserve)'],
    [
      'The same boat cannot have two trips with the same ticket; the second is refused with 409 and the code `no`.',
      'createTrip',
      '!(others("trips").exists(other, other.boat_id == self.boat_id && other.ticket == self.ticket))',
    ],
    [
      'The same boat cannot use the same ticket twice; the second trip is refused with 409 and the code `no`.',
      'createTrip',
      '!(others("trips").exists(other, other.boat_id == self.boat_id && other.ticket == self.ticket))',
    ],
  ])('is parsed as a condition: %s', async (said, operation, condition) => {
    const { operations } = await modelOf({ says: { [operation]: said } });
    expect(operations?.[operation]?.needs).toEqual({ no: condition });
  });

  it.each([
    'A trip can have only one `requested` entry at a time; a second one is refused with 409 and the code `no`.',
    'Only one requested entry per trip is possible: another one is refused with 409 and the code `no`.',
    'The same trip cannot have two requested entries; the second is refused with 409 and the code `no`.',
    'A trip can have only one entry that is `requested`; another one is answered with 409 `no`.',
  ])('allows only one requested entry per trip: %s', async (said) => {
    const call = await serve({ says: { createEntry: said } });
    const { body: boat } = await call('POST /boats', { name: 'Ada' });
    const [one, other] = [
      await call('POST /trips', { boat_id: boat.id, guests: 2 }),
      await call('POST /trips', { boat_id: boat.id, guests: 2 }),
    ];
    expect((await call('POST /entries', { trip_id: one.body.id })).status).toBe(201);
    expect(await call('POST /entries', { trip_id: one.body.id })).toMatchObject({ status: 409, body: { code: 'no' } });
    expect((await call('POST /entries', { trip_id: other.body.id })).status).toBe(201);
  });

  it('allows one trip per boat and day, not one trip per day', async () => {
    const said = 'A boat can have only one trip per day. If the boat is taken on the day the answer is 409 `no`.';
    const { resources, operations } = await modelOf({ says: { createTrip: said } });
    expect(resources?.['trips']?.unique).toBeUndefined();
    expect(JSON.stringify(operations?.['createTrip']?.needs)).toContain('.day == self.day');
  });

  it('can state two conditions in one sentence, each with its own code', async () => {
    const said =
      'It is refused with 409 and the code `empty` when the boat has no fuel left, and with 409 and the code `busy` when the boat has a trip that is `open`.';
    expect((await modelOf({ says: { createTrip: said } })).operations?.['createTrip']?.needs).toEqual({
      empty: '!(find("boats", self.boat_id).fuel <= 0)',
      busy: 'of("trips", find("boats", self.boat_id)).filter(each2, each2.status == "open").size() == 0',
    });
  });

  it('applies to the only number in the request body', async () => {
    const said =
      'The payment is added to `fuel`. A payment greater than `reserve` is refused with 422 and the code `no`.';
    expect((await modelOf({ says: { refuel: said } })).operations?.['refuel']).toMatchObject({
      needs: { no: '!(body.litres > self.reserve)' },
      set: { fuel: '=old.fuel + body.litres' },
    });
  });

  it('rejects a second trip of a boat on the same day, ignoring done and cancelled trips', async () => {
    const said = 'A boat that already has a trip on the day that is not cancelled is refused with 409 `no`.';
    const condition =
      '!(others("trips").exists(other, other.boat_id == self.boat_id && other.day == self.day && !(other.status in ["done","cancelled"])))';
    expect((await modelOf({ says: { createTrip: said } })).operations?.['createTrip']?.needs).toEqual({
      no: condition,
    });
  });

  it.each([
    'A boat can have more than one trip.',
    'A boat can use the same ticket twice.',
    'A boat may have two trips with the same ticket.',
  ])('is not parsed from a sentence about what is allowed: %s', async (said) => {
    expect((await modelOf({ says: { createTrip: said } })).operations?.['createTrip']?.needs).toBeUndefined();
  });

  it('is ignored if its condition "with a small boat" is not understood', async () => {
    const said = 'More than 2 legs are not possible with a small boat (422, `no`).';
    expect((await modelOf({ says: { createTrip: said } })).operations?.['createTrip']?.needs).toBeUndefined();
  });
});

it('parses the error codes for two unknown references from one sentence', async () => {
  const said =
    'An unknown trip is refused with 422 and the code `no_trip`, an unknown boat with 422 and the code `no_boat`.';
  const { resources } = await modelOf({ says: { createTrip: said, createEntry: said } });
  expect(resources?.['trips']?.members?.['boat_id']?.missing).toBe('no_boat');
  expect(resources?.['entries']?.members?.['trip_id']?.missing).toBe('no_trip');
});

it('an action in a wrong state fails with the code that a sentence gives for other states', async () => {
  const said =
    'An `open` trip becomes `cancelled`. A trip in another status is answered with 409 `wrong`. An open trip with more than 3 guests cannot be cancelled and is answered with 409 `many`.';
  const { resources } = await modelOf({ says: { cancel: said } });
  expect(resources?.['trips']?.lifecycle?.transitions?.['cancel']).toMatchObject({ from: 'open', otherwise: 'wrong' });
});

it.each(['When `fuel` reaches 0, the boat becomes `retired`.', 'When the fuel reaches 0 the boat becomes `retired`.'])(
  'a boat changes its state when its fuel reaches 0: %s',
  async (said) => {
    const says = {
      refuel: `Only an \`active\` boat takes fuel, any other is answered with 409 \`no\`. Takes \`litres\` off \`fuel\`. ${said}`,
    };
    const call = await serve({ says });
    const { body: boat } = await call('POST /boats', { name: 'Ada', fuel: 5 });
    expect((await call(`POST /boats/${boat.id}/refuel`, { litres: 2 })).body).toMatchObject({
      fuel: 3,
      status: 'active',
    });
    expect((await call(`POST /boats/${boat.id}/refuel`, { litres: 3 })).body).toMatchObject({
      fuel: 0,
      status: 'retired',
    });
  },
);

it.each([
  'If `trip_id` names no trip the request is refused with 422 and the code `no_trip`.',
  'If `trip_id` does not name a trip, the answer is 422 `no_trip`.',
  'A trip that is not known is answered with 422 `no_trip`.',
])('parses the error code for an unknown reference: %s', async (said) => {
  const { resources } = await modelOf({ says: { createEntry: said } });
  expect(resources?.['entries']?.members?.['trip_id']?.missing).toBe('no_trip');
});

it.each(['The amount minus what has been paid.', 'The amount less the payments so far.'])(
  'parses a balance as the amount minus the payments: %s',
  async (description) => {
    const trip = { amount_cents: { type: 'integer' }, paid_cents: whole, balance: { ...whole, description } };
    const { resources } = await modelOf({ trip });
    expect(resources?.['trips']?.members?.['balance']?.value).toBe('round(self.amount_cents - self.paid_cents)');
  },
);

it('rounds an average to the number of decimals in its description', async () => {
  const description = 'The mean of the guests of all trips of the boat, rounded to one decimal place.';
  const { resources } = await modelOf({ boat: { mean: { type: 'number', readOnly: true, description } } });
  expect(resources?.['boats']?.members?.['mean']?.value).toBe('round(of("trips").map(each, each.guests).avg(), 1)');
});
