import { describe, expect, it } from 'vitest';
import { type Charter, describeCharter } from '../testing/describe-charter.js';
import { createSender, describeText, serveDescribed } from '../testing/serve-described.js';

async function modelOf(charter: Charter) {
  return (await describeText('charter', describeCharter(charter))).writeModel().full;
}

describe('the states in which an action is allowed', () => {
  it.each([
    ['A trip that is in another state than `draft` is answered with 409 `wrong`.', 'draft'],
    ['If the trip is in a state other than `draft` the answer is 409 `wrong`.', 'draft'],
    ['If it is not a draft you get 409 `wrong`.', 'draft'],
    ['It is possible for drafts and for trips on hold (409 `wrong` otherwise).', ['draft', 'on_hold']],
    ['While the trip is on hold, the answer is 409 `wrong`.', ['draft', 'open', 'done', 'cancelled']],
  ])('are read from: %s', async (said, from) => {
    const { resources } = await modelOf({ says: { approve: `The trip becomes \`open\`. ${said}` } });
    expect(resources?.['trips']?.lifecycle?.transitions?.['approve']).toMatchObject({ from, to: 'open' });
  });
});

describe('the maximum number of records per owner', () => {
  const others = (filter: string, most: number) =>
    `!(of("trips", find("boats", self.boat_id)).filter(each, ${filter}).filter(each, each.id != self.id).size() >= ${most})`;
  it.each([
    [
      'A boat can have three trips with status `draft` at a time. The fourth is refused with 409 `many`.',
      others('each.status == "draft"', 3),
    ],
    [
      'A boat may have three trips in progress, that is `open` or `on_hold`, at the same time; a fourth is refused until one of them is done (409 `many`).',
      others('each.status in ["open","on_hold"]', 3),
    ],
    [
      'No more than two trips of the same boat may be `open` at once; a third is refused with 409 and code `many` until one of the others is done.',
      others('each.status == "open"', 2),
    ],
    ['At most three open trips per boat, else 409 `many`.', others('each.status == "open"', 3)],
    [
      'A boat takes two open trips at most; attempts to book more are refused with 409 `many`.',
      others('each.status == "open"', 2),
    ],
    [
      'A boat with two open trips gets 409 `many`.',
      '!(of("trips", find("boats", self.boat_id)).filter(each, each.status == "open").size() >= 2)',
    ],
  ])('is read from: %s', async (said, condition) => {
    const { operations } = await modelOf({ says: { createTrip: said } });
    expect(operations?.['createTrip']?.needs).toEqual({ many: condition });
  });

  it('is not read from a sentence that gives no error for it', async () => {
    const said = 'A boat can have three trips. It has one home. Another boat is refused with 409 `many`.';
    expect((await modelOf({ says: { createTrip: said } })).operations?.['createTrip']?.needs).toBeUndefined();
  });
});

it.each([
  'The trip must exist. If not, the answer is 422 with code `no_trip`.',
  'The trip and the boat must exist. If not, the answer is 422 with code `no_boat` or `no_trip`.',
  'The trip referred to must exist; status 422 with code `no_trip` is returned if it does not.',
  'The trip has to exist, otherwise 422 `no_trip`.',
])('an unknown reference gets the error code that the description gives: %s', async (said) => {
  const { resources } = await modelOf({ says: { createEntry: said } });
  expect(resources?.['entries']?.members?.['trip_id']?.missing).toBe('no_trip');
});

it.each([
  ['Deleting a boat deletes its trips as well.', 'remove'],
  ['The trips of the boat are deleted with it.', 'remove'],
  ['Its trips go with it.', 'remove'],
  ['Removes the boat together with all its trips.', 'remove'],
  ['Any trips it still had open are cancelled. The trips themselves remain on file.', 'keep'],
  ['The boat is gone; its trips stay on record.', 'keep'],
])('deleting a record removes or keeps the records that reference it: %s', async (said, deleted) => {
  const { resources } = await modelOf({ says: { deleteBoat: said } });
  expect(resources?.['trips']?.members?.['boat_id']?.deleted).toBe(deleted);
});

