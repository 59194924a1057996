import { createErrorResult } from '@understudy/kernel';
import {
  changeAtPath,
  changeResponseAt,
  changeResponseBody,
  changeStored,
  changeStoredByInput,
  changeStoredIn,
  changeWebhookBody,
  constantOf,
  converterOf,
  createDeviationTable,
  type DeviationTable,
  inPlaces,
  isRejected,
  type JsonObject,
  type OperationIds,
  readDeviationTable,
  removedMarker,
  replaceSentWebhooks,
  type SimulatorChange,
  skipTimer,
  toJsonObject,
  toList,
  wrapHandlers,
} from '@understudy/kernel/deviations';
import { assignmentCollections } from '../assignments/entities.js';
import { collections } from '../entities.js';
import { exchangeCollections, type StoredInvoice } from '../exchange/entities.js';
import { invoiceDeliveryTimer } from '../invoices/deliver-invoice.js';
import { messagingCollections } from '../messaging/entities.js';
import { printCollections } from '../print/entities.js';
import { receivablesCollection } from '../receivables/entities.js';
import rows from './einvoicing-deviations.json' with { type: 'json' };
import {
  addPathAlias,
  allowWithoutToken,
  changePathMethods,
  deliverWithoutInternalNetwork,
  editRecord,
  listDocumentsAsInvoices,
  rejectForCompany,
  treatAsRegistered,
} from './einvoicing-parts.js';
import { eventDeviations } from './event-deviations.js';
import { profileDeviations } from './profile-deviations.js';
import { receivablesDeviations } from './receivables-deviations.js';

const isFile = (text: string) => text.trimStart().startsWith('<');
const changeListed = (changes: Parameters<typeof changeStoredByInput<StoredInvoice>>[2]): SimulatorChange =>
  changeStoredByInput('listInvoices', exchangeCollections.invoices, changes);

const exchangeDeviations: DeviationTable = createDeviationTable({
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
  'einvoicing.documents.no-conversion': changeStoredIn((place) => /deliver/i.test(place), exchangeCollections.files, {
    read: (file) => {
      const content = Buffer.from(String(file['content']), 'base64').toString('utf8');
      return file['documentId'] === undefined || !isFile(content)
        ? file
        : { ...file, content: Buffer.from(`${content}<!-- converted -->`).toString('base64') };
    },
  }),
  'einvoicing.detect.get-checks': changeResponseAt('getDetectChecks', 'checks', (checks) =>
    Object.fromEntries(Object.entries(toJsonObject(checks)).filter(([, active]) => active === true)),
  ),
  'einvoicing.versioning.prefix': addPathAlias('/v1/invoices', '/invoices'),
  'einvoicing.flow.register-receive': wrapHandlers('getInvoice', async (next, input, context) => {
    const result = await next(input, context);
    const { origin, received_at } = toJsonObject(result.body);
    const age = context.clock.now().getTime() - Date.parse(String(received_at));
    return typeof origin === 'string' && age < 60_000 ? createErrorResult(404, 'not_found', 'Not found') : result;
  }),
});

