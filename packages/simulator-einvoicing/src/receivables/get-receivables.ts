import { forCompany } from '../access/for-company.js';
import type { operations } from '../generated/types.js';
import { presentService } from './present-service.js';
import { disabledService, putReceivables, receivablesOf } from './stored-service.js';

/** Settings and status. DISABLED before the first request (einvoicing.receivables.get). */
export const getReceivables = forCompany<operations['getReceivables']>(async (_input, context, acting) => {
  return { status: 200, body: presentService(await receivablesOf(context, acting.company.id)) };
});

/** Disables the service. Existing assignments continue (einvoicing.gap.receivables-required). */
export const disableReceivables = forCompany<operations['disableReceivablesV1']>(async (_input, context, acting) => {
  await putReceivables(context, acting.company.id, disabledService);
  return { status: 204 };
});
