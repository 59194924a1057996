import type { Finding } from '@understudy/contract';
import type { Action, ActionContext } from '@understudy/kernel';
import { companyOf, must, textOf } from '../access/action-input.js';
import type { Company } from '../entities.js';
import { activateService, rejectService } from './activate-service.js';
import type { ReceivablesService } from './entities.js';
import { receivablesOf } from './stored-service.js';

/** What the provider of receivables management decides. */
export const receivablesActions: Readonly<Record<string, Action>> = {
  activateReceivables: {
    summary: 'The activation of the receivables service is signed: {companyId}',
    members: ['companyId'],
    run: (input, context) =>
      withPending(input, context, (company, service) => activateService(context, company, service)),
  },
  rejectReceivables: {
    summary: 'The provider refuses the activation of the receivables service: {companyId, message?}',
    members: ['companyId', 'message'],
    run: (input, context) =>
      withPending(input, context, (company, service) =>
        rejectService(context, company, service, textOf(input['message']) ?? 'The provider has refused the activation'),
      ),
  },
};

async function withPending(
  { companyId }: Readonly<Record<string, unknown>>,
  context: ActionContext,
  settle: (company: Company, service: ReceivablesService) => Promise<ReceivablesService>,
): Promise<Finding[] | Record<string, unknown>> {
  const company = await companyOf(companyId, context);
  if (company === undefined) return must('companyId', 'the id of a company');
  const service = await receivablesOf(context, company.id);
  if (service.status !== 'PENDING') {
    return must('companyId', `of a company whose activation is PENDING; it is ${service.status}`);
  }
  return { companyId: company.id, status: (await settle(company, service)).status };
}
