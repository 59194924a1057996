import { createErrorResult } from '@understudy/kernel';
import {
  changeResponseAt,
  changeResponseBody,
  changeStoredByInput,
  changeStoredIn,
  createDeviationTable,
  type DeviationTable,
  removedMarker,
  type SimulatorChange,
  toJsonObject,
  wrapHandlers,
} from '@understudy/kernel/deviations';
import { exchangeCollections, type StoredInvoice } from '../exchange/entities.js';
import { addPathAlias, editRecord } from './einvoicing-parts.js';

const isFile = (text: string) => text.trimStart().startsWith('<');
const changeListed = (changes: Parameters<typeof changeStoredByInput<StoredInvoice>>[2]): SimulatorChange =>
  changeStoredByInput('listInvoices', exchangeCollections.invoices, changes);

export const exchangeDeviations: DeviationTable = createDeviationTable({
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
