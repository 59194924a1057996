import type { Handler } from '@understudy/kernel';
import { definitionFault } from '../checks/definition-fault.js';
import { definitionText } from '../definition-text.js';
import type { RosterInput } from '../entities.js';
import type { operations } from '../generated/types.js';
import { requestLink } from './present-status.js';
import { rosterJobKind } from './roster-job.js';

/** Creates and starts a job (rostering.job.start-creates-and-starts). Equal definitions create two jobs. */
export const startJob: Handler<operations['startJob']> = async ({ headers, body }, context) => {
  const { caller, jobs, request } = context;
  if (caller === undefined) throw new Error('Start job needs a caller');
  const definition = definitionText(request.bytes);
  const fault = await definitionFault(body, definition, context);
  if (fault !== undefined) return fault;
  const input: RosterInput = { definition, userId: headers.USER_ID };
  const owner = { clientId: caller.clientId, tenantId: headers.CUSTOMER_ID };
  const { id } = await jobs.start(rosterJobKind, input, { owner, keys: [] });
  return { status: 202, body: { jobId: id, statusCode: 'starting', link: requestLink(id) } };
};
