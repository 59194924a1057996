import type { Profile } from '../entities.js';
import type { StoredInvoice } from '../exchange/entities.js';
import type { SampleParty } from '../sample/sample.js';

/** The e-invoicing API's part of a seed. Besides it, every sandbox has the demo vendor key and the demo operator. */
export interface EinvoicingSeed {
  readonly vendors?: readonly VendorSeed[];
  readonly users?: readonly UserSeed[];
  readonly companies?: readonly CompanySeed[];
  readonly invoices?: readonly InvoiceSeed[];
  readonly webhooks?: readonly WebhookSeed[];
}

/** A subscription to events of a company's invoices and documents. */
export interface WebhookSeed {
  /** Id of a company of the seed. */
  readonly company: string;
  readonly destination: string;
  /** Days since its first failure. Missing for a working subscription. */
  readonly failingSinceDays?: number;
}

/** A generated invoice of a company. Its dates are relative to the day of the sandbox's clock. */
export interface InvoiceSeed {
  /** Id of a company of the seed. */
  readonly company: string;
  readonly direction: 'SENT' | 'RECEIVED';
  /** Days since it was sent or received, 0 to 365. */
  readonly daysAgo: number;
  readonly number: string;
  /** The other side. */
  readonly party: SampleParty;
  /** To be paid, with tax, in euros. */
  readonly amount: number;
  readonly item: string;
  readonly network: 'INTERNAL' | 'PEPPOL' | 'BANK';
  readonly creditNote?: boolean;
  /** For a sent invoice, default `DELIVERED`. A PENDING invoice is delivered an hour after the start. */
  readonly status?: StoredInvoice['status'];
  /** Why it failed. */
  readonly message?: string;
  /** For a received invoice, default neither. */
  readonly fetched?: boolean;
  readonly handled?: boolean;
}

/** A vendor key. With `partnerCompanyId`, a partner's. */
export interface VendorSeed {
  readonly vendorApiKey: string;
  readonly partnerCompanyId?: string;
}

/** A user. `vendorApiKey`: the vendor that created it, default the demo vendor. */
export interface UserSeed {
  readonly userApiKey: string;
  readonly email: string;
  readonly vendorApiKey?: string;
}

/** A company with its registrations, which are active. */
export interface CompanySeed {
  /** A UUID. */
  readonly id: string;
  readonly name: string;
  readonly bid: string;
  /** Whether the business id is not a VAT number, default true. */
  readonly noVat?: boolean;
  readonly country: string;
  readonly email: string;
  /** Keys of users of the seed who have access to it. */
  readonly users: readonly string[];
  /** False when absent. */
  readonly verified?: boolean;
  /** Whether it has the receivables service: its unpaid invoices to Finnish customers are assignments. */
  readonly receivables?: boolean;
  /** Vendor keys that it is linked to. */
  readonly linkedTo?: readonly string[];
  readonly profiles?: ReadonlyArray<Pick<Profile, 'network' | 'profile'> & { readonly version?: Profile['version'] }>;
}
