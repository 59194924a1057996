import { defineTimer } from '@understudy/kernel';
import { findCompany } from '../access/find-company.js';
import type { Company } from '../entities.js';
import { notifySubscribers } from '../notifications/notify-subscribers.js';
import type { WorkContext } from '../work-context.js';
import type { ReceivablesService } from './entities.js';
import { findReceivablesService, putReceivables } from './stored-service.js';

interface ActivationDue {
  readonly companyId: string;
  readonly activationId: string;
}

export const serviceActivationTimer = defineTimer<ActivationDue>('activate-receivables');

/** Activates the service when its timer is due. Does nothing if the activation was settled or requested again. */
export async function activateDueService(
  { companyId, activationId }: ActivationDue,
  context: WorkContext,
): Promise<void> {
  const company = await findCompany(context, companyId);
  if (company === undefined) return;
  const service = await findReceivablesService(context, companyId);
  if (service.status === 'PENDING' && service.activationId === activationId) {
    await activateService(context, company, service);
  }
}

/** Changes PENDING to ACTIVE (einvoicing.receivables.status-active), and notifies the company's subscribers. */
export async function activateService(
  context: WorkContext,
  company: Company,
  { activationId: _signed, ...service }: ReceivablesService,
): Promise<ReceivablesService> {
  const active: ReceivablesService = { ...service, status: 'ACTIVE' };
  await putReceivables(context, company.id, active);
  await notifySubscribers(context, company, {
    type: 'SERVICES.RECEIVABLES.ACTIVATED',
    data: { status: active.status },
  });
  return active;
}

/**
 * Changes PENDING to DISABLED and keeps the settings (einvoicing.receivables.reject). Notifies the company's
 * subscribers.
 */
export async function rejectService(
  context: WorkContext,
  company: Company,
  { activationId: _refused, ...service }: ReceivablesService,
  message: string,
): Promise<ReceivablesService> {
  const rejected: ReceivablesService = { ...service, status: 'DISABLED' };
  await putReceivables(context, company.id, rejected);
  const data = { status: rejected.status, error_message: message };
  await notifySubscribers(context, company, { type: 'SERVICES.RECEIVABLES.REJECTED', data });
  return rejected;
}
