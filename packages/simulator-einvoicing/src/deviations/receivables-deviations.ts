import type { CollectionDefinition } from '@understudy/kernel';
import {
  type CodeContext,
  changeResponseBody,
  createDeviationTable,
  type DeviationTable,
  isRejected,
  type JsonObject,
  type SimulatorChange,
  toJsonObject,
  toList,
  wrapHandlers,
} from '@understudy/kernel/deviations';
import { assignmentCollections } from '../assignments/entities.js';
import { messagingCollections } from '../messaging/entities.js';
import { serviceLevelsCollection } from '../service-levels.js';
import { editRecord, getOwnCollection } from './einvoicing-parts.js';

const service = ['startReceivables', 'getReceivables', 'updateReceivables'];

function allSeen<Stored extends object>(
  operation: string,
  collection: CollectionDefinition<Stored>,
  together: (one: Stored, marked: JsonObject) => boolean,
): SimulatorChange {
  return changeResponseBody(operation, async (body, _input, context) => {
    const kept = getOwnCollection(context, collection);
    const seenAt = context.clock.now().toISOString();
    for (const { key, value } of await kept.list()) {
      if (together(value, toJsonObject(body))) await kept.put(key, { ...value, seenAt });
    }
    return body;
  });
}

/** Removes the flag of a thread when someone writes a message in it. */
function unflagged(): SimulatorChange {
  const unflag = async ({ scopes }: Pick<CodeContext, 'scopes'>, written: JsonObject) => {
    for (const owner of await scopes.owners()) {
      const threads = scopes.of(owner).collection(messagingCollections.threads);
      const thread = await threads.get(String(written['thread_id']));
      if (thread !== undefined) await threads.put(thread.id, { ...thread, flagged: false });
    }
  };
  const operations = wrapHandlers(['createThreadMessage', 'createAssignmentMessage'], async (next, input, context) => {
    const result = await next(input, context);
    if (!isRejected(result)) await unflag(context, toJsonObject(result.body));
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

export const receivablesDeviations: DeviationTable = createDeviationTable({
  'einvoicing.receivables.response': editRecord(service, 'provider/notes', (notes) =>
    Object.fromEntries(toList(notes).map((note) => [String(toJsonObject(note)['code']), toJsonObject(note)['phrase']])),
  ),
  'einvoicing.receivables.get': changeResponseBody('getReceivables', (body) => ({
    status: toJsonObject(body)['status'],
  })),
  'einvoicing.service-levels.customer-bid': wrapHandlers('getServiceLevel', async (next, input, context) => {
    const [first] = await getOwnCollection(context, serviceLevelsCollection).list();
    const result = await next(input, context);
    return first === undefined
      ? result
      : { ...result, body: { ...toJsonObject(result.body), level: first.value['level'] } };
  }),
  'einvoicing.service-levels.list': wrapHandlers('setServiceLevel', async (next, input, context) => {
    const result = await next(input, context);
    if (isRejected(result) || toJsonObject(input.body)['level'] !== 'default') return result;
    const bid = String(input.path['customer_bid']);
    await getOwnCollection(context, serviceLevelsCollection).put(bid.replaceAll('-', ''), {
      customer_bid: bid,
      level: 'default',
    });
    return result;
  }),
  'einvoicing.assignments.events': wrapHandlers('listAssignmentEvents', async (next, input, context, simulator) => {
    const result = await next(input, context);
    const listEvents = simulator.operations['listEvents'];
    if (isRejected(result) || listEvents === undefined) return result;
    const every = await listEvents({ ...input, query: { page: 1, per_page: 100 } }, context);
    return { ...result, body: every.body };
  }),
  'einvoicing.assignments.event-seen': allSeen(
    'markAssignmentEventSeen',
    assignmentCollections.events,
    (one, marked) => {
      return one.assignmentId === marked['assignment_id'];
    },
  ),
  'einvoicing.events.list': changeResponseBody('listEvents', (body) =>
    toList(body).flatMap((event, place) =>
      place === 0 ? [event, { ...toJsonObject(event), type: 'DOCUMENTS.INVOICE.DELIVERED' }] : [event],
    ),
  ),
  'einvoicing.threads.list': wrapHandlers('listMessageThreads', async (next, input, context, simulator) => {
    const result = await next(input, context);
    const list = simulator.operations['listThreadMessages'];
    if (isRejected(result) || list === undefined) return result;
    const shown = toList(result.body).map(async (thread) => {
      const { body } = await list({ ...input, path: { thread_id: toJsonObject(thread)['id'] } }, context);
      return { ...toJsonObject(thread), latest_message: toList(body)[0] };
    });
    return { ...result, body: await Promise.all(shown) };
  }),
  'einvoicing.threads.flag': unflagged(),
  'einvoicing.threads.messages': changeResponseBody('listThreadMessages', (body) => toList(body).slice(-1)),
  'einvoicing.messages.seen': allSeen(
    'markMessageSeen',
    messagingCollections.messages,
    (one, marked) => one.threadId === marked['thread_id'],
  ),
});
