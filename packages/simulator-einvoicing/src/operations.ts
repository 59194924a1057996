import type { OperationHandler, OperationHandlers } from '@understudy/kernel';
import { createAssignmentEvent, listEvents, markAssignmentEventSeen } from './assignments/assignment-events.js';
import { getAssignment, listAssignmentEvents } from './assignments/get-assignment.js';
import { getAssignmentsOverview, listAssignments } from './assignments/list-assignments.js';
import { createToken } from './auth/create-token.js';
import { getCurrentIdentity, getTokenStatus } from './auth/get-current-identity.js';
import {
  authorizeCompanies,
  authorizeCompany,
  getVendorLink,
  linkVendor,
  unlinkVendor,
} from './companies/authorize.js';
import { getCompanySettings, updateCompanySettings } from './companies/company-settings.js';
import { createCompany, createUser, listCompanies } from './companies/create-company.js';
import { getCompanyAuthorization, getCompanyStatus } from './companies/get-authorization.js';
import { listOperators } from './definitions/operators.js';
import {
  getAnalysis,
  getDetectChecks,
  listCheckDefinitions,
  triggerAnalysis,
  updateDetectChecks,
} from './detect/detect-checks.js';
import { createDocument } from './documents/create-document.js';
import { getDocument, getFile, listDocumentEvents, listFiles, updateDocument } from './documents/get-document.js';
import { listDocuments } from './documents/list-documents.js';
import type { operations as Operations } from './generated/types.js';
import { getInvoice } from './invoices/get-invoice.js';
import { getInvoiceFile } from './invoices/get-invoice-file.js';
import { listInvoiceActions, listPartnerReceivedEvents, markInvoiceEvents } from './invoices/invoice-events.js';
import { listInvoices } from './invoices/list-invoices.js';
import { rerouteInvoiceEinvoice, rerouteInvoiceEmail, rerouteInvoicePrint } from './invoices/reroute-invoice.js';
import { sendInvoice } from './invoices/send-invoice.js';
import {
  createAssignmentMessage,
  createThreadMessage,
  listAssignmentMessages,
  listThreadMessages,
  markMessageSeen,
} from './messaging/messages.js';
import { flagMessageThread, getMessageThread, listMessageThreads } from './messaging/threads.js';
import { createNotification } from './notifications/create-notification.js';
import { deleteNotification, getNotification, listNotifications } from './notifications/read-notifications.js';
import { resendUnacknowledged } from './notifications/resend-unacknowledged.js';
import { getPrintFileStatus } from './print/get-file-status.js';
import { registerPrint } from './print/register-print.js';
import { sendPrintPackage } from './print/send-package.js';
import {
  deleteProfile,
  getProfile,
  listProfiles,
  putProfileExtensions,
  updateProfile,
} from './profiles/change-profile.js';
import { createProfiles } from './profiles/create-profiles.js';
import { startReceivables } from './receivables/start-receivables.js';
import { disableReceivables, getReceivables, updateReceivables } from './receivables/update-receivables.js';
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
