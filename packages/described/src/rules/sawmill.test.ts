import { expect, it } from 'vitest';
import { describeSawmill, type SawmillSentences } from '../testing/describe-sawmill.js';
import { createSender, describeText, serveDescribed } from '../testing/serve-described.js';

async function serve(said: SawmillSentences) {
  const { api } = await describeText('sawmill', describeSawmill(said));
  const call = createSender(await serveDescribed(api));
  const { body: yard } = await call('POST /yards', { number: 'Y1', capacity: 100, hours: [] });
  const addStack = async (capacity = 40) => await call(`POST /yards/${yard.id}/stacks`, { capacity, most: 5 });
  const plan = async (stackId: string, quantity: number, yardId = yard.id) =>
    await call('POST /deliveries', { yardId, leavesOn: '2026-01-20', items: [{ stackId, quantity }] });
  return { call, yard, addStack, plan };
}

it.each([
  'Boards of this stack in planned deliveries.',
  'Units in deliveries that are planned.',
  'Number of boards in planned deliveries of the yard.',
])('a property adds up the quantities in the line items of other records: %s', async (planned) => {
  const { call, yard, addStack, plan } = await serve({ members: { 'stacks.planned': planned } });
  const [{ body: stack }, { body: other }] = [await addStack(), await addStack()];
  await plan(stack.id, 3);
  const { body: second } = await plan(stack.id, 2);
  await plan(other.id, 9);
  const plannedOf = async () =>
    (await call(`GET /yards/${yard.id}/stacks`)).body.map((each: { planned: number }) => each.planned);
  expect(await plannedOf()).toEqual([5, 9]);
  await call(`POST /deliveries/${second.id}/load`, { cardToken: 'tok_ok' });
  expect(await plannedOf()).toEqual([3, 9]);
});

it.each([
  'The capacities of all stacks together would exceed the capacity of the yard (`yard_full`).',
  '`yard_full`: with this one, the sum of the capacities of all stacks exceeds the capacity of the yard',
])("rejects a record that pushes the sum over the parent's limit: %s", async (refused) => {
  const { addStack } = await serve({ operations: { 'addStack 409': refused } });
  expect([(await addStack(60)).status, (await addStack(40)).status]).toEqual([201, 201]);
  expect(await addStack(1)).toMatchObject({ status: 409, body: { code: 'yard_full' } });
});

it.each([
  'The body is not valid (`invalid`). This covers a quantity above the `most` of the stack, and a stack of another yard.',
  'The body is not valid (`invalid`). The same goes for a quantity over the `most` of the stack or a stack from another yard.',
])('every reason in a 422 description is enforced: %s', async (refused) => {
  const { call, addStack, plan } = await serve({ operations: { 'planDelivery 422': refused } });
  const { body: stack } = await addStack();
  const { body: other } = await call('POST /yards', { number: 'Y2', capacity: 9, hours: [] });
  expect((await plan(stack.id, 5)).status).toBe(201);
  expect((await plan(stack.id, 6)).status).toBe(422);
  expect((await plan(stack.id, 1, other.id)).status).toBe(422);
});

it.each([
  'Loads the boards. The token `tok_bad` stands for a card that is declined.',
  'Loads the boards. `tok_bad` simulates a declined card.',
  'Loads the boards. In tests, `tok_bad` is always refused.',
])('a test value in the request triggers the described error: %s', async (loadDelivery) => {
  const said = { loadDelivery, 'loadDelivery 402': 'The card was declined (`declined`).' };
  const { call, addStack, plan } = await serve({ operations: said });
  const { body: stack } = await addStack();
  const { body: delivery } = await plan(stack.id, 1);
  const refused = await call(`POST /deliveries/${delivery.id}/load`, { cardToken: 'tok_bad' });
  expect(refused).toMatchObject({ status: 402, body: { code: 'declined' } });
  expect((await call(`POST /deliveries/${delivery.id}/load`, { cardToken: 'tok_ok' })).body.status).toBe('loaded');
});

