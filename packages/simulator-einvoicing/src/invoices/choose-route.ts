import {
  addAddressScheme,
  findCompanyByBusinessId,
  findCompanyByEndpoint,
  type LookupContext,
} from '../access/find-company.js';
import type { Company } from '../entities.js';
import type { InvoiceNetwork, InvoiceParty } from '../exchange/entities.js';
import { isBankOperator, isKnownOperator } from '../operators.js';
import { canReceiveInvoices, listActiveProfiles } from '../profiles/registrations.js';

/** The route of an invoice and its local recipient (undefined for the outside world), or the error. */
export type RouteDecision =
  | { readonly route: InvoiceNetwork; readonly recipient?: Company }
  | { readonly route?: undefined; readonly reason: string };

interface RoutingWishes {
  readonly recipient: InvoiceParty & { readonly operator?: string };
  /** The operator in the sender's parameter. The operator in the file is only a hint. */
  readonly operator?: string;
  readonly email?: string;
  readonly disabledRoutes: readonly string[];
}

/**
 * Chooses the route: INTERNAL, BANK, PEPPOL, or else e-mail or letter if permitted (einvoicing.gap.send-registration).
 */
export async function chooseRoute(
  lookup: LookupContext,
  sender: Company,
  wishes: RoutingWishes,
): Promise<RouteDecision> {
  const { recipient, email, disabledRoutes } = wishes;
  if (disabledRoutes.includes('einvoice')) return offline(email, disabledRoutes);
  if (wishes.operator !== undefined && !isKnownOperator(wishes.operator)) {
    return { reason: unknownOperatorMessage(wishes.operator) };
  }
  const company = await findRecipient(lookup, recipient);
  if (company !== undefined && (await canReceiveInvoices(lookup, company.id, 'INTERNAL'))) {
    return { route: 'INTERNAL', recipient: company };
  }
  if (recipient.operator !== undefined && isBankOperator(recipient.operator)) {
    const registered = (await listActiveProfiles(lookup, sender.id)).some(({ network }) => network === 'BANK');
    if (registered) return { route: 'BANK' };
    return { reason: `Sending through the operator ${recipient.operator} needs an active BANK registration` };
  }
  if (recipient.eia !== undefined) {
    if (company !== undefined) {
      return { reason: `${recipient.eia} is registered here, but its company does not receive invoices yet` };
    }
    if (addAddressScheme(recipient.eia) === undefined && recipient.operator === undefined) {
      return { reason: missingSchemeMessage(recipient.eia) };
    }
    return { route: 'PEPPOL' };
  }
  if (email !== undefined) return offline(email, disabledRoutes);
  return { reason: 'No recipient found: neither the parameters nor the file contain a known electronic address' };
}

/** Returns the error for an operator that is not in the definitions (einvoicing.definitions.operators). */
export function unknownOperatorMessage(code: string): string {
  return `The operator ${code} is none of GET /v1/definitions/operators`;
}

export function missingSchemeMessage(eia: string): string {
  return `The address ${eia} has no scheme; send it as scheme:endpoint_id, or name the recipient_operator`;
}

/** Finds the local company that an invoice is for, by its address or else by its business id. */
export async function findRecipient(
  lookup: LookupContext,
  { eia, bid, country }: InvoiceParty,
): Promise<Company | undefined> {
  const byAddress = eia === undefined ? undefined : await findCompanyByEndpoint(lookup, eia);
  if (byAddress !== undefined || bid === undefined || country === undefined) return byAddress;
  return findCompanyByBusinessId(lookup, country, bid);
}

function offline(email: string | undefined, disabledRoutes: readonly string[]): RouteDecision {
  if (email !== undefined && !disabledRoutes.includes('email')) return { route: 'EMAIL' };
  if (!disabledRoutes.includes('print')) return { route: 'PRINT' };
  return { reason: 'Every route is disabled' };
}
