import { findCompanyByEndpoint, type Lookup, schemedAddress } from '../access/find-company.js';
import { isBankOperator, isKnownOperator } from '../definitions/operators.js';
import { unknownOperator, withoutScheme } from '../invoices/choose-route.js';
import { receivesDocuments } from '../profiles/receives-through.js';

/** The network that a document goes through, or why it goes nowhere. */
export type DocumentRouting = { readonly network: 'INTERNAL' | 'PEPPOL' } | { readonly reason: string };

/**
 * Finds the way of a document to the address and the operator that are named; nobody is looked up. A recipient that is here is
 * known by its address, whichever operator is named (einvoicing.documents.no-lookup, einvoicing.gap.documents-post-params).
 */
export async function routeDocument(
  lookup: Lookup,
  { eia, operator }: { readonly eia: string; readonly operator: string | undefined },
  type: string,
): Promise<DocumentRouting> {
  if (operator !== undefined && !isKnownOperator(operator)) return { reason: unknownOperator(operator) };
  const here = await findCompanyByEndpoint(lookup, eia);
  if (here !== undefined && (await receivesDocuments(lookup, here.id, 'INTERNAL', type)))
    return { network: 'INTERNAL' };
  if (operator !== undefined && isBankOperator(operator)) {
    return { reason: `The bank network, which ${operator} is reached through, carries invoices only` };
  }
  if (schemedAddress(eia) === undefined && operator === undefined) return { reason: withoutScheme(eia) };
  return { network: 'PEPPOL' };
}
