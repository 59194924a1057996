import type { Operation } from '@understudy/contract';
import { createTimerHandler, defineSimulator, type ErrorResult, type Simulator } from '@understudy/kernel';
import { getCompanyScope } from './access/find-company.js';
import { isKnownScope } from './access/granted-scopes.js';
import { einvoicingActions } from './actions/actions.js';
import { createStepEvent, findNextStep } from './assignments/account.js';
import {
  assignmentStepTimer,
  findAssignmentWithEvents,
  recordEvents,
  type StepTimerPayload,
} from './assignments/stored-assignments.js';
import { authorizationTimerHandlers } from './companies/authorization.js';
import { runAnalysisTimer, runDueAnalysis } from './detect/analysis.js';
import { deliverDueDocument, documentDeliveryTimer } from './documents/deliver-document.js';
import { einvoicingContract } from './einvoicing-contract.js';
import { createErrorEnvelope, einvoicingErrors, einvoicingKernelErrors } from './errors.js';
import type { operations as Operations } from './generated/types.js';
import { deliverDueInvoice, invoiceDeliveryTimer } from './invoices/deliver-invoice.js';
import { handleWebhookReport } from './notifications/handle-webhook-report.js';
import { einvoicingHandlers } from './operations.js';
import { activateProfile, profileActivationTimer } from './profiles/registrations.js';
import { activateDueService, serviceActivationTimer as receivablesTimer } from './receivables/receivables.js';
import { seedEinvoicing } from './seed/seed-einvoicing.js';
import { einvoicingSettings } from './settings.js';
import { invoiceView } from './views/invoice-view.js';
import type { WorkContext } from './work-context.js';

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
    createTimerHandler(profileActivationTimer, activateProfile),
    createTimerHandler(runAnalysisTimer, runDueAnalysis),
    createTimerHandler(invoiceDeliveryTimer, deliverDueInvoice),
    createTimerHandler(documentDeliveryTimer, deliverDueDocument),
    createTimerHandler(receivablesTimer, activateDueService),
    createTimerHandler(assignmentStepTimer, runDueStep),
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

async function runDueStep({ companyId, assignmentId }: StepTimerPayload, context: WorkContext): Promise<void> {
  const history = await findAssignmentWithEvents(getCompanyScope(context, companyId), assignmentId);
  const next = history === undefined ? undefined : findNextStep(history);
  const now = context.clock.now();
  // The assignment was closed or postponed in between.
  if (history === undefined || next === undefined || next.at > now) return;
  await recordEvents(context, companyId, history, [createStepEvent(history, next.step, now)]);
}
