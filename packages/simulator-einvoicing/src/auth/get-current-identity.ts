import { type Handler, handleForCompany } from '../access/acting-company.js';
import { einvoicingErrors } from '../errors.js';
import { formatRecordTime } from '../times.js';

/** Returns the owner of the token (einvoicing.gap.company-read). */
export const getCurrentIdentity = handleForCompany<'getCurrentIdentity'>(async (_input, context, { company, user }) => {
  return {
    status: 200,
    body: {
      user: {
        id: user.id,
        ...(user.firstName === undefined ? {} : { first_name: user.firstName }),
        ...(user.lastName === undefined ? {} : { last_name: user.lastName }),
        email: user.email,
      },
      company: {
        id: company.id,
        bid: company.bid,
        name: company.name,
        country: company.country,
        ...(company.noVat ? {} : { vat: company.bid }),
        wizard_done: company.state === 1,
        disabled: false,
      },
      scopes: [...(context.caller?.scopes ?? [])],
    },
  };
});

/** Returns the owner of the token and when it expires (einvoicing.gap.token-status). */
export const getTokenStatus: Handler<'getTokenStatus'> = async (_input, { caller }) => {
  if (caller === undefined) return einvoicingErrors.noToken('There is none');
  const { expiresAt } = caller.claims ?? {};
  return {
    status: 200,
    body: {
      client_id: caller.clientId,
      ...(expiresAt === undefined ? {} : { expires_at: formatRecordTime(new Date(expiresAt)) }),
    },
  };
};
