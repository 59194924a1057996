import { getCompanyScope } from '../access/company-scope.js';
import type { LookupContext } from '../access/find-company.js';
import { type ReceivablesService, receivablesCollection } from './entities.js';

/** The service of a company that never requested it or disabled it (einvoicing.gap.receivables-status). */
export const disabledService: ReceivablesService = {
  status: 'DISABLED',
  useOwnInvoiceImage: false,
  useOwnPaymentDetails: false,
};

export async function findReceivablesService(lookup: LookupContext, companyId: string): Promise<ReceivablesService> {
  const stored = await getCompanyScope(lookup, companyId).collection(receivablesCollection).get('service');
  return stored ?? disabledService;
}

export function putReceivables(lookup: LookupContext, companyId: string, service: ReceivablesService): Promise<void> {
  return getCompanyScope(lookup, companyId).collection(receivablesCollection).put('service', service);
}
