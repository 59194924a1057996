import type { FuzzTools } from '@understudy/kernel/fuzz';
import type { ExchangeFiles } from './create-exchange-fuzz-files.js';

/** A known company, with the credentials for its tokens. */
export interface FuzzCompany {
  readonly id: string;
  /** Business id. */
  readonly bid: string;
  readonly userKey: string;
  /** Key of the vendor that created it. */
  readonly vendor: string;
}

/** Ids of the prepared data, by kind. */
export interface KnownExchange {
  readonly seller: FuzzCompany;
  readonly buyer: FuzzCompany;
  readonly partner: FuzzCompany;
  readonly unverified: FuzzCompany;
  readonly registrations: readonly string[];
  readonly subscriptions: readonly string[];
  readonly invoices: Readonly<Record<'delivered' | 'pending' | 'failed' | 'received', readonly string[]>>;
  readonly invoiceFiles: readonly { readonly id: string; readonly file_id: string }[];
  readonly documents: readonly string[];
  readonly documentFiles: readonly string[];
  readonly assignments: readonly string[];
  readonly events: readonly { readonly assignment_id: string; readonly event_id: string }[];
  readonly threads: readonly string[];
  readonly messages: readonly string[];
  /** The package of letters that Direct Print has accepted. */
  readonly letters: string;
}

export interface FuzzSources {
  readonly tools: FuzzTools;
  readonly files: ExchangeFiles;
}

export const fuzzVendorKey = 'demo-vendor-key';
export const fuzzPartnerKey = 'fuzz-partner-key';
export const allFuzzScopes = 'eui validate billing:reports partner:invoice_delivery_actions';
/** Name and password of the user who is registered at Direct Print. */
export const printUserCredentials = { USERNAME: 'printer@example.com', USERPW: 'a pass word' };
