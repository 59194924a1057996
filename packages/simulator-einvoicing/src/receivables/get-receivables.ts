import { forCompany } from '../access/for-company.js';
import type { operations } from '../generated/types.js';
import { presentService } from './present-service.js';
import { receivablesOf } from './stored-service.js';

/** Settings and status; DISABLED before the service was ever asked for (einvoicing.receivables.get). */
export const getReceivables = forCompany<operations['getReceivables']>(async (_input, context, acting) => {
  return { status: 200, body: presentService(await receivablesOf(context, acting.company.id)) };
});
