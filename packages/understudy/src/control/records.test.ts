import { describe, expect, it } from 'vitest';
import type { StartOptions } from '../start-options.js';
import type { RunningSimulators } from '../start-simulators.js';
import { call } from '../testing/call.js';
import { useResources } from '../testing/use-resources.js';

const { start, folderWith } = useResources();

const company = '5f0c5a9e-2d5f-4c1a-9a6e-0d7c1f7b8a11';
const owner = { clientId: company, tenantId: company };
const at = `clientId=${company}&tenantId=${company}`;

const exchange = (options: StartOptions = {}) => start({ seed: 'demo', apis: ['einvoicing'], ...options });

/** Returns a snapshot of the whole sandbox as text. */
async function stateOf({ control }: RunningSimulators): Promise<string> {
  await control.snapshots.put('state');
  return JSON.stringify(await control.snapshots.get('state'));
}

describe('a record filter with exponential run time', () => {
  it.each([
    'count($..[?count($..[?count($..[?count($..*)>=0])<0])<0])<0',
    'count($..[?count($..[?count($..*) < 0]) > 0]) < 0',
  ])('is rejected: %s', async (where) => {
    const { collection } = await exchange();
    const started = process.cpuUsage();
    const answer = collection('einvoicing', 'invoices', owner).list({ where });
    await expect(answer).rejects.toThrow(/takes more than 200,000 steps/);
    expect(process.cpuUsage(started).user / 1000).toBeLessThan(3000);
  });
});

