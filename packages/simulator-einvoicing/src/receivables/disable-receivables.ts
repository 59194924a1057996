import type { Handler } from '@understudy/kernel';
import { actingCompany } from '../access/acting-company.js';
import type { operations } from '../generated/types.js';
import { disabledService, putReceivables } from './stored-service.js';

/** Ends the service; assignments that there are go on (einvoicing.gap.receivables-required). */
export const disableReceivables: Handler<operations['disableReceivablesV1']> = async (_input, context) => {
  const acting = await actingCompany(context);
  if ('refused' in acting) return acting;
  await putReceivables(context, acting.company.id, disabledService);
  return { status: 204 };
};
