import { readModel } from '@understudy/model';
import { expect, it } from 'vitest';
import { describeClub } from '../../testing/describe-club.js';
import { createSender, describeText, serveDescribed } from '../../testing/serve-described.js';

const text = { type: 'string' };
const orderCount = { type: 'integer' };
const club = describeClub({
  customers: { properties: { name: text, orderCount, busy: { type: 'boolean' } }, readOnly: ['orderCount', 'busy'] },
  orders: {
    properties: { number: text, customer: text, customerName: text, customerOrders: orderCount },
    readOnly: ['customerName', 'customerOrders'],
  },
});
const model = readModel({
  understudy: 1,
  resources: {
    customers: {
      members: { orderCount: { value: 'of("orders").size()' }, busy: { value: 'of("orders").size() > 2' } },
    },
    orders: {
      members: {
        customer: { refersTo: 'customers', missing: 'reference' },
        customerName: { value: 'find("customers", self.customer).name' },
        customerOrders: { value: 'find("customers", self.customer).orderCount' },
      },
      unique: { number: { members: ['number'] } },
    },
  },
});

async function serve() {
  const { api } = await describeText('club', club, { model });
  const send = createSender(await serveDescribed(api));
  const { body: customer } = await send('POST /customers', { name: 'Ada' });
  let made = 0;
  const create = async (count: number) => {
    const start = process.cpuUsage();
    for (const last = made + count; made < last; made += 1)
      await send('POST /orders', { number: `N-${made + 1}`, customer: customer.id });
    return process.cpuUsage(start).user;
  };
  return { send, customer, create };
}

it('the cost of a create request does not grow with the records that share its reference', async () => {
  const { create } = await serve();
  await create(40);
  const few = await create(40);
  await create(300);
  const many = await create(40);
  expect(many).toBeLessThan(5 * few);
});

it('the cost of a request does not grow with the users who could have sent it', async () => {
  const { api } = await describeText('club', club, {
    model: readModel({ understudy: 1, login: { as: 'customers', member: 'name' } }),
  });
  const send = createSender(await serveDescribed(api), { authorization: 'Bearer any' });
  const { body: order } = await send('POST /orders', { number: 'N-1' });
  const measure = async (users: number) => {
    for (let made = 0; made < users; made += 1) await send('POST /customers', { name: `Ada ${made}` });
    const start = process.cpuUsage();
    for (let read = 0; read < 100; read += 1) await send(`GET /orders/${order.id}`);
    return process.cpuUsage(start).user;
  };
  await measure(20);
  const few = await measure(20);
  expect(await measure(1500)).toBeLessThan(3 * few);
});

it('computed properties that depend on other records are correct in a third record', async () => {
  const { send, customer, create } = await serve();
  await create(3);
  const { body: order } = await send('POST /orders', { number: 'N-9', customer: customer.id });
  const { body: shown } = await send(`GET /orders/${order.id}`);
  expect(shown).toMatchObject({ customerName: 'Ada', customerOrders: 4 });
  expect((await send(`GET /customers/${customer.id}`)).body).toMatchObject({ orderCount: 4, busy: true });
});

it('unique values ignore case, and become free after an update or a deletion', async () => {
  const { send, customer, create } = await serve();
  await create(2);
  const post = (number: string) => send('POST /orders', { number, customer: customer.id });
  expect((await post('n-1')).status).toBe(409);
  const { body: order } = await post('N-3');
  await send(`PUT /orders/${order.id}`, { number: 'N-4', customer: customer.id });
  expect((await post('N-3')).status).toBe(201);
  expect((await post('N-4')).status).toBe(409);
  await send(`DELETE /orders/${order.id}`);
  expect((await post('N-4')).status).toBe(201);
});

it('a list filtered by stored properties computes properties only for its page', async () => {
  const parameters = ['customer', 'rank', 'limit'].map((name) => ({
    name,
    in: 'query',
    schema: name === 'customer' ? text : orderCount,
  }));
  const ranked = describeClub({
    orders: { properties: { customer: text, rank: orderCount }, readOnly: ['rank'], list: { parameters } },
  });
  const rank = { value: 'all("orders").filter(o, o.id != self.id).filter(o, o.customer == self.customer).size()' };
  const { api } = await describeText('ranked', ranked, {
    model: readModel({ understudy: 1, resources: { orders: { members: { rank } } } }),
  });
  const send = createSender(await serveDescribed(api));
  for (let count = 0; count < 350; count += 1) await send('POST /orders', { customer: count < 3 ? 'ada' : 'grace' });
  const { body } = await send('GET /orders?customer=ada&limit=2');
  expect(body.map((each: { rank: number }) => each.rank)).toEqual([2, 2]);
  // Each of them must be computed.
  expect((await send('GET /orders?rank=2')).text).toContain('steps');
});