const companyDeviations: DeviationTable = createDeviationTable({
  'einvoicing.partner.vendor-key': changeStored(collections.companies, {
    read: async (company, { scopes }) => {
      const vendors = await scopes.shared.collection(collections.vendors).list();
      return { ...company, vendorIds: vendors.map(({ key }) => key) };
    },
  }),
  'einvoicing.endpoints.bearer': allowWithoutToken('/v1/company/vendors', 'getVendorLink', { state: 'NOT_LINKED' }),
  'einvoicing.auth.company': changeStoredIn('createToken', collections.users, {
    read: async (user, { scopes }) => {
      const companies = await scopes.shared.collection(collections.companies).list();
      return { ...user, companyIds: companies.map(({ key }) => key) };
    },
  }),
  'einvoicing.auth.vendor-webhook': wrapHandlers('createNotification', async (next, input, context) => {
    const result = await next(input, context);
    const { vendor_key: _gone, ...body } = toJsonObject(input.body);
    if (result.status !== 401 || body['destination_type'] !== 'VENDOR_WEBHOOK') return result;
    const made = await next({ ...input, body: { ...body, destination_type: 'WEBHOOK' } }, context);
    return { ...made, body: { ...toJsonObject(made.body), destination_type: 'VENDOR_WEBHOOK' } };
  }),
  'einvoicing.networks.receivables-deprecated': wrapHandlers('createProfiles', async (next, input, context) => {
    const result = await next(input, context);
    const id = context.caller?.clientId ?? '';
    if (!isRejected(result) && toJsonObject(input.body)['network'] === 'RECEIVABLES') {
      const service = { status: 'ACTIVE', useOwnInvoiceImage: false, useOwnPaymentDetails: false } as const;
      await context.scopes.of({ clientId: id, tenantId: id }).collection(receivablesCollection).put('service', service);
    }
    return result;
  }),
  'einvoicing.documents.other-kinds': listDocumentsAsInvoices(() => true),
  'einvoicing.networks.scan-documents': listDocumentsAsInvoices(({ network }) => network === 'SCAN'),
  'einvoicing.profiles.ehf30': rejectForCompany(
    'createProfiles',
    ({ body }, { country }) => country === 'NO' && toJsonObject(body)['profile_version'] === 'PEPPOLBIS30',
  ),
});

const table = readDeviationTable(rows, {
  collections: {
    ...collections,
    invoices: exchangeCollections.invoices,
    receivables: receivablesCollection,
    assignmentEvents: assignmentCollections.events,
    threadOfAssignment: messagingCollections.threadOfAssignment,
    printRegistration: printCollections.registration,
  },
  words: {
    setRecord: (operations: OperationIds, path: string, value: unknown) =>
      editRecord(operations, path, constantOf(value)),
    convertRecord: (operations: OperationIds, path: string, name: string, ...given: unknown[]) =>
      editRecord(operations, path, converterOf(name, given)),
    onlyRecords: (operations: OperationIds, member: string, value: unknown) =>
      changeResponseBody(operations, (body) => toList(body).filter((one) => toJsonObject(one)[member] === value)),
    noScopesOf:
      (...operations: string[]): SimulatorChange =>
      (simulator) => ({
        ...simulator,
        checkScope: (scopes, operation) =>
          operations.includes(operation.operationId) ? undefined : simulator.checkScope?.(scopes, operation),
      }),
    method: (path: string, from: string, to: string | null) =>
      changePathMethods(path, ({ [from]: operation, ...others }) =>
        to === null ? others : { ...others, [to]: operation },
      ),
    convertEvent: (path: string, name: string, ...given: unknown[]) =>
      changeWebhookBody((body) => changeAtPath(body, path, converterOf(name, given))),
    /** Renames a member of the data of an event, or drops it. */
    eventData: (event: string, from: string, to: string | null) =>
      changeWebhookBody((body) => {
        if (body['event'] !== event) return body;
        const { [from]: value, ...others } = toJsonObject(body['event_data']);
        return { ...body, event_data: to === null ? others : { ...others, [to]: value } };
      }),
    addToEvent: (members: JsonObject) => changeWebhookBody((body) => ({ ...members, ...body })),
    withoutEvent: (pattern: string) =>
      replaceSentWebhooks((order, body) => (new RegExp(pattern).test(String(body['event'])) ? [] : [order])),
    skipTimer: () => skipTimer(invoiceDeliveryTimer),
    withoutInternal: deliverWithoutInternalNetwork,
    registered: (place: string, ...networks: string[]) => treatAsRegistered(networks, inPlaces(place)),
  },
});

export const einvoicingDeviations: DeviationTable = {
  ...table,
  ...companyDeviations,
  ...profileDeviations,
  ...eventDeviations,
  ...exchangeDeviations,
  ...receivablesDeviations,
};
