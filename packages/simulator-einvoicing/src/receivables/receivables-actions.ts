import type { Finding } from '@understudy/contract';
import { type ActionContext, createMustBeFinding, defineAction } from '@understudy/kernel';
import { companyIdInput, nonEmptyText } from '../access/action-input.js';
import { findCompany } from '../access/find-company.js';
import type { Company } from '../entities.js';
import type { ReceivablesService } from './entities.js';
import { activateService, findReceivablesService, rejectService } from './receivables.js';

const ofPending = {
  ...companyIdInput,
  properties: { companyId: { ...nonEmptyText, examples: [], description: 'Of a company whose activation is PENDING' } },
} as const;

export const receivablesActions = {
  activateReceivables: defineAction({
    summary: 'The activation of the receivables service is signed',
    input: ofPending,
    run: ({ companyId }, context) =>
      withPending(companyId, context, (company, service) => activateService(context, company, service)),
  }),
  rejectReceivables: defineAction({
    summary: 'The provider refuses the activation of the receivables service',
    input: {
      ...ofPending,
      properties: {
        ...ofPending.properties,
        message: { ...nonEmptyText, default: 'The provider has refused the activation' },
      },
    },
    run: ({ companyId, message }, context) =>
      withPending(companyId, context, (company, service) => rejectService(context, company, service, message)),
  }),
};

async function withPending(
  companyId: string,
  context: ActionContext,
  settle: (company: Company, service: ReceivablesService) => Promise<ReceivablesService>,
): Promise<Finding[] | Record<string, unknown>> {
  const company = await findCompany(context, companyId);
  if (company === undefined) return createMustBeFinding('companyId', 'the id of a company');
  const service = await findReceivablesService(context, company.id);
  if (service.status !== 'PENDING') {
    return createMustBeFinding('companyId', `of a company whose activation is PENDING; it is ${service.status}`);
  }
  return { companyId: company.id, status: (await settle(company, service)).status };
}
