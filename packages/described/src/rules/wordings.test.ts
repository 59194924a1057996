import { describe, expect, it } from 'vitest';
import { describeRentals, type RentalSentences } from '../testing/describe-rentals.js';
import { createSender, describeText, serveDescribed } from '../testing/serve-described.js';

async function serve(said: RentalSentences) {
  const { api } = await describeText('rentals', describeRentals(said));
  const call = createSender(await serveDescribed(api));
  const { body: tool } = await call('POST /tools', { name: 'Drill', pricePerDay: 4 });
  const { body: member } = await call('POST /members', { name: 'Ada' });
  const rent = async (more: object = {}) =>
    await call('POST /rentals', { toolId: tool.id, memberId: member.id, ...more });
  return { call, tool, member, rent };
}

const refused = 'Refused (`tool_unavailable`).';

describe('a state that an operation requires', () => {
  it.each([
    'A tool cannot be rented while it is broken.',
    'A broken tool cannot be rented.',
    'Broken tools can not be rented.',
    'It is not possible to rent a broken tool.',
    'It is impossible to rent a tool while it is broken.',
    'You cannot rent a tool while it is broken.',
    'No tool can be rented while it is broken.',
    'A tool is not allowed to be rented as long as it is broken.',
    'A tool can be rented as long as it is available.',
    'A tool can only be rented provided that it is available.',
    'A tool can be rented only while it is available.',
    'A tool cannot be rented unless it is available.',
    'Only while it is available can a tool be rented.',
    'The tool has to be in the state `available`.',
    'The call is refused unless the tool is available.',
    'Tools whose status is `broken` cannot be rented.',
  ])('is read from: %s', async (rent) => {
    const { call, rent: send, member } = await serve({ rent, refused });
    expect((await send()).status).toBe(201);
    const { body: broken } = await call('POST /tools', { name: 'Saw', pricePerDay: 1, status: 'broken' });
    const answer = await call('POST /rentals', { toolId: broken.id, memberId: member.id });
    expect(answer).toMatchObject({ status: 409, body: { code: 'tool_unavailable' } });
  });

  it.each([
    'A tool can be rented if you are lucky.',
    'A tool can be searched while it is broken.',
    'Some tools cannot be rented.',
  ])('is not guessed from: %s', async (rent) => {
    const { call, member } = await serve({ rent, refused });
    const { body: broken } = await call('POST /tools', { name: 'Saw', pricePerDay: 1, status: 'broken' });
    expect((await call('POST /rentals', { toolId: broken.id, memberId: member.id })).status).toBe(201);
  });
});

describe('a change to another record', () => {
  it.each([
    'The status of the tool changes to `rented`.',
    'The tool goes into the state `rented`.',
    'The tool becomes rented.',
    'The tool is then rented.',
    'The tool is marked as rented.',
    'Marks the tool as `rented`.',
    'Puts the tool into the state `rented`.',
    'The tool takes on the status `rented`.',
    'The tool switches to `rented`.',
    'Rents the tool, so its status becomes `rented`.',
    'Sets the status of the tool to `rented`.',
  ])('is read from: %s', async (rent) => {
    const { call, rent: send, tool } = await serve({ rent });
    expect((await send()).status).toBe(201);
    expect((await call(`GET /tools/${tool.id}`)).body.status).toBe('rented');
  });
});

describe('a count of records', () => {
  it.each([
    'Counts the open rentals of the member.',
    'How many open rentals the member has.',
    'The count of rentals of the member that are open.',
    'The number of rentals that are open for the member.',
    'The number of open rentals that were made for the member.',
    'All rentals of the member, except closed ones.',
    'The rentals of the member, not counting those that are closed.',
    'The number of rentals of the member whose status is `open`.',
    'The number of rentals of the member in the state `open`.',
    'The number of the unfinished rentals of the member.',
  ])('is read from: %s', async (says) => {
    const { call, rent, member } = await serve({ members: { 'members.openRentals': says } });
    const { body: rental } = await rent();
    await rent();
    const count = async () => (await call(`GET /members/${member.id}`)).body.openRentals;
    expect(await count()).toBe(2);
    await call(`POST /rentals/${rental.id}/close`, {});
    expect(await count()).toBe(1);
  });
});

describe('a formula', () => {
  it.each([
    ['The product of `days` and `dailyPrice`.', 12],
    ['`days` multiplied with the daily price.', 12],
    ['The difference between `days` and `dailyPrice`.', -1],
    ['`dailyPrice` deducted from `days`.', -1],
    ['`days` reduced by `dailyPrice`.', -1],
    ['What is left of `days` after taking off `dailyPrice`.', -1],
    ['`days` plus `dailyPrice`.', 7],
    ['`days` increased by `dailyPrice`.', 7],
    ['`days` plus `dailyPrice` if the member is blocked.', 3],
    ['10 % of `dailyPrice` times `days`, rounded up.', 2],
    ['`dailyPrice` minus 50 %.', 2],
    ['`dailyPrice`, plus 50 % if the rental is open.', 6],
  ])('is read from: %s', async (says, expected) => {
    const members = { 'rentals.price': says, 'rentals.dailyPrice': 'The price per day of the tool.' };
    const { rent } = await serve({ members });
    expect((await rent({ days: 3 })).body).toMatchObject({ dailyPrice: 4, price: expected });
  });

  it.each([
    '14 days after `startedOn`.',
    '14 days after the day on which it started.',
    'Rentals expire 14 days after the start date.',
    'The start date plus 14 days.',
    'Two weeks after the rental was started.',
    'A rental ends 14 days after `startedOn`.',
  ])('of a date is read from: %s', async (says) => {
    const { rent } = await serve({ members: { 'rentals.dueOn': says } });
    expect((await rent({ startedOn: '2026-01-10' })).body.dueOn).toBe('2026-01-24');
  });
});

describe('a conditional value', () => {
  it.each([
    '5 if the member is blocked, 3 otherwise.',
    '5 when the member is blocked, and 3 when not.',
    '3 until the member is blocked, 5 else.',
    '3 while the member is not blocked, otherwise 5.',
  ])('is read from: %s', async (says) => {
    const { call, tool, rent } = await serve({ members: { 'rentals.extensions': says } });
    const { body: member } = await call('POST /members', { name: 'Bob', blocked: true });
    const blocked = await call('POST /rentals', { toolId: tool.id, memberId: member.id });
    expect([(await rent()).body.extensions, blocked.body.extensions]).toEqual([3, 5]);
  });
});

describe('a date that must not be in the future', () => {
  it.each([
    '`startedOn` cannot be in the future.',
    'The start date may lie in the past, but not in the future.',
    'The start date must not be in the future.',
    'The start date must not lie in the future.',
    'The start date can never be in the future.',
    'The start date is not allowed to be in the future.',
  ])('is validated: %s', async (rent) => {
    const { rent: send } = await serve({ rent, invalid: 'Invalid' });
    expect((await send({ startedOn: '2026-01-14' })).status).toBe(201);
    expect((await send({ startedOn: '2026-01-17' })).status).toBe(422);
  });
});
