import { type CollectionDefinition, refuse } from '@understudy/kernel';
import {
  answer,
  answerAt,
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
  refuseWhen,
  renamePaths,
  requestBody,
  type Work,
  within,
} from '@understudy/kernel/deviations';
import { assignmentCollections } from '../assignments/entities.js';
import { messagingCollections } from '../messaging/entities.js';
import { printCollections } from '../print/entities.js';
import { receivablesCollection } from '../receivables/entities.js';
import { serviceLevels } from '../service-levels/service-levels.js';
import { editRecord, filterRecords, methods, ownCollection, printText } from './einvoicing-parts.js';

const service = ['startReceivables', 'getReceivables', 'updateReceivables'];
const messages = ['listThreadMessages', 'listAssignmentMessages'];

/** Marks all selected entries of a collection as seen when one of them is. */
function allSeen<Stored extends object>(
  operation: string,
  collection: CollectionDefinition<Stored>,
  together: (one: Stored, marked: Json) => boolean,
): Change {
  return answer(operation, async (body, _input, context) => {
    const kept = ownCollection(context, collection);
    const seenAt = context.clock.now().toISOString();
    for (const { key, value } of await kept.list()) {
      if (together(value, objectOf(body))) await kept.put(key, { ...value, seenAt });
    }
    return body;
  });
}

/** Takes the flag off a thread that someone writes in. */
function unflagged(): Change {
  const unflag = async ({ scopes }: Pick<Work, 'scopes'>, written: Json) => {
    for (const owner of await scopes.owners()) {
      const threads = scopes.of(owner).collection(messagingCollections.threads);
      const thread = await threads.get(String(written['thread_id']));
      if (thread !== undefined) await threads.put(thread.id, { ...thread, flagged: false });
    }
  };
  const operations = handle(['createThreadMessage', 'createAssignmentMessage'], async (next, input, context) => {
    const result = await next(input, context);
    if (!isRefused(result)) await unflag(context, objectOf(result.body));
    return result;
  });
  return (simulator) => {
    const changed = operations(simulator);
    const { providerMessage } = changed.actions;
    if (providerMessage === undefined) throw new Error('There is no action providerMessage to change');
    const run: typeof providerMessage.run = async (input, context) => {
      const result = await providerMessage.run(input, context);
      if (!Array.isArray(result)) await unflag(context, result);
      return result;
    };
    return { ...changed, actions: { ...changed.actions, providerMessage: { ...providerMessage, run } } };
  };
}

const bySecondThread = (operation: string): Change =>
  changeStored(messagingCollections.threadOfAssignment, { read: () => undefined }, within(operation));

