import { createErrorResult } from '@understudy/kernel';
import {
  changeAtPath,
  changeRequest,
  changeResponseAt,
  changeResponseBody,
  changeStoredByInput,
  changeStoredIn,
  combineChanges,
  createDeviationTable,
  type DeviationTable,
  rejectWhen,
  removedMarker,
  type SimulatorChange,
  toJsonObject,
  toList,
  wrapHandlers,
} from '@understudy/kernel/deviations';
import { exchangeCollections, type StoredInvoice } from '../exchange/entities.js';
import { addPathAlias, editRecord } from './einvoicing-parts.js';

function sentText(body: unknown): string {
  return toList(toJsonObject(body)['parts'])
    .map((part) => toJsonObject(part)['bytes'])
    .map((bytes) => (bytes instanceof Uint8Array ? new TextDecoder().decode(bytes) : ''))
    .join('\n');
}

const isFile = (text: string) => text.trimStart().startsWith('<');
const changeListed = (changes: Parameters<typeof changeStoredByInput<StoredInvoice>>[2]): SimulatorChange =>
  changeStoredByInput('listInvoices', exchangeCollections.invoices, changes);
const definitions = ['listCheckDefinitions', 'listCheckDefinitionsOld'];
const operators = ['listOperators', 'listOperatorsOld'];
const field = (body: unknown, name: string) => toJsonObject(toJsonObject(body)['fields'])[name];

export const exchangeDeviations: DeviationTable = createDeviationTable({
  'einvoicing.invoices.send-xml': rejectWhen('sendInvoice', 400, ({ body }) => sentText(body).includes('CreditNote')),
  'einvoicing.invoices.receive-by-list-download': changeResponseBody('getInvoiceFile', () => new Uint8Array()),
  'einvoicing.sent.follow-delivery': editRecord(['getInvoice', 'listInvoices'], 'status', (status, { origin }) =>
    typeof origin !== 'string' && status === 'DELIVERED' ? 'PENDING' : (status ?? removedMarker),
  ),
  'einvoicing.invoices.list': changeListed(async (_input, { scopes, caller }) => {
    const others: StoredInvoice[] = [];
    for (const owner of await scopes.owners()) {
      if (owner.clientId === caller?.clientId) continue;
      const invoices = await scopes.of(owner).collection(exchangeCollections.invoices).list();
      others.push(...invoices.map(({ value }) => value));
    }
    return { more: () => others };
  }),
  'einvoicing.invoices.direction': changeListed(({ query }) => ({
    read: (invoice) => ({ ...invoice, direction: query['direction'] }),
  })),
  'einvoicing.invoices.received-window': changeListed(({ query }) => {
    const isBound = query['received_at_start'] !== undefined || query['received_at_end'] !== undefined;
    const read = (invoice: StoredInvoice) => ({ ...invoice, receivedAt: `${invoice.facts.date}T00:00:00.000Z` });
    return isBound ? { read } : undefined;
  }),
  'einvoicing.documents.no-lookup': changeRequest('createDocument', (input) =>
    isFile(sentText(input.body)) || field(input.body, 'recipient_eia') !== undefined
      ? input
      : { ...input, body: changeAtPath(input.body, 'fields/recipient_eia', () => '0216:003701234567') },
  ),
  'einvoicing.documents.no-lookup#operator: an operator is looked up for a document that is not read': changeRequest(
    'createDocument',
    (input) =>
      isFile(sentText(input.body)) || field(input.body, 'recipient_operator') !== undefined
        ? input
        : { ...input, body: changeAtPath(input.body, 'fields/recipient_operator', () => '003700000001') },
  ),
  'einvoicing.documents.not-only-xml': rejectWhen('createDocument', 400, ({ body }) => !isFile(sentText(body))),
  'einvoicing.documents.get#beyond-last: a page beyond the last one is the last one again': changeRequest(
    'listDocuments',
    (input) => ({ ...input, query: { ...input.query, page: Math.min(Number(input.query['page']), 2) } }),
  ),
  'einvoicing.documents.no-conversion': changeStoredIn((place) => /deliver/i.test(place), exchangeCollections.files, {
    read: (file) => {
      const content = Buffer.from(String(file['content']), 'base64').toString('utf8');
      return file['documentId'] === undefined || !isFile(content)
        ? file
        : { ...file, content: Buffer.from(`${content}<!-- converted -->`).toString('base64') };
    },
  }),
  'einvoicing.detect.purpose': editRecord('getAnalysis', 'analysis_result', (result) =>
    result === undefined ? removedMarker : { ...toJsonObject(result), status: 'OK' },
  ),
  'einvoicing.detect.get-checks': changeResponseAt('getDetectChecks', 'checks', (checks) =>
    Object.fromEntries(Object.entries(toJsonObject(checks)).filter(([, active]) => active === true)),
  ),
  'einvoicing.definitions.operators#unknown: a document goes to any operator': changeRequest(
    'createDocument',
    (input) =>
      field(input.body, 'recipient_operator') === undefined
        ? input
        : { ...input, body: changeAtPath(input.body, 'fields/recipient_operator', () => '003700000001') },
  ),
  'einvoicing.definitions.operators#unknown-of-invoices: an invoice goes to any operator': changeRequest(
    'sendInvoice',
    (input) =>
      field(input.body, 'recipient_operator') === undefined
        ? input
        : { ...input, body: changeAtPath(input.body, 'fields/recipient_operator', () => '003700000001') },
  ),
  'einvoicing.definitions.namespace': wrapHandlers([...operators, ...definitions], async (next, input, context) =>
    context.caller?.scopes.includes('receivables:assignments') === true
      ? await next(input, context)
      : createErrorResult(401, 'auth_unauthorized', 'The token lacks the scope'),
  ),
  'einvoicing.versioning.prefix': addPathAlias('/v1/invoices', '/invoices'),
  'einvoicing.flow.register-receive': combineChanges(
    wrapHandlers('getInvoice', async (next, input, context) => {
      const result = await next(input, context);
      const { origin, received_at } = toJsonObject(result.body);
      const age = context.clock.now().getTime() - Date.parse(String(received_at));
      return typeof origin === 'string' && age < 60_000 ? createErrorResult(404, 'not_found', 'Not found') : result;
    }),
  ),
});