describe('records of the e-invoicing API', () => {
  it('are edited, found by the API’s filter, and restored byte for byte', async () => {
    const simulators = await exchange();
    const { control } = simulators;
    const body = `grant_type=client_credentials&client_id=${company}&client_secret=demo-user-key&scope=eui`;
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const token = await call(simulators, 'POST /oauth2/token', body, form);
    const authorization = { authorization: `Bearer ${token.body.access_token}` };
    const failed = async (): Promise<string[]> => {
      const query = 'direction=SENT&status[]=FAILED';
      const sent = await call(simulators, `GET /v1/invoices?${query}`, undefined, authorization);
      return sent.body.map(({ id }: { id: string }) => id);
    };
    const invoices = simulators.collection('einvoicing', 'invoices', owner);
    const [pending] = await invoices.list({ where: "@.status == 'PENDING'", sort: '-facts.sum' });
    const { id = '', timerId } = pending?.value ?? {};
    const before = await failed();
    const state = await stateOf(simulators);
    const edited = await invoices.update(id, { status: 'FAILED', timerId: null });
    expect(edited.effects).toEqual({ webhooks: false, timers: [{ kind: 'deliverInvoice', at: expect.any(String) }] });
    expect((await failed()).sort()).toEqual([...before, id].sort());
    const status = { pointer: '/status', before: 'PENDING', after: 'FAILED' };
    const members = [status, { pointer: '/timerId', before: timerId }];
    expect(await simulators.changes()).toMatchObject([{ key: id, change: 'changed', members }]);
    const [entry] = await control.journal.list({ last: 1, type: 'edit' });
    const operation = { api: 'einvoicing', operationId: 'changeRecord', tenantId: company };
    expect(entry).toMatchObject({ seq: edited.entry, ...operation });
    await control.undo();
    expect([await failed(), await simulators.changes()]).toEqual([before, []]);
    // The requests of this test changed nothing.
    expect(await stateOf(simulators)).toBe(state);
  });

  it('are created, replaced and deleted, and each undo reverts one more edit', async () => {
    const simulators = await exchange();
    const { control } = simulators;
    const users = simulators.collection('einvoicing', 'users');
    const [first] = await users.list();
    const { key, value } = await users.create({ ...Object(first?.value), id: undefined, email: 'new@example.com' });
    expect(value.id).toBe(key);
    await users.put(key, { ...value, email: 'put@example.com' });
    await users.delete(key);
    await expect(users.get(key)).rejects.toThrow('has no record');
    await control.undo();
    expect((await users.get(key)).email).toBe('put@example.com');
    const undone = await control.undo();
    expect((await users.get(key)).email).toBe('new@example.com');
    await control.undo();
    expect(await simulators.changes()).toEqual([]);
    await expect(control.undo()).rejects.toThrow('no edit to undo');
    // An undo can be undone.
    await control.undo(undone.entry);
    expect((await users.get(key)).email).toBe('put@example.com');
  });

  const invoice = `/_sim/records/einvoicing/invoices`;
  const where = (filter: string) => `GET ${invoice}?${at}&where=${encodeURIComponent(filter)}`;
  it.each<readonly [string, string, string | undefined, number, string]>([
    ['an unknown state', `PATCH ${invoice}/KEY?${at}`, '{"status":"overdue"}', 400, '/body/status'],
    ['a wrong type', `PATCH ${invoice}/KEY?${at}`, '{"facts":{"sum":"12"}}', 400, '/body/facts/sum'],
    ['an invalid timestamp', `PATCH ${invoice}/KEY?${at}`, '{"receivedAt":"soon"}', 400, '/body/receivedAt'],
    ['a changed key', `PATCH ${invoice}/KEY?${at}`, '{"id":"other"}', 400, '/body/id'],
    ['a prototype', `PATCH ${invoice}/KEY?${at}`, '{"__proto__":{"status":"FAILED"}}', 400, '/body/__proto__'],
    ['a deleted required member', `PATCH ${invoice}/KEY?${at}`, '{"facts":null}', 400, '/body/facts'],
    ['a list', `PUT ${invoice}/KEY?${at}`, '[]', 400, '/body'],
    ['an incomplete owner', `PATCH ${invoice}/KEY?clientId=${company}`, '{"status":"FAILED"}', 400, '/query/tenantId'],
    [
      'a redacted secret',
      'PATCH /_sim/records/einvoicing/operators/demo-operator',
      '{"clientSecret":"[redacted]"}',
      400,
      '/body/clientSecret',
    ],
    ['a key of another owner', `PATCH ${invoice}/KEY?clientId=a&tenantId=b`, '{"status":"FAILED"}', 404, ''],
    ['an encoded path as key', `DELETE ${invoice}/..%2F..%2Fusers?${at}`, undefined, 404, ''],
    ['a prototype as key', `PATCH ${invoice}/__proto__?${at}`, '{"status":"FAILED"}', 404, ''],
    ['a prototype as collection', 'PUT /_sim/records/einvoicing/__proto__/1', '{}', 409, ''],
    ['a lone surrogate in a value', 'POST /_sim/records/einvoicing/alerts?key=a', '{"at":"\\ud800"}', 400, '/body/at'],
    ['a lone surrogate as key', 'POST /_sim/records/einvoicing/users', '{"id":"\\ud800"}', 400, '/query/key'],
    [
      'a body of several megabytes',
      'POST /_sim/records/einvoicing/users',
      `{"id":"${'x'.repeat(3_000_000)}"}`,
      413,
      '',
    ],
    ['an unknown API', 'PUT /_sim/records/nope/invoices/1', '{}', 404, ''],
    ['a collection of the server', 'DELETE /_sim/records/einvoicing/timers/1', undefined, 409, ''],
    ['a collection of the kernel', 'PUT /_sim/records/%3Akernel/clock/clock', '{}', 404, ''],
    ['an unknown parameter', `PATCH ${invoice}/KEY?${at}&force=1`, '{}', 400, '/query/force'],
    ['deep nesting', `PATCH ${invoice}/KEY?${at}`, `${'{"facts":'.repeat(5000)}1${'}'.repeat(5000)}`, 400, ''],
    ['an invalid filter', where('@.status =='), undefined, 400, '/query/where'],
    [
      'a filter that never ends',
      where("search(@.files[0].content, '(a+)+$') || search(@.facts.format, '((E|E)+)+!')"),
      ...([undefined, 200, ''] as const),
    ],
    ['an unknown snapshot', 'GET /_sim/diff?fromSnapshot=nope', undefined, 404, ''],
    ['an unknown entry', 'POST /_sim/undo', '{"before":99}', 404, ''],
  ])('rejects %s', async (_name, line, body, status, pointer) => {
    const simulators = await exchange();
    const [entry] = await simulators.collection('einvoicing', 'invoices', owner).list({ limit: 1 });
    const state = await stateOf(simulators);
    const answer = await call(simulators, line.replace('KEY', entry?.key ?? ''), body);
    expect(answer.status).toBe(status);
    if (pointer !== '') expect(answer.body.errors.map((each: { pointer: string }) => each.pointer)).toContain(pointer);
    expect(await stateOf(simulators)).toBe(state);
  });
});

