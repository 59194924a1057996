import { refuse } from '@understudy/kernel';
import {
  all,
  answer,
  answerAt,
  type Change,
  changeAt,
  changeStored,
  type Deviations,
  deviationTable,
  gone,
  handle,
  listOf,
  objectOf,
  overrideContext,
  refuseWhen,
  request,
  scopesWith,
  withoutTimer,
} from '@understudy/kernel/deviations';
import { exchangeCollections, type StoredInvoice } from '../exchange/entities.js';
import { deliveryTimer } from '../invoices/start-delivery.js';
import { alias, companyRead, editRecord } from './einvoicing-parts.js';

/** The text of the files of a form. */
function sentText(body: unknown): string {
  return listOf(objectOf(body)['parts'])
    .map((part) => objectOf(part)['bytes'])
    .map((bytes) => (bytes instanceof Uint8Array ? new TextDecoder().decode(bytes) : ''))
    .join('\n');
}

const isFile = (text: string) => text.trimStart().startsWith('<');
/** Leaves parameters of the query out. */
const ignore = (operation: string, ...names: readonly string[]): Change =>
  request(operation, (input) => ({
    ...input,
    query: Object.fromEntries(Object.entries(input.query).filter(([name]) => !names.includes(name))),
  }));
const definitions = ['listCheckDefinitions', 'listCheckDefinitionsOld'];
const operators = ['listOperators', 'listOperatorsOld'];
const field = (body: unknown, name: string) => objectOf(objectOf(body)['fields'])[name];