describe('a condition on the entries of a trip', () => {
  const finished = 'of("entries").all(each, each.status == "finished")';
  it.each([
    ['All of its entries must be finished by then (409 `unfinished`).', finished],
    ['Every entry of the trip has to be finished, else you get 409 `unfinished`.', finished],
    [
      "Refused with 409 `unfinished` if there are entries that aren't finished.",
      'of("entries").filter(each, !(each.status == "finished")).size() == 0',
    ],
    ['At least one entry must be attached (409, `unfinished`).', '!(of("entries").size() <= 0)'],
  ])('is required by the action, which requires no state of the trip: %s', async (said, unfinished) => {
    const { operations, resources } = await modelOf({ says: { approve: `A trip becomes \`open\`. ${said}` } });
    expect(operations?.['approve']?.needs).toEqual({ unfinished });
    expect(resources?.['trips']?.lifecycle?.transitions?.['approve']).not.toHaveProperty('from');
  });

  it('updates the trip once all entries meet it', async () => {
    const said = 'An entry becomes `finished`. When all entries of the trip are finished, the trip is `done`.';
    const call = createSender(
      await serveDescribed((await describeText('charter', describeCharter({ says: { finish: said } }))).api),
    );
    const { body: boat } = await call('POST /boats', { name: 'Ada' });
    const { body: trip } = await call('POST /trips', { boat_id: boat.id, guests: 2 });
    const entries = [];
    for (const _ of [1, 2]) entries.push((await call('POST /entries', { trip_id: trip.id })).body.id);
    await call(`POST /entries/${entries[0]}/finish`);
    expect((await call(`GET /trips/${trip.id}`)).body.status).toBe('draft');
    await call(`POST /entries/${entries[1]}/finish`);
    expect((await call(`GET /trips/${trip.id}`)).body.status).toBe('done');
  });
});

describe('the effect of an action on the other records of the same owner', () => {
  const ofBoat = (states: string) => `of("trips", find("boats", self.boat_id))${states}.filter(one, one.id != self.id)`;
  it.each([
    [
      'The boat becomes `active`, and all its other trips that are still draft or open are set to `cancelled`.',
      '.filter(each, each.status in ["draft","open"])',
    ],
    ['All other draft trips of the boat are cancelled.', '.filter(each, each.status == "draft")'],
    ['The other trips of the same boat become `cancelled`.', ''],
  ])('is read from: %s', async (said, states) => {
    const { operations, resources } = await modelOf({ says: { approve: said } });
    expect(operations?.['approve']?.then?.['trips']).toMatchObject({ each: ofBoat(states), to: 'cancelled' });
    expect(resources?.['trips']?.lifecycle?.transitions?.['approve']?.to).not.toBe('cancelled');
  });
});

const whole = { type: 'integer', readOnly: true };
const flag = { type: 'boolean', readOnly: true };

it.each([
  [
    'How many legs are still to come; the legs allowed less the number of entries.',
    whole,
    'self.legs_allowed - of("entries").size()',
  ],
  ['The trip is open, and `day` lies before today.', flag, '(self.status == "open") && (self.day < date(now))'],
])('a property is computed from the description: %s', async (description, schema, value) => {
  const { resources } = await modelOf({ trip: { found: { ...schema, description } } });
  expect(resources?.['trips']?.members?.['found']?.value).toBe(value);
});

it('adds up payments in paid_cents, and reads "the discount" as an amount, not a percentage', async () => {
  const payment = { type: 'object', properties: { amount_cents: { type: 'integer' } } };
  const { resources } = await modelOf({
    trip: {
      payments: { type: 'array', items: payment, readOnly: true },
      ...{ amount_cents: whole, paid_cents: whole, discount_cents: whole, discount_percent: whole },
      balance: { ...whole, description: "The amount less everything that's been paid." },
      left: { ...whole, description: 'The amount minus the discount.' },
    },
  });
  expect(resources?.['trips']?.members).toMatchObject({
    paid_cents: { value: 'round(self.payments.map(each, each.amount_cents).sum())' },
    balance: { value: 'round(self.amount_cents - self.paid_cents)' },
    left: { value: 'round(self.amount_cents - self.discount_cents)' },
  });
});

it('computes a value at creation after the values that it depends on', async () => {
  const call = createSender(
    await serveDescribed(
      (
        await describeText(
          'charter',
          describeCharter({
            trip: {
              fee: { ...whole, description: 'Seats times the reserve of the boat at the moment of booking.' },
              seats: { ...whole, description: 'Guests plus one.' },
            },
          }),
        )
      ).api,
    ),
  );
  const { body: boat } = await call('POST /boats', { name: 'Ada', reserve: 5 });
  expect((await call('POST /trips', { boat_id: boat.id, guests: 2 })).body).toMatchObject({ seats: 3, fee: 15 });
});
