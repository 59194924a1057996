import { describe, expect, it } from 'vitest';
import { describeRentals, type RentalSentences } from '../testing/describe-rentals.js';
import { createSender, describeText, serveDescribed } from '../testing/serve-described.js';

async function serve(said: RentalSentences) {
  const { api } = await describeText('rentals', describeRentals(said));
  const simulators = await serveDescribed(api);
  const call = createSender(simulators);
  const { body: tool } = await call('POST /tools', { name: 'Drill', pricePerDay: 4 });
  const { body: member } = await call('POST /members', { name: 'Ada' });
  const rent = async (more: object = {}) =>
    await call('POST /rentals', { toolId: tool.id, memberId: member.id, ...more });
  return { call, tool, member, rent, simulators };
}

const code = 'tool_unavailable';

describe("a rejection that depends on another record's state", () => {
  const wordings: readonly RentalSentences[] = [
    { refused: `The tool is rented or broken (\`${code}\`).` },
    { refused: `\`${code}\`: the tool has been rented, or it is broken` },
    { refused: `The tool must be available (code \`${code}\`).` },
    { refused: `The tool is not available (\`${code}\`).` },
    { refused: `The tool is anything but available (\`${code}\`).` },
    { refused: `Refused (\`${code}\`).`, rent: 'Rents a tool. Only available tools can be rented.' },
    { refused: `Refused (\`${code}\`).`, rent: 'A tool cannot be rented while it is broken or rented.' },
    { refused: `Refused (\`${code}\`).`, rent: 'Possible only while the tool is available.' },
    { refused: `The rental is refused, because the tool is broken or already rented (\`${code}\`).` },
  ];
  it.each(wordings)('is read from: %o', async (said) => {
    const { call, rent, member } = await serve(said);
    expect((await rent()).status).toBe(201);
    const { body: broken } = await call('POST /tools', { name: 'Saw', pricePerDay: 1, status: 'broken' });
    const refused = await call('POST /rentals', { toolId: broken.id, memberId: member.id });
    expect(refused).toMatchObject({ status: 409, body: { code } });
    expect((await call('GET /rentals')).body).toHaveLength(1);
  });

  it.each([
    'The tool is usually not rented to beginners.',
    'The tool could be broken (`tool_unavailable`).',
    'The gadget is broken (`tool_unavailable`).',
  ])('is not guessed from: %s', async (refused) => {
    const { call, member } = await serve({ refused });
    const { body: broken } = await call('POST /tools', { name: 'Saw', pricePerDay: 1, status: 'broken' });
    expect((await call('POST /rentals', { toolId: broken.id, memberId: member.id })).status).toBe(201);
  });

  it('requires a described error response', async () => {
    const { call, member } = await serve({ rent: 'Only available tools can be rented.' });
    const { body: broken } = await call('POST /tools', { name: 'Saw', pricePerDay: 1, status: 'broken' });
    expect((await call('POST /rentals', { toolId: broken.id, memberId: member.id })).status).toBe(201);
  });
});

describe('a boolean property of another record', () => {
  it.each([
    'The member is blocked (`blocked`).',
    'Blocked members cannot rent (`blocked`).',
    'The member must not be blocked (`blocked`).',
    '`blocked` - the member has been blocked',
    'The member of the rental is blocked (`blocked`).',
  ])('causes a rejection: %s', async (refused) => {
    const { call, tool, rent } = await serve({ refused });
    expect((await rent()).status).toBe(201);
    const { body: member } = await call('POST /members', { name: 'Bob', blocked: true });
    const answer = await call('POST /rentals', { toolId: tool.id, memberId: member.id });
    expect(answer).toMatchObject({ status: 409, body: { code: 'blocked' } });
  });
});

describe('an existing open rental', () => {
  it.each([
    'The member already rents this tool (`twice`).',
    'The member already has an open rental of this tool (`twice`).',
    'At most one rental at a time per tool (`twice`).',
    'Only one rental per tool (`twice`).',
    '`twice` when there is an open rental of the tool',
  ])('causes a second one to be rejected: %s', async (refused) => {
    const { call, rent } = await serve({ refused });
    const { body: first } = await rent();
    expect(await rent()).toMatchObject({ status: 409, body: { code: 'twice' } });
    await call(`POST /rentals/${first.id}/close`, {});
    expect((await rent()).status).toBe(201);
  });
});

