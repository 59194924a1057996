import type { Handler } from '@understudy/kernel';
import { actingCompany } from '../access/acting-company.js';
import type { operations } from '../generated/types.js';
import { presentService } from './present-service.js';
import { receivablesOf } from './stored-service.js';

/** Settings and status; DISABLED before the service was ever asked for (einvoicing.receivables.get). */
export const getReceivables: Handler<operations['getReceivables']> = async (_input, context) => {
  const acting = await actingCompany(context);
  if ('refused' in acting) return acting;
  return { status: 200, body: presentService(await receivablesOf(context, acting.company.id)) };
};
