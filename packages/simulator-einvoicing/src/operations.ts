import type { OperationHandler, OperationHandlers } from '@understudy/kernel';
import {
  createAssignmentEvent,
  getAssignment,
  getAssignmentsOverview,
  listAssignmentEvents,
  listAssignments,
  listEvents,
  markAssignmentEventSeen,
} from './assignments/assignment-operations.js';
import { createToken } from './auth/create-token.js';
import { getCurrentIdentity, getTokenStatus } from './auth/get-current-identity.js';
import {
  authorizeCompanies,
  authorizeCompany,
  getCompanyAuthorization,
  getCompanyStatus,
  getVendorLink,
  linkVendor,
  unlinkVendor,
} from './companies/authorization.js';
import {
  createCompany,
  createUser,
  getCompanySettings,
  listCompanies,
  updateCompanySettings,
} from './companies/companies.js';
import { listOperators } from './definitions/operators.js';
import {
  getAnalysis,
  getDetectChecks,
  listCheckDefinitions,
  triggerAnalysis,
  updateDetectChecks,
} from './detect/analysis.js';
import { createDocument } from './documents/create-document.js';
import { getDocument, getFile, listDocumentEvents, listFiles, updateDocument } from './documents/get-document.js';
import { listDocuments } from './documents/list-documents.js';
import type { operations as Operations } from './generated/types.js';
import {
  getInvoice,
  getInvoiceFile,
  listInvoiceActions,
  listPartnerReceivedEvents,
  markInvoiceEvents,
} from './invoices/get-invoice.js';
import { listInvoices } from './invoices/list-invoices.js';
import {
  rerouteInvoiceEinvoice,
  rerouteInvoiceEmail,
  rerouteInvoicePrint,
  sendInvoice,
} from './invoices/send-invoice.js';
import {
  createAssignmentMessage,
  createThreadMessage,
  flagMessageThread,
  getMessageThread,
  listAssignmentMessages,
  listMessageThreads,
  listThreadMessages,
  markMessageSeen,
} from './messaging/messages.js';
import {
  createNotification,
  deleteNotification,
  getNotification,
  listNotifications,
  resendUnacknowledged,
} from './notifications/notifications.js';
import { getPrintFileStatus, registerPrint, sendPrintPackage } from './print/print.js';
import {
  createProfiles,
  deleteProfile,
  getProfile,
  listProfiles,
  putProfileExtensions,
  updateProfile,
} from './profiles/profile-operations.js';
import { disableReceivables, getReceivables, startReceivables, updateReceivables } from './receivables/receivables.js';
import { getServiceLevel, listServiceLevels, setServiceLevel } from './service-levels/service-levels.js';
import { einvoicingSettings } from './settings.js';
import { validate } from './validate/validate.js';

/** Every operation of the e-invoicing exchange API. */
export const einvoicingHandlers: OperationHandlers<Operations> = {
  createToken,
  getCurrentIdentity,
  getTokenStatus,

  createUser,
  createCompany,
  listCompanies,
  getCompanyStatus,
  authorizeCompanies,
  authorizeCompany,
  getCompanyAuthorization,
  getCompanySettings,
  updateCompanySettings,
  linkVendor,
  getVendorLink,
  unlinkVendor,

  createProfiles,
  listProfiles,
  getProfile,
  updateProfile,
  deleteProfile,
  putProfileExtensions,

  createNotification,
  listNotifications,
  getNotification,
  deleteNotification,
  resendUnacknowledged,

  sendInvoice: optionalNulls(sendInvoice),
  listInvoices: optionalNulls(listInvoices),
  getInvoice: optionalNulls(getInvoice),
  getInvoiceFile,
  listInvoiceActions: optionalNulls(listInvoiceActions),
  markInvoiceEvents,
  rerouteInvoicePrint: optionalNulls(rerouteInvoicePrint),
  rerouteInvoiceEmail: optionalNulls(rerouteInvoiceEmail),
  rerouteInvoiceEinvoice: optionalNulls(rerouteInvoiceEinvoice),
  listPartnerReceivedEvents,

  createDocument: optionalNulls(createDocument),
  listDocuments: optionalNulls(listDocuments),
  getDocument: optionalNulls(getDocument),
  updateDocument,
  listDocumentEvents: optionalNulls(listDocumentEvents),
  listFiles: optionalNulls(listFiles),
  getFile,

  updateDetectChecks,
  getDetectChecks,
  listCheckDefinitions,
  listCheckDefinitionsOld: listCheckDefinitions,
  triggerAnalysis,
  getAnalysis,

  startReceivables,
  getReceivables,
  updateReceivables,
  startReceivablesV1: startReceivables,
  getReceivablesV1: getReceivables,
  disableReceivablesV1: disableReceivables,

  listAssignments: optionalNulls(listAssignments),
  getAssignmentsOverview,
  getAssignment: optionalNulls(getAssignment),
  listAssignmentEvents,
  createAssignmentEvent,
  markAssignmentEventSeen,
  listEvents,

  listServiceLevels,
  getServiceLevel,
  setServiceLevel,

  listMessageThreads,
  getMessageThread,
  flagMessageThread,
  listThreadMessages,
  createThreadMessage,
  listAssignmentMessages,
  createAssignmentMessage,
  markMessageSeen,

  registerPrint,
  sendPrintPackage,
  getPrintFileStatus,

  validate,
  validateShort: validate,

  listOperators,
  listOperatorsOld: listOperators,
};

/** Returns a handler whose records omit empty keys if `nullKeys` requires it (einvoicing.gap.invoice-record). */
function optionalNulls<Operation>(serve: OperationHandler<Operation>): OperationHandler<Operation> {
  return async (input, context) => {
    const answer = await serve(input, context);
    const isFile = Object(answer).body instanceof Uint8Array;
    if ('refused' in answer || isFile || context.settings.of(einvoicingSettings.nullKeys) === 'shown') return answer;
    return JSON.parse(JSON.stringify(answer), (_key, value) => value ?? undefined);
  };
}
