import type { Operation } from '@understudy/contract';
import { defineSimulator, defineView, type ErrorResult, type Simulator } from '@understudy/kernel';
import { isKnownScope } from './access/granted-scopes.js';
import { einvoicingActions } from './actions/actions.js';
import { runDueStep } from './assignments/stored-assignments.js';
import { authorizationTimerHandlers } from './companies/authorization.js';
import { runDueAnalysis } from './detect/analysis.js';
import { deliverDueDocument } from './documents/deliver-document.js';
import { createErrorEnvelope, einvoicingErrors, einvoicingKernelErrors } from './errors.js';
import { exchangeCollections } from './exchange/entities.js';
import { decodeContent } from './exchange/files.js';
import { readUpload } from './exchange/read-upload.js';
import type { operations as Operations } from './generated/types.js';
import { deliverDueInvoice } from './invoices/deliver-invoice.js';
import { handleWebhookReport } from './notifications/handle-webhook-report.js';
import { einvoicingContract, einvoicingHandlers } from './operations.js';
import { activateProfile } from './profiles/registrations.js';
import { activateDueService } from './receivables/receivables.js';
import { seedEinvoicing } from './seed/seed-einvoicing.js';
import { einvoicingSettings } from './settings.js';

/** An invoice as a readable page: parties, lines, VAT and totals from its file, and the rules that it breaks. */
const invoiceView = defineView(exchangeCollections.invoices, async ({ value: invoice, owner }, context) => {
  const primary = invoice.files.find(({ type }) => type === 'PRIMARY_FILE');
  if (owner === undefined || primary === undefined) return [];
  const file = await context.scopes.of(owner).collection(exchangeCollections.files).get(primary.id);
  if (file === undefined) return [];
  const figures = await readUpload(context, 'createInvoiceFigures', decodeContent(file));
  return 'tooCostly' in figures ? [{ kind: 'text', title: primary.filename, lines: [figures.tooCostly] }] : figures;
});

/** The e-invoicing exchange API. */
export const einvoicingSimulator: Simulator = defineSimulator<Operations>({
  name: 'einvoicing',
  contract: einvoicingContract,
  operations: einvoicingHandlers,
  refusals: einvoicingKernelErrors,
  envelope: createErrorEnvelope,
  settings: Object.values(einvoicingSettings),
  actions: einvoicingActions,
  views: [invoiceView],
  timers: [
    ...authorizationTimerHandlers,
    ...[activateProfile, runDueAnalysis, deliverDueInvoice, deliverDueDocument, activateDueService, runDueStep],
  ],
  webhookReported: handleWebhookReport,
  checkScope,
  // A company is its own tenant: its data and journal entries are under its id.
  tenantOf: (_headers, caller) => caller?.clientId,
  seed: seedEinvoicing,
});

/** Returns whether a token has all scopes of one of the alternatives (einvoicing.auth.scopes). */
function checkScope(scopes: readonly string[], operation: Operation): ErrorResult | undefined {
  if (!scopes.some(isKnownScope)) return einvoicingErrors.noToken('It is a token of another API');
  const alternatives = operation.security.flatMap((requirement) => Object.values(requirement));
  if (alternatives.some((needed) => needed.every((scope) => scopes.includes(scope)))) return undefined;
  return einvoicingErrors.missingScope(alternatives.map((needed) => needed.join(' and ')));
}
