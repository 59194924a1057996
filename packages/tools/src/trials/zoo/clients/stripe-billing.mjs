// Products, subscriptions and invoices of the payments client: https://docs.stripe.com/api
import { all, each, fails, has, holds, matches, same } from '../expect.mjs';

async function priced(stripe) {
  const { id } = await stripe.products.create({ name: 'Gold plan' });
  return stripe.prices.create({ product: id, unit_amount: 1500, currency: 'usd', recurring: { interval: 'month' } });
}

async function subscribed(stripe) {
  const [customer, price] = [await stripe.customers.create({ email: 's@example.com' }), await priced(stripe)];
  const subscription = await stripe.subscriptions.create({ customer: customer.id, items: [{ price: price.id }] });
  return { customer, price, subscription };
}

async function billed(stripe) {
  const customer = await stripe.customers.create({});
  const item = await stripe.invoiceItems.create({ customer: customer.id, amount: 500, currency: 'usd' });
  return { customer, item, invoice: await stripe.invoices.create({ customer: customer.id }) };
}

export const billing = {
  'creates a product and its price': async (stripe) => {
    const price = await priced(stripe);
    matches('ids in the described form', price.id, /^price_\w+$/);
    has('what was sent is answered', price, {
      object: 'price',
      unit_amount: 1500,
      currency: 'usd',
      active: true,
      type: 'recurring',
    });
    has('what was sent is answered', price.recurring, { interval: 'month', interval_count: 1 });
    has('references', await stripe.products.retrieve(price.product), { name: 'Gold plan', active: true });
  },
  'archives and deletes a product': async (stripe) => {
    const { id } = await stripe.products.create({ name: 'Old', metadata: { a: 'b' } });
    has('changes', await stripe.products.update(id, { active: false }), {
      active: false,
      name: 'Old',
      metadata: { a: 'b' },
    });
    has('deletes', await stripe.products.del(id), { id, deleted: true });
    await fails(stripe.products.retrieve(id), { statusCode: 404 });
  },
  'lists the prices of a product': async (stripe) => {
    const [one, other] = [await priced(stripe), await priced(stripe)];
    const { data } = await stripe.prices.list({ product: one.product });
    same('lists', each(data, 'id'), [one.id]);
    holds('lists', one.id !== other.id, one.id);
  },
  'subscribes a customer': async (stripe) => {
    const { customer, price, subscription } = await subscribed(stripe);
    has('first state', subscription, {
      object: 'subscription',
      status: 'active',
      customer: customer.id,
      cancel_at_period_end: false,
    });
    same(
      'embedded things',
      subscription.items.data.map((item) => item.price.id),
      [price.id],
    );
  },
  'cancels a subscription': async (stripe) => {
    const { subscription } = await subscribed(stripe);
    has('changes', await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true }), {
      cancel_at_period_end: true,
      status: 'active',
    });
    has('actions', await stripe.subscriptions.cancel(subscription.id), { id: subscription.id, status: 'canceled' });
    has('actions', await stripe.subscriptions.retrieve(subscription.id), { status: 'canceled' });
  },
  'lists the subscriptions of a customer': async (stripe) => {
    const { customer, subscription } = await subscribed(stripe);
    await subscribed(stripe);
    same('lists', each(await all(stripe.subscriptions.list({ customer: customer.id })), 'id'), [subscription.id]);
  },
  'drafts, finalizes and pays an invoice': async (stripe) => {
    const { customer, invoice } = await billed(stripe);
    has('first state', invoice, { object: 'invoice', status: 'draft', customer: customer.id });
    has('actions', await stripe.invoices.finalizeInvoice(invoice.id), { id: invoice.id, status: 'open' });
    has('actions', await stripe.invoices.pay(invoice.id), { id: invoice.id, status: 'paid' });
    has('actions', await stripe.invoices.retrieve(invoice.id), { status: 'paid' });
  },
  'voids an invoice': async (stripe) => {
    const { invoice } = await billed(stripe);
    await stripe.invoices.finalizeInvoice(invoice.id);
    has('actions', await stripe.invoices.voidInvoice(invoice.id), { id: invoice.id, status: 'void' });
  },
  'deletes a draft invoice': async (stripe) => {
    const { invoice } = await billed(stripe);
    has('deletes', await stripe.invoices.del(invoice.id), { id: invoice.id, deleted: true });
    await fails(stripe.invoices.retrieve(invoice.id), { statusCode: 404 });
  },
  'changes an invoice item': async (stripe) => {
    const { item, customer } = await billed(stripe);
    has('what was sent is answered', item, { amount: 500, currency: 'usd', customer: customer.id });
    has('changes', await stripe.invoiceItems.update(item.id, { description: 'Setup' }), {
      id: item.id,
      description: 'Setup',
      amount: 500,
    });
  },
  'creates a coupon of a chosen id': async (stripe) => {
    const made = await stripe.coupons.create({ id: 'SPRING', percent_off: 25, duration: 'once' });
    has('what was sent is answered', made, { id: 'SPRING', percent_off: 25, duration: 'once', valid: true });
    has('what is stored is read', await stripe.coupons.retrieve('SPRING'), { id: 'SPRING', percent_off: 25 });
    has('deletes', await stripe.coupons.del('SPRING'), { id: 'SPRING', deleted: true });
  },
  'expires a checkout session': async (stripe) => {
    const { id: price } = await priced(stripe);
    const session = await stripe.checkout.sessions.create({
      mode: 'subscription',
      line_items: [{ price, quantity: 1 }],
      success_url: 'https://example.com/done',
    });
    has('first state', session, {
      object: 'checkout.session',
      status: 'open',
      payment_status: 'unpaid',
      mode: 'subscription',
    });
    matches('ids in the described form', session.id, /^cs_\w+$/);
    has('actions', await stripe.checkout.sessions.expire(session.id), { id: session.id, status: 'expired' });
  },
};
