import {
  type Change,
  changeStored,
  type Deviations,
  deviationTable,
  gone,
  handle,
  isRefused,
  type Json,
  listOf,
  objectOf,
  outside,
  refuseWhen,
  request,
  sent,
  sentBody,
  sentBy,
  within,
  withRequest,
} from '@understudy/kernel/deviations';
import { collections, type Subscription } from '../entities.js';
import { exchangeCollections } from '../exchange/entities.js';
import { asIfRegistered, editRecord, ownCollection, required } from './einvoicing-parts.js';

const day = 86_400_000;
const create = 'createNotification';
const subscriptions = [create, 'listNotifications', 'getNotification'];
const received = 'DOCUMENTS.INVOICE.RECEIVED';
const delivered = 'DOCUMENTS.INVOICE.DELIVERED';
/** Subscriptions that include the event. */
const covering: ReadonlySet<string> = new Set([delivered, 'DOCUMENTS.INVOICE.*', 'DOCUMENTS.*.*']);
const failed = 'DOCUMENTS.INVOICE.FAILED';
const missed = 'UNACKNOWLEDGED_WEBHOOKS';

const eventOf = (body: Json) => String(body['event']);
/** Sends no event of a kind. */
const without = (event: string): Change => sent((order, body) => (eventOf(body) === event ? [] : [order]));
/** Changes the data of an event. */
const data = (event: string, change: (data: Json) => unknown): Change =>
  sentBody((body) => {
    if (eventOf(body) !== event) return body;
    const changed = change(objectOf(body['event_data']));
    return { ...body, event_data: changed };
  });

/** Hides a disabled subscription. */
const working = (subscription: Subscription) => (subscription.disabledAt === undefined ? subscription : undefined);