describe('a change to another record', () => {
  const wordings: readonly RentalSentences[] = [
    { rent: 'Rents a tool to a member. The tool becomes rented.', giveBack: 'The tool is available again.' },
    { rent: 'The status of the tool changes to `rented`.', giveBack: 'Its tool goes back to `available`.' },
    { rent: 'Lends an available tool, which turns rented.', giveBack: 'Ends the rental and sets its tool available.' },
    { rented: 'The rental. The tool is now `rented`.', givenBack: 'The rental. The tool is now available.' },
    { rent: 'Marks the tool as rented.', giveBack: 'Closes the rental and marks the tool as available.' },
  ];
  it.each(wordings)('is an effect of the operation: %o', async (said) => {
    const { call, rent, tool } = await serve(said);
    const { body: rental } = await rent();
    const status = async () => (await call(`GET /tools/${tool.id}`)).body.status;
    expect(await status()).toBe('rented');
    await call(`POST /rentals/${rental.id}/close`, {});
    expect(await status()).toBe('available');
  });
});

describe('a record that an operation creates', () => {
  it.each([
    'Takes the tool back and opens a report with reason `damage` for it.',
    'Takes the tool back. A report with reason `damage` is created.',
    'Closes the rental and files a report with reason damage.',
  ])('is stored: %s', async (giveBack) => {
    const { call, rent, tool } = await serve({ giveBack });
    const { body: rental } = await rent();
    expect((await call('GET /reports')).body).toEqual([]);
    await call(`POST /rentals/${rental.id}/close`, {});
    expect((await call('GET /reports')).body).toMatchObject([
      { rentalId: rental.id, toolId: tool.id, reason: 'damage' },
    ]);
  });
});

describe('a computed property', () => {
  it.each([
    'Number of open rentals of the member.',
    'How many rentals of the member are open.',
    'Count of its rentals that are still open.',
    "The number of the member's open rentals.",
    'The number of rentals with status `open`.',
    'Open rentals of this member.',
    'How many of its rentals are open at the moment.',
  ])('counts records: %s', async (says) => {
    const { call, rent, member } = await serve({ members: { 'members.openRentals': says } });
    const { body: rental } = await rent();
    await rent();
    const count = async () => (await call(`GET /members/${member.id}`)).body.openRentals;
    expect(await count()).toBe(2);
    await call(`POST /rentals/${rental.id}/close`, {});
    expect(await count()).toBe(1);
  });

  it.each([
    'The days times the daily price.',
    '`days` × `dailyPrice`',
    'Daily price multiplied by the number of days',
    'The price per day of the tool times `days`.',
    'Equals days * dailyPrice.',
  ])('multiplies two numbers: %s', async (says) => {
    const { rent } = await serve({
      members: { 'rentals.price': says, 'rentals.dailyPrice': 'The price per day of the tool.' },
    });
    expect((await rent({ days: 3 })).body).toMatchObject({ dailyPrice: 4, price: 12 });
  });

  it.each([
    'Sum of the prices of all its rentals.',
    "Total of the prices of the member's rentals.",
    'The sum of the price of its rentals.',
  ])('adds up the prices of other records: %s', async (says) => {
    const { call, rent, member } = await serve({
      members: { 'members.charges': says, 'rentals.price': '4 for each day.', 'rentals.dailyPrice': 'x' },
    });
    await rent({ days: 2 });
    await rent({ days: 3 });
    expect((await call(`GET /members/${member.id}`)).body.charges).toBe(20);
  });

  it.each([
    '14 days after `startedOn`.',
    '14 days after the start date',
    'Always 14 days after the rental started on.',
    '14 days from startedOn',
  ])('is a date 14 days after another: %s', async (says) => {
    const { rent } = await serve({ members: { 'rentals.dueOn': says } });
    expect((await rent({ startedOn: '2026-01-10' })).body.dueOn).toBe('2026-01-24');
  });
});

describe('the number of days past the due date', () => {
  it.each([
    'Whole days past the due date.',
    'Days after `dueOn`, counted to today or, after the end, to the day it was closed.',
    'The number of days since the due date',
  ])('is computed: %s', async (says) => {
    const { rent } = await serve({
      members: { 'rentals.extensions': says, 'rentals.dueOn': '2 days after startedOn' },
    });
    expect((await rent({ startedOn: '2026-01-10' })).body.extensions).toBe(3);
    expect((await rent({ startedOn: '2026-01-14' })).body.extensions).toBe(0);
  });
});