it.each(['Loads the boards and issues one tag per board.', 'Loads the boards. One tag for each board is issued.'])(
  'loading a delivery creates one tag per board: %s',
  async (loadDelivery) => {
    const loadedAt = 'Null until the delivery is loaded.';
    const { call, addStack, plan } = await serve({
      operations: { loadDelivery },
      members: { 'deliveries.loadedAt': loadedAt },
    });
    const { body: stack } = await addStack();
    const { body: delivery } = await plan(stack.id, 3);
    const { body: loaded } = await call(`POST /deliveries/${delivery.id}/load`, { cardToken: 'tok_ok' });
    expect([delivery.loadedAt, typeof loaded.loadedAt]).toEqual([null, 'string']);
    const tag = { deliveryId: delivery.id, stackId: stack.id };
    expect((await call(`GET /deliveries/${delivery.id}/tags`)).body).toMatchObject([tag, tag, tag]);
  },
);

it.each(['This is the last foreman (`last_foreman`).', 'There is no other foreman (`last_foreman`).'])(
  'rejects changing the trade of the last foreman: %s',
  async (refused) => {
    const { call } = await serve({ operations: { 'changeWorker 409': refused } });
    const { body: ada } = await call('POST /workers', { name: 'Ada', trade: 'foreman' });
    const change = async (body: object) => (await call(`PATCH /workers/${ada.id}`, body)).status;
    expect([await change({ trade: 'sawyer' }), await change({ name: 'Ida' })]).toEqual([409, 200]);
    await call('POST /workers', { name: 'Bob', trade: 'foreman' });
    expect(await change({ trade: 'sawyer' })).toBe(200);
  },
);

it.each([
  'The number of a yard never changes. Each day may be given once at most.',
  'The number is fixed. No day may appear twice.',
])('rejects changes to a fixed property and duplicate list items: %s', async (changeYard) => {
  const { call, yard } = await serve({ operations: { changeYard, 'changeYard 422': 'Not valid.' } });
  const change = async (body: object) => (await call(`PATCH /yards/${yard.id}`, body)).status;
  expect([await change({ number: 'Y1' }), await change({ number: 'Y9' })]).toEqual([200, 422]);
  const hours = (...days: string[]) => ({ hours: days.map((day) => ({ day, opens: '08:00' })) });
  expect([await change(hours('mon', 'tue')), await change(hours('mon', 'mon'))]).toEqual([200, 422]);
});

it.each([
  'The cut is priced with the contract that is in force at its yard.',
  'It is charged under the contract in force at its yard at that time.',
])('a new cut references the contract that is in force: %s', async (startCut) => {
  const { call, yard } = await serve({
    operations: { startCut },
    members: {
      'saws.status': 'A saw is `idle`, `running` while a cut runs on it, or `broken`.',
      'cuts.yardId': 'The yard of the saw.',
      'cuts.price': 'For oak: length times 3. Otherwise as sent.',
    },
  });
  const contract = async (validFrom: string, validUntil: string | null) =>
    (await call('POST /contracts', { yardId: yard.id, validFrom, validUntil })).body;
  await contract('2025-01-01T00:00:00Z', '2026-01-01T00:00:00Z');
  const { id: contractId } = await contract('2026-01-01T00:00:00Z', null);
  const { body: saw } = await call('POST /saws', { yardId: yard.id });
  const { body: cut } = await call('POST /cuts', { sawId: saw.id, wood: 'oak', length: 7 });
  expect(cut).toMatchObject({ contractId, price: 21, startedAt: '2026-01-15T09:00:00.000Z' });
  const status = async () => (await call(`GET /saws/${saw.id}`)).body.status;
  expect(await status()).toBe('running');
  await call(`POST /cuts/${cut.id}/finish`);
  expect(await status()).toBe('idle');
});

it.each(['Faults of this severity and of every higher one.', 'Only faults that are this severe or more.'])(
  'a filter selects the given severity and every higher one: %s',
  async (severity) => {
    const { call } = await serve({ parameters: { severity } });
    for (const each of ['info', 'critical', 'warning']) await call('POST /faults', { severity: each });
    const { body } = await call('GET /faults?from_severity=warning');
    expect(body.map((each: { severity: string }) => each.severity)).toEqual(['critical', 'warning']);
  },
);
