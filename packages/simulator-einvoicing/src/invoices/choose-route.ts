import { findCompanyByBusinessId, findCompanyByEndpoint, type Lookup, schemedAddress } from '../access/find-company.js';
import { isBankOperator, isKnownOperator } from '../definitions/operators.js';
import type { Company } from '../entities.js';
import type { Party, Route } from '../exchange/entities.js';
import { activeProfiles, receivesThrough } from '../profiles/receives-through.js';

/** The route of an invoice and its local recipient (missing: the outside world), or the error. */
export type Routing =
  | { readonly route: Route; readonly recipient?: Company }
  | { readonly route?: undefined; readonly reason: string };

/** The parameters of the sender in addition to the file. */
interface RoutingWishes {
  readonly recipient: Party & { readonly operator?: string };
  /** The operator in the sender's parameter. The operator in the file is only a hint. */
  readonly operator?: string;
  readonly email?: string;
  readonly disabledRoutes: readonly string[];
}

/** Finds the route: INTERNAL, BANK, PEPPOL, else mail or letter if permitted (einvoicing.gap.send-registration). */
export async function chooseRoute(lookup: Lookup, sender: Company, wishes: RoutingWishes): Promise<Routing> {
  const { recipient, email, disabledRoutes } = wishes;
  if (disabledRoutes.includes('einvoice')) return offline(email, disabledRoutes);
  const company = await findRecipient(lookup, recipient);
  if (company !== undefined && (await receivesThrough(lookup, company.id, 'INTERNAL'))) {
    return { route: 'INTERNAL', recipient: company };
  }
  if (recipient.operator !== undefined && isBankOperator(recipient.operator)) {
    const registered = (await activeProfiles(lookup, sender.id)).some(({ network }) => network === 'BANK');
    if (registered) return { route: 'BANK' };
    return { reason: `Sending through the operator ${recipient.operator} needs an active BANK registration` };
  }
  if (wishes.operator !== undefined && !isKnownOperator(wishes.operator)) {
    return { reason: unknownOperator(wishes.operator) };
  }
  if (recipient.eia !== undefined) {
    if (company !== undefined) {
      return { reason: `${recipient.eia} is registered here, but its company does not receive invoices yet` };
    }
    if (schemedAddress(recipient.eia) === undefined && recipient.operator === undefined) {
      return { reason: withoutScheme(recipient.eia) };
    }
    return { route: 'PEPPOL' };
  }
  if (email !== undefined) return offline(email, disabledRoutes);
  return { reason: 'No recipient found: neither the parameters nor the file name an electronic address that is known' };
}

/** The error for an operator that is not in the definitions (einvoicing.definitions.operators). */
export function unknownOperator(code: string): string {
  return `The operator ${code} is none of GET /v1/definitions/operators`;
}

/** Why an address does not suffice. */
export function withoutScheme(eia: string): string {
  return `The address ${eia} has no scheme; send it as scheme:endpoint_id, or name the recipient_operator`;
}

async function findRecipient(lookup: Lookup, { eia, bid, country }: Party): Promise<Company | undefined> {
  const byAddress = eia === undefined ? undefined : await findCompanyByEndpoint(lookup, eia);
  if (byAddress !== undefined || bid === undefined || country === undefined) return byAddress;
  return findCompanyByBusinessId(lookup, country, bid);
}

function offline(email: string | undefined, disabledRoutes: readonly string[]): Routing {
  if (email !== undefined && !disabledRoutes.includes('email')) return { route: 'EMAIL' };
  if (!disabledRoutes.includes('print')) return { route: 'PRINT' };
  return { reason: 'Every route is disabled' };
}
