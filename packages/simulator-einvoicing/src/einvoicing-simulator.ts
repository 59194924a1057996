import type { Operation } from '@understudy/contract';
import { createTimerHandler, defineSimulator, type ErrorResult, type Simulator } from '@understudy/kernel';
import { companyScope } from './access/company-scope.js';
import { isKnownScope } from './access/granted-scopes.js';
import { actions } from './actions/actions.js';
import { nextStep, stepEvent } from './assignments/next-step.js';
import { recordEvents, type StepDue, stepTimer } from './assignments/record-events.js';
import { storedAssignment } from './assignments/stored-assignments.js';
import { authorizationTimers } from './companies/ask-authorization.js';
import { analysisTimer, runDueAnalysis } from './detect/run-analysis.js';
import { deliverDueDocument, documentDeliveryTimer } from './documents/deliver-document.js';
import { einvoicingContract } from './einvoicing-contract.js';
import { einvoicingEnvelope, einvoicingRefusals, refusals } from './errors.js';
import type { operations as Operations } from './generated/types.js';
import { deliverDueInvoice } from './invoices/deliver-invoice.js';
import { deliveryTimer } from './invoices/start-delivery.js';
import { webhookReported } from './notifications/webhook-reported.js';
import { operations } from './operations.js';
import { activateProfile, activationTimer } from './profiles/plan-activations.js';
import { activateDueService, activationTimer as receivablesTimer } from './receivables/activate-service.js';
import { seedEinvoicing } from './seed/seed-einvoicing.js';
import { settings } from './settings.js';
import { invoiceView } from './views/invoice-view.js';
import type { WorkContext } from './work-context.js';

/** The e-invoicing exchange API. */
export const einvoicingSimulator: Simulator = defineSimulator<Operations>({
  name: 'einvoicing',
  contract: einvoicingContract,
  operations,
  refusals: einvoicingRefusals,
  envelope: einvoicingEnvelope,
  settings: Object.values(settings),
  actions,
  views: [invoiceView],
  timers: [
    ...authorizationTimers,
    createTimerHandler(activationTimer, activateProfile),
    createTimerHandler(analysisTimer, runDueAnalysis),
    createTimerHandler(deliveryTimer, deliverDueInvoice),
    createTimerHandler(documentDeliveryTimer, deliverDueDocument),
    createTimerHandler(receivablesTimer, activateDueService),
    createTimerHandler(stepTimer, runDueStep),
  ],
  webhookReported,
  checkScope,
  // A company is its own tenant: its data and journal entries are under its id.
  tenantOf: (_headers, caller) => caller?.clientId,
  seed: seedEinvoicing,
});

/** Whether a token has all scopes of one of the alternatives (einvoicing.auth.scopes). */
function checkScope(scopes: readonly string[], operation: Operation): ErrorResult | undefined {
  if (!scopes.some(isKnownScope)) return refusals.noToken('It is a token of another API');
  const alternatives = operation.security.flatMap((requirement) => Object.values(requirement));
  if (alternatives.some((needed) => needed.every((scope) => scopes.includes(scope)))) return undefined;
  return refusals.missingScope(alternatives.map((needed) => needed.join(' and ')));
}

/** The timer of a step is due. */
async function runDueStep({ companyId, assignmentId }: StepDue, context: WorkContext): Promise<void> {
  const history = await storedAssignment(companyScope(context, companyId), assignmentId);
  const next = history === undefined ? undefined : nextStep(history);
  const now = context.clock.now();
  // The assignment was closed or postponed in between.
  if (history === undefined || next === undefined || next.at > now) return;
  await recordEvents(context, companyId, history, [stepEvent(history, next.step, now)]);
}
