import { createTimerHandler, defineTimer, parseDuration } from '@understudy/kernel';
import { findCompany } from '../access/find-company.js';
import type { Company } from '../entities.js';
import { einvoicingSettings } from '../settings.js';
import type { WorkContext } from '../work-context.js';
import { putCompany } from './put-company.js';
import { verifyCompany } from './verify-company.js';

interface AuthorizationDue {
  readonly companyId: string;
}

const mailTimer = defineTimer<AuthorizationDue>('send-authorization-mail');
const signTimer = defineTimer<AuthorizationDue>('sign-authorization');

/** Requests the signature. With its own proof, the company is SIGNED immediately (einvoicing.gap.company-verify). */
export async function requestAuthorization(
  context: WorkContext,
  company: Company,
  { auth_email, options }: { readonly auth_email: string; readonly options?: string | undefined },
  queued: boolean,
): Promise<void> {
  if (company.state === 1) return;
  const asked: Company = { ...company, authEmail: auth_email, authState: queued ? 'PENDING' : 'SENT' };
  if (options !== undefined) {
    await verifyCompany(context, asked);
    return;
  }
  await putCompany(context, asked);
  const payload = { companyId: company.id };
  const now = context.clock.now();
  if (queued) await context.timers.schedule({ at: now, timer: mailTimer, payload });
  const verifyAfter = context.settings.of(einvoicingSettings.verifyAfter);
  if (verifyAfter === null) return;
  const at = new Date(now.getTime() + parseDuration(verifyAfter));
  await context.timers.schedule({ at, timer: signTimer, payload });
}

export const authorizationTimerHandlers = [
  createTimerHandler(mailTimer, (due, context) =>
    moveOn(due, context, ['PENDING'], (company) => putCompany(context, { ...company, authState: 'SENT' })),
  ),
  createTimerHandler(signTimer, (due, context) =>
    moveOn(due, context, ['PENDING', 'SENT'], (company) => verifyCompany(context, company)),
  ),
];

/** Advances a company if its state has not changed since the timer was set. */
async function moveOn(
  { companyId }: AuthorizationDue,
  context: WorkContext,
  from: ReadonlyArray<Company['authState']>,
  move: (company: Company) => Promise<unknown>,
): Promise<void> {
  const company = await findCompany(context, companyId);
  if (company !== undefined && from.includes(company.authState)) await move(company);
}