/** Deviations of receivables management, messaging and Direct Print. */
export const einvoicingReceivables: Deviations = deviationTable({
  'einvoicing.receivables.settings': editRecord(service, 'authorization_email', () => gone),
  'einvoicing.receivables.address': editRecord(service, 'billing_address/streets', (streets) =>
    listOf(streets).join(', '),
  ),
  'einvoicing.receivables.response': editRecord(service, 'provider/notes', (notes) =>
    Object.fromEntries(listOf(notes).map((note) => [String(objectOf(note)['code']), objectOf(note)['phrase']])),
  ),
  'einvoicing.receivables.note-codes': editRecord(service, 'provider/notes/*/code', (code) =>
    code === 'SV' ? 'SE' : code,
  ),
  'einvoicing.receivables.status-active': editRecord(service, 'status', (status) => String(status).toLowerCase()),
  'einvoicing.receivables.reject': changeStored(
    receivablesCollection,
    { write: (stored) => ({ ...stored, status: 'PENDING' }) },
    within('action:rejectReceivables'),
  ),
  'einvoicing.receivables.put': renamePaths((path) =>
    path.replace(/^\/v2\/services\/collection/, '/v1/services/collection'),
  ),
  'einvoicing.receivables.get': answer('getReceivables', (body) => ({
    status: objectOf(body)['status'],
  })),
  'einvoicing.receivables.patch': requestBody('updateReceivables', (body) => ({
    use_own_invoice_image: false,
    use_own_payment_details: false,
    ...objectOf(body),
  })),
  'einvoicing.flow.receivables': changeStored(
    receivablesCollection,
    { read: (stored) => ({ ...stored, status: 'ACTIVE' }), missing: () => ({ status: 'ACTIVE' }) },
    within('timer:deliverInvoice', 'action:deliverInvoice'),
  ),
  'einvoicing.service-levels.values': refuseWhen(
    'setServiceLevel',
    400,
    ({ body }) => objectOf(body)['level'] === 'service_bypass',
  ),
  'einvoicing.service-levels.customer-bid': handle('getServiceLevel', async (next, input, context) => {
    const [first] = await ownCollection(context, serviceLevels).list();
    const result = await next(input, context);
    return first === undefined
      ? result
      : { ...result, body: { ...objectOf(result.body), level: first.value['level'] } };
  }),
  'einvoicing.service-levels.default': handle('getServiceLevel', async (next, input, context) => {
    const result = await next(input, context);
    return objectOf(result.body)['level'] === 'default' ? refuse(404, 'not_found', 'Not found') : result;
  }),
  'einvoicing.service-levels.list': handle('setServiceLevel', async (next, input, context) => {
    const result = await next(input, context);
    if (isRefused(result) || objectOf(input.body)['level'] !== 'default') return result;
    const bid = String(input.path['customer_bid']);
    await ownCollection(context, serviceLevels).put(bid.replaceAll('-', ''), { customer_bid: bid, level: 'default' });
    return result;
  }),
  'einvoicing.service-levels.get': answerAt('getServiceLevel', 'level', () => 'default'),
  'einvoicing.service-levels.patch': methods('/v1/service_levels/{customer_bid}', ({ patch, ...others }) => ({
    ...others,
    put: patch,
  })),
  'einvoicing.assignments.list': editRecord('listAssignments', 'events', () => gone),
  'einvoicing.assignments.get': editRecord('getAssignment', 'events', () => gone),
  'einvoicing.assignments.events': handle('listAssignmentEvents', async (next, input, context, simulator) => {
    const result = await next(input, context);
    const listEvents = simulator.operations['listEvents'];
    if (isRefused(result) || listEvents === undefined) return result;
    const every = await listEvents({ ...input, query: { page: 1, per_page: 100 } }, context);
    return { ...result, body: every.body };
  }),
  'einvoicing.assignments.overview': handle('getAssignmentsOverview', async () =>
    refuse(404, 'not_found', 'Not found'),
  ),
  'einvoicing.assignments.add-event': changeStored(
    assignmentCollections.events,
    { write: () => undefined },
    within('createAssignmentEvent'),
  ),
  'einvoicing.assignments.event-seen': allSeen(
    'markAssignmentEventSeen',
    assignmentCollections.events,
    (one, marked) => {
      return one.assignmentId === marked['assignment_id'];
    },
  ),
  'einvoicing.events.list': answer('listEvents', (body) =>
    listOf(body).flatMap((event, place) =>
      place === 0 ? [event, { ...objectOf(event), type: 'DOCUMENTS.INVOICE.DELIVERED' }] : [event],
    ),
  ),
  'einvoicing.messaging.purpose': filterRecords(messages, ({ sender }) => sender === 'COMPANY'),
  'einvoicing.threads.list': handle('listMessageThreads', async (next, input, context, simulator) => {
    const result = await next(input, context);
    const list = simulator.operations['listThreadMessages'];
    if (isRefused(result) || list === undefined) return result;
    const shown = listOf(result.body).map(async (thread) => {
      const { body } = await list({ ...input, path: { thread_id: objectOf(thread)['id'] } }, context);
      return { ...objectOf(thread), latest_message: listOf(body)[0] };
    });
    return { ...result, body: await Promise.all(shown) };
  }),
  'einvoicing.threads.get': editRecord('getMessageThread', 'latest_message', () => gone),
  'einvoicing.threads.flag': unflagged(),
  'einvoicing.threads.messages': answer('listThreadMessages', (body) => listOf(body).slice(-1)),
  'einvoicing.threads.add-message': bySecondThread('createThreadMessage'),
  'einvoicing.assignment-messages.post': bySecondThread('createAssignmentMessage'),
  'einvoicing.assignment-messages.get': handle('listAssignmentMessages', async (next, input, context) => {
    const result = await next(input, context);
    return listOf(result.body).length === 0 ? refuse(404, 'not_found', 'Not found') : result;
  }),
  'einvoicing.messages.seen': allSeen(
    'markMessageSeen',
    messagingCollections.messages,
    (one, marked) => one.threadId === marked['thread_id'],
  ),
  'einvoicing.print.purpose': handle('sendPrintPackage', async (next, input, context) => {
    const form = new TextDecoder().decode(context.request.bytes);
    const result = await next(input, context);
    return /document_type=EPL/.test(form) ? { ...result, body: 'ERROR: DOCUMENT TYPE MUST BE PDFXML' } : result;
  }),
  'einvoicing.print.register': changeStored(
    printCollections.registration,
    { missing: () => ({ companyName: '' }) },
    within('sendPrintPackage'),
  ),
  'einvoicing.print.input': printText('sendPrintPackage', (text, { ids }) =>
    /NOT A ZIP/.test(text) ? `OK ${ids.next('print')}` : text,
  ),
  'einvoicing.print.status': methods('/file_status', ({ post, ...others }) => ({
    ...others,
    get: post,
  })),
});
