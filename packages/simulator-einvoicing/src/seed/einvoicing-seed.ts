import type { Profile } from '../entities.js';

/** The e-invoicing API's part of a seed. Besides it, every sandbox has the demo vendor key and the demo operator. */
export interface EinvoicingSeed {
  readonly vendors?: readonly VendorSeed[];
  readonly users?: readonly UserSeed[];
  readonly companies?: readonly CompanySeed[];
}

/** A vendor key; with `partnerCompanyId` a partner's. */
export interface VendorSeed {
  readonly vendorApiKey: string;
  readonly partnerCompanyId?: string;
}

/** A user. `vendorApiKey`: the vendor that made it; the demo vendor when absent. */
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
  /** Whether the business id is no VAT number; true when absent. */
  readonly noVat?: boolean;
  readonly country: string;
  readonly email: string;
  /** Keys of users of the seed who have access to it. */
  readonly users: readonly string[];
  /** False when absent. */
  readonly verified?: boolean;
  /** Vendor keys that it is linked to. */
  readonly linkedTo?: readonly string[];
  readonly profiles?: ReadonlyArray<Pick<Profile, 'network' | 'profile'> & { readonly version?: Profile['version'] }>;
}
