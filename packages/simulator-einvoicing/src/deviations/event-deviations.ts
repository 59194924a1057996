import {
  changeStoredIn,
  changeWebhookPolicy,
  changeWebhookRequest,
  createDeviationTable,
  type DeviationTable,
  isRejected,
  outsidePlaces,
  removedMarker,
  replaceSentWebhooks,
  toJsonObject,
  toList,
  wrapHandlers,
} from '@understudy/kernel/deviations';
import { collections, type Subscription } from '../entities.js';
import { editRecord, getOwnCollection } from './einvoicing-parts.js';

const day = 86_400_000;
const create = 'createNotification';
const subscriptions = [create, 'listNotifications', 'getNotification'];
const received = 'DOCUMENTS.INVOICE.RECEIVED';
const delivered = 'DOCUMENTS.INVOICE.DELIVERED';
const covering: ReadonlySet<string> = new Set([delivered, 'DOCUMENTS.INVOICE.*', 'DOCUMENTS.*.*']);
const failed = 'DOCUMENTS.INVOICE.FAILED';

const working = (subscription: Subscription) => (subscription.disabledAt === undefined ? subscription : undefined);

export const eventDeviations: DeviationTable = createDeviationTable({
  'einvoicing.subscription.response': editRecord(subscriptions, 'events', (events) =>
    toList(events).flatMap((event) => (String(event).startsWith('DOCUMENTS.*') ? [received, delivered] : [event])),
  ),
  'einvoicing.delivered.event': wrapHandlers('sendInvoice', async (next, input, context) => {
    const result = await next(input, context);
    if (isRejected(result) || toJsonObject(result.body)['status'] !== 'PENDING') return result;
    const { id, number, destination, recipient } = toJsonObject(result.body);
    const companyId = context.caller?.clientId ?? '';
    for (const { key, value } of await getOwnCollection(context, collections.subscriptions).list()) {
      const covers = toList(value['events']).some((event) => covering.has(String(event)));
      if (!covers) continue;
      const { name, bid } = toJsonObject(recipient);
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
  'einvoicing.notifications.resend#disabled: the events of a disabled subscription are left out': changeStoredIn(
    'resendUnacknowledged',
    collections.subscriptions,
    { read: working },
  ),
  'einvoicing.notifications.resend#old: only events of the last day are sent again': changeStoredIn(
    'resendUnacknowledged',
    collections.deliveries,
    {
      read: (delivery, { clock }) => {
        const at = Date.parse(String(toJsonObject(delivery['envelope'])['event_timestamp']));
        return clock.now().getTime() - at > day ? undefined : delivery;
      },
    },
  ),
  'einvoicing.webhook.post': replaceSentWebhooks((order, body) => [changeWebhookRequest(order, { body: [body] })]),
  'einvoicing.webhook.failure': changeWebhookPolicy({
    successStatuses: Array.from({ length: 100 }, (_none, place) => 200 + place),
  }),
  'einvoicing.webhook.disable': changeStoredIn('report', collections.subscriptions, {
    read: (subscription) => {
      const since = Date.parse(String(subscription['failingSince']));
      return Number.isNaN(since)
        ? subscription
        : { ...subscription, failingSince: new Date(since - 29 * day).toISOString() };
    },
  }),
  'einvoicing.webhook.disable#success: a success in between does not count': changeStoredIn(
    'report',
    collections.subscriptions,
    {
      write: (subscription, before) =>
        before?.['failingSince'] === undefined
          ? subscription
          : { ...subscription, failingSince: before['failingSince'] },
    },
  ),
  'einvoicing.webhook.no-signature': replaceSentWebhooks((order) => [
    changeWebhookRequest(order, { headers: { ...order.request.headers, 'x-signature': 'sha256=0f' } }),
  ]),
  'einvoicing.webhook.secret-in-url': replaceSentWebhooks((order) => [
    changeWebhookRequest(order, { url: order.request.url.replace(/\?.*$/, '') }),
  ]),
  'einvoicing.webhook.secret-in-url#password: the password of the destination is sent with its percent-encoding':
    replaceSentWebhooks((order) => {
      const { headers } = order.request;
      const [scheme = '', credentials = ''] = headers['authorization']?.split(' ') ?? [];
      const [user = '', password = ''] = Buffer.from(credentials, 'base64').toString().split(':');
      const pair = Buffer.from(`${user}:${encodeURIComponent(password)}`).toString('base64');
      return [
        scheme === ''
          ? order
          : changeWebhookRequest(order, { headers: { ...headers, authorization: `Basic ${pair}` } }),
      ];
    }),
  'einvoicing.webhook.polling-alternative': editRecord('listInvoices', 'status', (status, { origin }) =>
    typeof origin !== 'string' && status === 'DELIVERED' ? 'PENDING' : (status ?? removedMarker),
  ),
  'einvoicing.webhook.vendor': replaceSentWebhooks((order) => {
    const [subscriber]: unknown[] = JSON.parse(order.reference);
    return subscriber === order.tenantId ? [order] : [];
  }),
  'einvoicing.event.types': changeStoredIn(outsidePlaces(...subscriptions), collections.subscriptions, {
    read: (subscription) => {
      const events = toList(subscription['events']);
      return events.includes(failed) ? { ...subscription, events: [...events, delivered] } : subscription;
    },
  }),
  'einvoicing.event.wildcards': changeStoredIn(outsidePlaces(...subscriptions), collections.subscriptions, {
    read: (subscription) => ({
      ...subscription,
      events: toList(subscription['events']).filter((event) => event !== 'NETWORKS.*'),
    }),
  }),
  'einvoicing.flow.send-track': replaceSentWebhooks((order, body) => {
    if (body['event'] !== delivered) return [order];
    const twin = {
      ...body,
      event: failed,
      event_data: { ...toJsonObject(body['event_data']), error_message: 'Failed' },
    };
    const [company, subscription]: unknown[] = JSON.parse(order.reference);
    const reference = JSON.stringify([company, subscription, null, `twin ${order.reference}`]);
    return [order, { ...changeWebhookRequest(order, { body: twin }), reference }];
  }),
});
