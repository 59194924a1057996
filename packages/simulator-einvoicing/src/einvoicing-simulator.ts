import { defineSimulator, type Simulator, whenDue } from '@understudy/kernel';
import { checkScope } from './access/check-scope.js';
import { actions } from './actions/actions.js';
import { stepTimer } from './assignments/record-events.js';
import { runDueStep } from './assignments/run-due-step.js';
import { authorizationTimers } from './companies/ask-authorization.js';
import { analysisTimer, runDueAnalysis } from './detect/run-analysis.js';
import { deliverDueDocument, documentDeliveryTimer } from './documents/deliver-document.js';
import { einvoicingContract } from './einvoicing-contract.js';
import { einvoicingEnvelope, einvoicingRefusals } from './errors.js';
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
    whenDue(activationTimer, activateProfile),
    whenDue(analysisTimer, runDueAnalysis),
    whenDue(deliveryTimer, deliverDueInvoice),
    whenDue(documentDeliveryTimer, deliverDueDocument),
    whenDue(receivablesTimer, activateDueService),
    whenDue(stepTimer, runDueStep),
  ],
  webhookReported,
  checkScope,
  // A company is its own tenant: its data and journal entries are under its id.
  tenantOf: (_headers, caller) => caller?.clientId,
  seed: seedEinvoicing,
});