/** Deviations of invoices, documents, checks and definitions. */
export const einvoicingExchange: Deviations = deviationTable({
  'einvoicing.invoices.send-xml': refuseWhen('sendInvoice', 400, ({ body }) => sentText(body).includes('CreditNote')),
  'einvoicing.invoices.receive-by-list-download': answer('getInvoiceFile', () => new Uint8Array()),
  'einvoicing.sent.follow-delivery': editRecord(['getInvoice', 'listInvoices'], 'status', (status, { origin }) =>
    typeof origin !== 'string' && status === 'DELIVERED' ? 'PENDING' : (status ?? gone),
  ),
  'einvoicing.invoices.list': handle('listInvoices', async (next, input, context) => {
    const others: StoredInvoice[] = [];
    for (const owner of await context.scopes.owners()) {
      if (owner.clientId === context.caller?.clientId) continue;
      for (const { value } of await context.scopes.of(owner).collection(exchangeCollections.invoices).list())
        others.push(value);
    }
    const keeping = { more: () => others };
    const scopes = scopesWith(context.scopes, exchangeCollections.invoices, keeping, {
      place: '',
      clock: context.clock,
    });
    return await next(input, overrideContext(context, { scopes }));
  }),
  'einvoicing.invoices.direction': handle('listInvoices', (next, input, context) => {
    const read = (invoice: StoredInvoice) => ({ ...invoice, direction: input.query['direction'] });
    const scopes = scopesWith(
      context.scopes,
      exchangeCollections.invoices,
      { read },
      { place: '', clock: context.clock },
    );
    return next(input, overrideContext(context, { scopes }));
  }),
  'einvoicing.invoices.received-window': handle('listInvoices', (next, input, context) => {
    const isBound = ['received_at_start', 'received_at_end'].some((name) => input.query[name] !== undefined);
    if (!isBound) return next(input, context);
    const read = (invoice: StoredInvoice) => ({ ...invoice, receivedAt: `${invoice.facts.date}T00:00:00.000Z` });
    const scopes = scopesWith(
      context.scopes,
      exchangeCollections.invoices,
      { read },
      { place: '', clock: context.clock },
    );
    return next(input, overrideContext(context, { scopes }));
  }),
  'einvoicing.invoices.fields': ignore('listInvoices', 'fields[]'),
  'einvoicing.invoices.get': withoutTimer(deliveryTimer),
  'einvoicing.documents.post': answerAt('createDocument', 'id', () => gone),
  'einvoicing.documents.no-lookup': request('createDocument', (input) =>
    isFile(sentText(input.body)) || field(input.body, 'recipient_eia') !== undefined
      ? input
      : { ...input, body: changeAt(input.body, 'fields/recipient_eia', () => '0216:003701234567') },
  ),
  'einvoicing.documents.no-lookup#operator: an operator is looked up for a document that is not read': request(
    'createDocument',
    (input) =>
      isFile(sentText(input.body)) || field(input.body, 'recipient_operator') !== undefined
        ? input
        : { ...input, body: changeAt(input.body, 'fields/recipient_operator', () => '003700000001') },
  ),
  'einvoicing.documents.not-only-xml': refuseWhen('createDocument', 400, ({ body }) => !isFile(sentText(body))),
  'einvoicing.documents.get': answerAt('getDocument', 'status', () => gone),
  'einvoicing.documents.get#beyond-last: a page beyond the last one is the last one again': request(
    'listDocuments',
    (input) => ({ ...input, query: { ...input.query, page: Math.min(Number(input.query['page']), 2) } }),
  ),
  'einvoicing.documents.list-received': ignore('listDocuments', 'received_at_end'),
  'einvoicing.documents.no-conversion': changeStored(
    exchangeCollections.files,
    {
      read: (file) => {
        const content = Buffer.from(String(file['content']), 'base64').toString('utf8');
        return file['documentId'] === undefined || !isFile(content)
          ? file
          : { ...file, content: Buffer.from(`${content}<!-- converted -->`).toString('base64') };
      },
    },
    (place) => /deliver/i.test(place),
  ),
  'einvoicing.detect.purpose': editRecord('getAnalysis', 'analysis_result', (result) =>
    result === undefined ? gone : { ...objectOf(result), status: 'OK' },
  ),
  'einvoicing.detect.patch-checks': companyRead('updateDetectChecks', (company) => ({
    ...company,
    checks: [],
  })),
  'einvoicing.detect.get-checks': answerAt('getDetectChecks', 'checks', (checks) =>
    Object.fromEntries(Object.entries(objectOf(checks)).filter(([, active]) => active === true)),
  ),
  'einvoicing.detect.definitions': answerAt(definitions, 'checks/*/possible_results/*/reason', () => gone),
  'einvoicing.detect.analysis': handle('getAnalysis', async () => refuse(404, 'not_found', 'Not found')),
  'einvoicing.validator.offers': answerAt(['validate', 'validateShort'], 'findings', (findings) =>
    listOf(findings).filter((finding) => objectOf(finding)['stage'] !== 'schematron'),
  ),
  'einvoicing.definitions.operators': editRecord(operators, 'operator_id', () => gone),
  'einvoicing.definitions.operators#unknown: a document goes to any operator': request('createDocument', (input) =>
    field(input.body, 'recipient_operator') === undefined
      ? input
      : { ...input, body: changeAt(input.body, 'fields/recipient_operator', () => '003700000001') },
  ),
  'einvoicing.definitions.operators#unknown-of-invoices: an invoice goes to any operator': request(
    'sendInvoice',
    (input) =>
      field(input.body, 'recipient_operator') === undefined
        ? input
        : { ...input, body: changeAt(input.body, 'fields/recipient_operator', () => '003700000001') },
  ),
  'einvoicing.definitions.operators#other-codes: the codes are others than those that are taken': editRecord(
    operators,
    'operator_id',
    (code) => `X${String(code)}`,
  ),
  'einvoicing.definitions.namespace': handle([...operators, ...definitions], async (next, input, context) =>
    context.caller?.scopes.includes('receivables:assignments') === true
      ? await next(input, context)
      : refuse(401, 'auth_unauthorized', 'The token lacks the scope'),
  ),
  'einvoicing.versioning.prefix': alias('/v1/invoices', '/invoices'),
  'einvoicing.flow.register-receive': all(
    handle('getInvoice', async (next, input, context) => {
      const result = await next(input, context);
      const { origin, received_at } = objectOf(result.body);
      const age = context.clock.now().getTime() - Date.parse(String(received_at));
      return typeof origin === 'string' && age < 60_000 ? refuse(404, 'not_found', 'Not found') : result;
    }),
  ),
});
