import { type HandlerContext, loadBundledContract, type OperationHandlers } from '@understudy/kernel';
import * as assignments from './assignments/assignment-operations.js';
import { createToken } from './auth/create-token.js';
import * as identity from './auth/get-current-identity.js';
import * as authorization from './companies/authorization.js';
import * as companies from './companies/companies.js';
import * as detect from './detect/analysis.js';
import { createDocument } from './documents/create-document.js';
import * as documents from './documents/get-document.js';
import { listDocuments } from './documents/list-documents.js';
import type { operations as Operations } from './generated/types.js';
import * as invoices from './invoices/get-invoice.js';
import { listInvoices } from './invoices/list-invoices.js';
import * as sending from './invoices/send-invoice.js';
import * as messages from './messaging/messages.js';
import * as notifications from './notifications/notifications.js';
import { listOperators } from './operators.js';
import * as print from './print/print.js';
import * as profiles from './profiles/profile-operations.js';
import * as receivables from './receivables/receivables.js';
import * as serviceLevels from './service-levels.js';
import { einvoicingSettings } from './settings.js';
import { validate } from './validate.js';

export const einvoicingContract = loadBundledContract('einvoicing', import.meta.url, '../src/generated/contract.json');

/** The handlers by operation id. These modules export each handler under the id of its operation. */
const handlers: OperationHandlers<Operations> = {
  ...{ ...assignments, ...identity, ...authorization, ...companies, ...detect, ...documents, ...invoices, ...sending },
  ...{ ...messages, ...notifications, ...print, ...profiles, ...receivables, ...serviceLevels },
  ...{ createToken, listOperators, createDocument, listDocuments, listInvoices, validate },
  // Older paths of the same operations.
  listCheckDefinitionsOld: detect.listCheckDefinitions,
  listOperatorsOld: listOperators,
  validateShort: validate,
  startReceivablesV1: receivables.startReceivables,
  getReceivablesV1: receivables.getReceivables,
  disableReceivablesV1: receivables.disableReceivables,
};

/** Operations whose records omit empty keys if `nullKeys` requires it (einvoicing.gap.invoice-record). */
const nullable: ReadonlySet<string> = new Set<keyof Operations>([
  ...(['sendInvoice', 'listInvoices', 'getInvoice', 'listInvoiceActions'] as const),
  ...(['rerouteInvoicePrint', 'rerouteInvoiceEmail', 'rerouteInvoiceEinvoice'] as const),
  ...(['createDocument', 'listDocuments', 'getDocument', 'listDocumentEvents', 'listFiles'] as const),
  ...(['listAssignments', 'getAssignment'] as const),
]);

/** Every operation of the e-invoicing exchange API. */
export const einvoicingHandlers = Object.fromEntries(
  [...einvoicingContract.index.operationIds].map((id) => {
    const serve: (input: never, context: HandlerContext) => Promise<object> = handlers[id as keyof Operations];
    return [id, nullable.has(id) ? optionalNulls(serve) : serve];
  }),
) as typeof handlers;

function optionalNulls(serve: (input: never, context: HandlerContext) => Promise<object>): typeof serve {
  return async (input, context) => {
    const answer = await serve(input, context);
    const isFile = 'body' in answer && answer.body instanceof Uint8Array;
    if ('refused' in answer || isFile || context.settings.of(einvoicingSettings.nullKeys) === 'shown') return answer;
    return JSON.parse(JSON.stringify(answer), (_key, value) => value ?? undefined);
  };
}