const orders = `openapi: 3.1.0
info: {title: Orders, version: '1'}
x-understudy: {understudy: 1, resources: {customers: {unique: {email: {members: [email]}}}}}
paths:
  /customers:
    get: {operationId: listCustomers, responses: {'200': {description: ok, content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Customer'}}}}}}}
    post:
      operationId: createCustomer
      requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Customer'}}}}
      responses: {'201': {description: made, content: {application/json: {schema: {$ref: '#/components/schemas/Customer'}}}}, '409': {description: taken}}
  /customers/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: string}}]
    get: {operationId: getCustomer, responses: {'200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Customer'}}}}, '404': {description: none}}}
    delete: {operationId: deleteCustomer, responses: {'204': {description: gone}}}
  /customers/{id}/orders:
    parameters: [{name: id, in: path, required: true, schema: {type: string}}]
    get: {operationId: listOrders, responses: {'200': {description: ok, content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Order'}}}}}}}
    post:
      operationId: createOrder
      requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Order'}}}}
      responses: {'201': {description: made, content: {application/json: {schema: {$ref: '#/components/schemas/Order'}}}}}
components:
  schemas:
    Customer: {type: object, required: [id, email], properties: {id: {type: string}, email: {type: string, format: email}, age: {type: [integer, 'null'], minimum: 0}}}
    Order: {type: object, required: [id, state], properties: {id: {type: integer}, state: {enum: [open, paid]}}}
`;

describe('records of a described API', () => {
  it('match the schema of their resource and are served by the API', async () => {
    const folder = await folderWith({ 'orders.yaml': orders });
    const simulators = await start({ apis: [`${folder}/orders.yaml`] });
    const customers = simulators.collection('orders', 'customers');
    const ada = await customers.create({ email: 'ada@example.com' });
    expect(ada.value).toEqual({ id: ada.key, email: 'ada@example.com' });
    expect((await call(simulators, `GET /customers/${ada.key}`)).body).toMatchObject({ email: 'ada@example.com' });
    await expect(customers.update(ada.key, { age: -1 })).rejects.toThrow('/body/age must be');
    await expect(customers.create({ id: 'b', email: 'ada@example.com' })).rejects.toThrow('must be unique');
    expect((await call(simulators, 'POST /customers', '{"email":"ada@example.com","id":"c"}')).status).toBe(409);
    const list = simulators.collection('orders', 'customers.orders');
    await expect(list.create({ id: 1, state: 'open' })).rejects.toThrow('must have 2 percent-encoded parts');
    await list.create({ id: 1, state: 'open' }, { key: `${ada.key}/1` });
    await expect(list.put(`${ada.key}/%zz`, { id: 1, state: 'open' })).rejects.toThrow('percent-encoded');
    expect((await call(simulators, `GET /customers/${ada.key}/orders`)).body).toEqual([{ id: 1, state: 'open' }]);
    expect(await simulators.changes()).toContainEqual(
      expect.objectContaining({ collection: 'customers.orders', change: 'added', after: { id: 1, state: 'open' } }),
    );
    // Deleting a customer also deletes its orders.
    await customers.delete(ada.key);
    expect(await list.list()).toEqual([]);
    await simulators.control.undo();
    expect(await list.list()).toHaveLength(1);
  });
});

