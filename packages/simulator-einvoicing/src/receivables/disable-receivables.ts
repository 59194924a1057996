import { forCompany } from '../access/for-company.js';
import type { operations } from '../generated/types.js';
import { disabledService, putReceivables } from './stored-service.js';

/** Ends the service; existing assignments continue (einvoicing.gap.receivables-required). */
export const disableReceivables = forCompany<operations['disableReceivablesV1']>(async (_input, context, acting) => {
  await putReceivables(context, acting.company.id, disabledService);
  return { status: 204 };
});
