import { forCompany } from '../access/for-company.js';
import type { operations } from '../generated/types.js';

/** The owner of the token (einvoicing.gap.company-read). */
export const getCurrentIdentity = forCompany<operations['getCurrentIdentity']>(
  async (_input, context, { company, user }) => {
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
  },
);