describe('changes and undo', () => {
  it('are the same in every run, and can go back to the state before a journal entry', async () => {
    const run = async () => {
      const simulators = await exchange();
      const { control } = simulators;
      const pending = simulators.collection('einvoicing', 'invoices', owner);
      await control.snapshots.put('first');
      const state = await stateOf(simulators);
      await control.advance('PT1H');
      const [clock] = await control.journal.list({ type: 'clock' });
      const [sent] = await pending.list({ where: "@.direction == 'SENT'", limit: 1 });
      const edited = await pending.update(sent?.key ?? '', { comment: 'by hand' });
      await control.snapshots.put('second');
      const changes = await simulators.changes();
      expect(await simulators.changes({ fromSnapshot: 'first', toSnapshot: 'second' })).toEqual(changes);
      expect(await simulators.changes({ fromSnapshot: 'first' })).toEqual(changes);
      expect(await simulators.changes({ fromEntry: edited.entry })).toMatchObject([
        { key: sent?.key, members: [{ pointer: '/comment', after: 'by hand' }] },
      ]);
      const sooner = await simulators.changes({ toEntry: edited.entry });
      expect(sooner).toHaveLength(changes.length - (sooner.some(({ key }) => key === sent?.key) ? 0 : 1));
      await control.undo(clock?.seq);
      expect(await stateOf(simulators)).toBe(state);
      return JSON.stringify(changes);
    };
    expect(await run()).toBe(await run());
  });

  it('include a restored snapshot, but go back only as far as the journal does', async () => {
    const simulators = await exchange({ maxJournalBytes: 40_000 });
    const { control } = simulators;
    const users = simulators.collection('einvoicing', 'users');
    const [user] = await users.list();
    const key = user?.key ?? '';
    const { entry } = await users.update(key, { firstName: 'Eve' });
    await control.snapshots.put('eve');
    await users.update(key, { firstName: 'Bob' });
    await control.snapshots.restore('eve');
    await control.undo(entry);
    expect(await simulators.changes()).toEqual([]);
    const first = await users.update(key, { lastName: 'x'.repeat(9000) });
    for (const letter of 'abcdefgh') await users.update(key, { lastName: letter.repeat(9000) });
    await expect(control.undo(first.entry)).rejects.toThrow('took more memory');
    expect(await simulators.changes()).toMatchObject([{ key, members: [{ pointer: '/lastName' }] }]);
    await control.reset();
    expect(await simulators.changes()).toEqual([]);
  });

  it('respect the limits of the server and of control tokens', async () => {
    const values = { all: 'all-0123456789abcdef', ada: 'ada-0123456789abcdef', eye: 'eye-0123456789abcdef' };
    const simulators = await exchange({
      maxRecords: 130,
      controlTokens: [
        { name: 'all', value: values.all, scope: 'all' },
        { name: 'ada', value: values.ada, scope: 'own sandboxes', limits: { storedBytes: 300_000 } },
        { name: 'eye', value: values.eye, scope: 'read' },
      ],
    });
    const as = (who: keyof typeof values, line: string, body?: object) =>
      call(simulators, line, body, { authorization: `Bearer ${values[who]}` });
    const users = '/_sim/records/einvoicing/users';
    const { key, value } = (await as('eye', `GET ${users}`)).body.records[0];
    expect((await as('all', 'POST /_sim/sandboxes', { name: 'other' })).status).toBe(201);
    expect((await as('ada', 'POST /_sim/sandboxes', { name: 'hers' })).status).toBe(201);
    const large = { ...value, lastName: 'x'.repeat(400_000) };
    const statuses = [
      await as('eye', `PATCH ${users}/${key}`, { firstName: 'Eve' }),
      await as('eye', 'POST /_sim/undo'),
      await as('eye', 'GET /_sim/diff'),
      await as('ada', `PATCH /~other${users}/${key}`, { firstName: 'Eve' }),
      await as('ada', 'GET /~other/_sim/diff'),
      await as('ada', `PATCH /~hers${users}/${key}`, { firstName: 'Eve' }),
      await as('ada', `PUT /~hers${users}/${key}`, large),
    ].map(({ status }) => status);
    expect(statuses).toEqual([403, 403, 200, 403, 403, 200, 403]);
    let created = await as('all', `POST ${users}`, { ...value, id: undefined });
    for (let count = 0; created.status === 201 && count < 200; count += 1)
      created = await as('all', `POST ${users}`, { ...value, id: undefined });
    expect(created).toMatchObject({ status: 507, body: { type: 'urn:understudy:problem:record-limit' } });
    expect((await as('all', `DELETE ${users}/${key}`)).status).toBe(200);
  });
});