describe('a state that depends on the date', () => {
  it.each([
    'An `open` rental becomes `late` as soon as its `dueOn` has passed.',
    '`open` up to and including the due date, `late` from the day after.',
    'Open until the due date, late after that.',
    'A rental that is still open when its due date passes turns late.',
    'An open rental is late once its due date has passed.',
  ])('is reached once the due date has passed: %s', async (says) => {
    const { call, rent } = await serve({
      members: { 'rentals.status': says, 'rentals.dueOn': '2 days after startedOn' },
    });
    const { body: early } = await rent({ startedOn: '2026-01-14' });
    const { body: late } = await rent({ startedOn: '2026-01-10' });
    expect((await call(`GET /rentals/${early.id}`)).body.status).toBe('open');
    expect((await call(`GET /rentals/${late.id}`)).body.status).toBe('late');
  });
});

describe('an action', () => {
  it.each([
    {
      givenBack: 'The rental; `closedAt` is set to the time of the call.',
      members: { 'close.note': 'Kept as `remark`.' },
    },
    {
      givenBack: 'The rental. `closedAt` is the present moment.',
      members: { 'close.note': 'Stored as `remark` of the rental.' },
    },
    {
      giveBack: 'Ends the rental. `closedAt` becomes the current time.',
      members: { 'close.note': 'Shown as `remark`.' },
    },
  ])('sets properties: %o', async (said) => {
    const { call, rent } = await serve(said);
    const { body: rental } = await rent();
    expect(rental).toMatchObject({ status: 'open', closedAt: null, remark: null });
    const { body: closed } = await call(`POST /rentals/${rental.id}/close`, { note: 'scratched' });
    expect(closed).toMatchObject({ status: 'closed', closedAt: '2026-01-15T09:00:00.000Z', remark: 'scratched' });
  });

  it.each([
    { 'extend.refused': 'The rental was already extended twice (`too_often`).' },
    { 'extend.refused': 'It has been extended two times (`too_often`).' },
    { extend: 'A rental can be extended twice.', 'extend.refused': 'No more (`too_often`).' },
    { extend: 'A rental may be extended at most 2 times.', 'extend.refused': 'No more (`too_often`).' },
  ])('is rejected after two calls: %o', async (members) => {
    const { call, rent } = await serve({ members });
    const { body: rental } = await rent();
    await call(`POST /rentals/${rental.id}/extend`);
    expect((await call(`POST /rentals/${rental.id}/extend`)).body.extensions).toBe(2);
    expect(await call(`POST /rentals/${rental.id}/extend`)).toMatchObject({ status: 409, body: { code: 'too_often' } });
  });
});

describe('the order of two dates', () => {
  it.each([
    '`dueOn` is before `startedOn` (`order`).',
    'The due date lies before the start date (`order`).',
    '`order`: the due date must not be earlier than the start date',
    'The rental is refused when startedOn is later than dueOn (`order`).',
  ])('is enforced: %s', async (invalid) => {
    const { api } = await describeText('rentals', withSentDueDate(describeRentals({ invalid })));
    const call = createSender(await serveDescribed(api));
    const { body: tool } = await call('POST /tools', { name: 'Drill', pricePerDay: 4 });
    const send = async (dueOn: string) =>
      await call('POST /rentals', { toolId: tool.id, startedOn: '2026-01-10', dueOn });
    expect((await send('2026-01-12')).status).toBe(201);
    expect(await send('2026-01-09')).toMatchObject({ status: 422, body: { code: 'order' } });
  });
});

function withSentDueDate(description: object): object {
  const text = JSON.stringify(description);
  return JSON.parse(
    text
      .replaceAll(
        '"dueOn":{"type":"string","format":"date","readOnly":true',
        '"dueOn":{"type":"string","format":"date"',
      )
      .replace(
        '"RentalInput":{"type":"object","properties":{',
        '"RentalInput":{"type":"object","properties":{"dueOn":{"type":"string","format":"date"},',
      ),
  );
}

describe('an uppercase string', () => {
  it.each(['Stored in capitals.', 'Kept in upper case, however it is typed.', 'Converted to uppercase.'])(
    'is converted when it is stored: %s',
    async (says) => {
      const { call } = await serve({ members: { 'tools.name': says } });
      expect((await call('POST /tools', { name: 'Drill', pricePerDay: 1 })).body.name).toBe('DRILL');
    },
  );
});