/** Deviations of events, subscriptions and webhooks. */
export const einvoicingEvents: Deviations = deviationTable({
  'einvoicing.subscription.request': required(create, 'url'),
  'einvoicing.subscription.destination-type': refuseWhen(
    create,
    400,
    ({ body }) => objectOf(body)['destination_type'] === 'VENDOR_WEBHOOK',
  ),
  'einvoicing.subscription.vendor-key': changeStored(
    collections.subscriptions,
    { write: ({ vendorId: _gone, ...subscription }) => subscription },
    within(create),
  ),
  'einvoicing.subscription.response': editRecord(subscriptions, 'events', (events) =>
    listOf(events).flatMap((event) => (String(event).startsWith('DOCUMENTS.*') ? [received, delivered] : [event])),
  ),
  'einvoicing.event.envelope': sentBody((body) => ({
    ...body,
    ...(body['event_data'] === undefined ? {} : { event_data: JSON.stringify(body['event_data']) }),
  })),
  'einvoicing.event.timestamp': sentBody((body) => ({
    ...body,
    event_timestamp: Date.parse(String(body['event_timestamp'])),
  })),
  'einvoicing.event.data-absent': sentBody((body) => ({
    event_data: {},
    ...body,
  })),
  'einvoicing.delivered.event': handle('sendInvoice', async (next, input, context) => {
    const result = await next(input, context);
    if (isRefused(result) || objectOf(result.body)['status'] !== 'PENDING') return result;
    const { id, number, destination, recipient } = objectOf(result.body);
    const companyId = context.caller?.clientId ?? '';
    for (const { key, value } of await ownCollection(context, collections.subscriptions).list()) {
      const covers = listOf(value['events']).some((event) => covering.has(String(event)));
      if (!covers) continue;
      const { name, bid } = objectOf(recipient);
      const whom = { recipient_name: name ?? '', recipient_bid: bid ?? '' };
      const told = { invoice_id: id, invoice_number: number, destination, ...whom };
      context.webhooks.send({
        tenantId: companyId,
        reference: JSON.stringify([companyId, key, null, `early ${String(id)}`]),
        request: {
          url: String(value['destination']),
          headers: { 'content-type': 'application/json' },
          body: {
            event: delivered,
            company_id: companyId,
            event_timestamp: context.clock.now().toISOString().replace('Z', '+00:00'),
            event_data: told,
          },
          policy: { timeoutSeconds: 5, attempts: 1, retryDelaysSeconds: [3600] },
          queue: key,
        },
      });
    }
    return result;
  }),
  'einvoicing.failed.event': data(failed, ({ error_message: _gone, ...others }) => others),
  'einvoicing.received.event': asIfRegistered(['PEPPOL'], within('action:receiveInvoice')),
  'einvoicing.network-created.event': sentBody((body) => ({
    ...body,
    event: eventOf(body).replace('NETWORKS.', 'NETWORK.'),
  })),
  'einvoicing.notifications.post': sent(() => []),
  'einvoicing.notifications.resend': changeStored(collections.deliveries, { forEver: true }, within('report')),
  'einvoicing.notifications.resend#disabled: the events of a disabled subscription are left out': changeStored(
    collections.subscriptions,
    { read: working },
    within('resendUnacknowledged'),
  ),
  'einvoicing.notifications.resend#old: only events of the last day are sent again': changeStored(
    collections.deliveries,
    {
      read: (delivery, { clock }) => {
        const at = Date.parse(String(objectOf(delivery['envelope'])['event_timestamp']));
        return clock.now().getTime() - at > day ? undefined : delivery;
      },
    },
    within('resendUnacknowledged'),
  ),
  'einvoicing.webhook.post': sent((order, body) => [withRequest(order, { body: [body] })]),
  'einvoicing.webhook.success': sentBy({ successStatuses: [200, 201] }),
  'einvoicing.webhook.failure': sentBy({
    successStatuses: Array.from({ length: 100 }, (_none, place) => 200 + place),
  }),
  'einvoicing.webhook.retry': sentBy({ attempts: 2 }),
  'einvoicing.webhook.timeout': sentBy({ timeoutSeconds: 30 }),
  'einvoicing.webhook.disable': changeStored(
    collections.subscriptions,
    {
      read: (subscription) => {
        const since = Date.parse(String(subscription['failingSince']));
        return Number.isNaN(since)
          ? subscription
          : { ...subscription, failingSince: new Date(since - 29 * day).toISOString() };
      },
    },
    within('report'),
  ),
  'einvoicing.webhook.disable#never: a subscription is never disabled': changeStored(
    collections.subscriptions,
    { write: ({ disabledAt: _gone, ...others }) => others },
    within('report'),
  ),
  'einvoicing.webhook.disable#success: a success in between does not count': changeStored(
    collections.subscriptions,
    {
      write: (subscription, before) =>
        before?.['failingSince'] === undefined
          ? subscription
          : { ...subscription, failingSince: before['failingSince'] },
    },
    within('report'),
  ),
  'einvoicing.webhook.disable#goes-on: a disabled subscription still gets later events': changeStored(
    collections.subscriptions,
    { read: ({ disabledAt: _gone, ...others }) => others },
    within('createProfiles'),
  ),
  'einvoicing.webhook.no-signature': sent((order) => [
    withRequest(order, { headers: { ...order.request.headers, 'x-signature': 'sha256=0f' } }),
  ]),
  'einvoicing.webhook.secret-in-url': sent((order) => [
    withRequest(order, { url: order.request.url.replace(/\?.*$/, '') }),
  ]),
  'einvoicing.webhook.secret-in-url#password: the password of the destination is sent with its percent-encoding': sent(
    (order) => {
      const { headers } = order.request;
      const [scheme = '', credentials = ''] = headers['authorization']?.split(' ') ?? [];
      const [user = '', password = ''] = Buffer.from(credentials, 'base64').toString().split(':');
      const pair = Buffer.from(`${user}:${encodeURIComponent(password)}`).toString('base64');
      return [scheme === '' ? order : withRequest(order, { headers: { ...headers, authorization: `Basic ${pair}` } })];
    },
  ),
  'einvoicing.webhook.unacknowledged': without(missed),
  'einvoicing.webhook.resend-redelivers': sentBy({ successStatuses: [] }),
  'einvoicing.webhook.polling-alternative': editRecord('listInvoices', 'status', (status, { origin }) =>
    typeof origin !== 'string' && status === 'DELIVERED' ? 'PENDING' : (status ?? gone),
  ),
  'einvoicing.webhook.polling-alternative#failed: the list still shows what failed as pending': editRecord(
    'listInvoices',
    'status',
    (status) => (status === 'FAILED' ? 'PENDING' : (status ?? gone)),
  ),
  'einvoicing.webhook.polling-alternative#not-fetched: what was fetched is listed among what was not': request(
    'listInvoices',
    ({ query: { fetched: _gone, ...query }, ...input }) => ({ ...input, query }),
  ),
  'einvoicing.webhook.polling-alternative#downloaded: a download does not count as fetching': changeStored(
    exchangeCollections.invoices,
    { write: () => undefined },
    within('getInvoiceFile'),
  ),
  'einvoicing.webhook.vendor': sent((order) => {
    const [subscriber]: unknown[] = JSON.parse(order.reference);
    return subscriber === order.tenantId ? [order] : [];
  }),
  'einvoicing.webhook.vendor-linking': changeStored(
    collections.companies,
    { write: () => undefined },
    within('unlinkVendor'),
  ),
  'einvoicing.event.received-data': data(received, ({ sender_name, ...others }) => ({
    ...others,
    recipient_name: sender_name,
  })),
  'einvoicing.event.delivered-data': data(delivered, ({ destination, ...others }) => ({
    ...others,
    origin: destination,
  })),
  'einvoicing.event.failed-data': data(failed, ({ invoice_id, error_message }) => ({ invoice_id, error_message })),
  'einvoicing.event.network-data': data('NETWORKS.PEPPOL.CREATED', ({ profiles, ...others }) => ({
    ...others,
    profile: listOf(profiles)[0],
  })),
  'einvoicing.event.types': changeStored(
    collections.subscriptions,
    {
      read: (subscription) => {
        const events = listOf(subscription['events']);
        return events.includes(failed) ? { ...subscription, events: [...events, delivered] } : subscription;
      },
    },
    outside(...subscriptions),
  ),
  'einvoicing.event.wildcards': changeStored(
    collections.subscriptions,
    {
      read: (subscription) => ({
        ...subscription,
        events: listOf(subscription['events']).filter((event) => event !== 'NETWORKS.*'),
      }),
    },
    outside(...subscriptions),
  ),
  'einvoicing.event.further-exist': without('SERVICES.RECEIVABLES.ACTIVATED'),
  'einvoicing.flow.send-track': sent((order, body) => {
    if (eventOf(body) !== delivered) return [order];
    const twin = { ...body, event: failed, event_data: { ...objectOf(body['event_data']), error_message: 'Failed' } };
    const [company, subscription]: unknown[] = JSON.parse(order.reference);
    const reference = JSON.stringify([company, subscription, null, `twin ${order.reference}`]);
    return [order, { ...withRequest(order, { body: twin }), reference }];
  }),
});
