import type { Handler } from '@understudy/kernel';
import { refusals } from '../errors.js';
import type { operations } from '../generated/types.js';
import { recordTime } from '../times.js';

/** The owner of the token, and until when it is valid (einvoicing.gap.token-status). */
export const getTokenStatus: Handler<operations['getTokenStatus']> = async (_input, { caller }) => {
  if (caller === undefined) return refusals.noToken('There is none');
  const { expiresAt } = caller.claims ?? {};
  return {
    status: 200,
    body: {
      client_id: caller.clientId,
      ...(expiresAt === undefined ? {} : { expires_at: recordTime(new Date(expiresAt)) }),
    },
  };
};
