import type { SchemedIdentifier } from './values.js';

/** A postal address: BG-5, BG-8, BG-12, BG-15. */
export interface PostalAddress {
  /** BT-35, BT-50, BT-64, BT-75 */
  readonly street?: string;
  /** BT-36, BT-51, BT-65, BT-76 */
  readonly street2?: string;
  /** BT-162, BT-163, BT-164, BT-165 */
  readonly street3?: string;
  /** BT-37, BT-52, BT-66, BT-77 */
  readonly city?: string;
  /** BT-38, BT-53, BT-67, BT-78 */
  readonly postCode?: string;
  /** BT-39, BT-54, BT-68, BT-79 */
  readonly subdivision?: string;
  /** BT-40, BT-55, BT-69, BT-80: ISO 3166-1 */
  readonly country?: string;
}

/** Seller BG-4 or buyer BG-7. */
export interface InvoiceParty {
  /** BT-27, BT-44 */
  readonly name: string;
  /** BT-28, BT-45 */
  readonly tradingName?: string;
  /** BT-29, BT-46 */
  readonly identifiers: readonly SchemedIdentifier[];
  /** BT-30, BT-47 */
  readonly legalId?: SchemedIdentifier;
  /** BT-31, BT-48 */
  readonly vatId?: string;
  /** BT-32 */
  readonly taxRegistration?: string;
  /** BT-33 */
  readonly legalInfo?: string;
  /** BT-34, BT-49 */
  readonly endpoint?: SchemedIdentifier;
  /** The operator the endpoint is reached through, where the format names one (Finvoice). No business term. */
  readonly operator?: string;
  /** BG-5, BG-8 */
  readonly address?: PostalAddress;
  /** BG-6: BT-41 to BT-43; BG-9: BT-56 to BT-58 */
  readonly contact?: { readonly name?: string; readonly phone?: string; readonly email?: string };
}

/** Payee BG-10, if different from the seller. */
export interface Payee {
  /** BT-59 */
  readonly name: string;
  /** BT-60 */
  readonly identifier?: SchemedIdentifier;
  /** BT-61 */
  readonly legalId?: SchemedIdentifier;
}

/** The seller's tax representative BG-11. */
export interface TaxRepresentative {
  /** BT-62 */
  readonly name: string;
  /** BT-63 */
  readonly vatId?: string;
  /** BG-12 */
  readonly address?: PostalAddress;
}
