import { isObject } from '@understudy/contract';
import { checkBusinessId } from '../access/business-id.js';
import type { Profile } from '../entities.js';
import type { StoredInvoice } from '../exchange/entities.js';
import type { SampleParty } from './sample-invoice.js';

const texts = {
  vendors: ['vendorApiKey'],
  users: ['userApiKey', 'email'],
  companies: ['id', 'name', 'bid', 'country', 'email'],
  invoices: ['company', 'direction', 'number', 'item', 'network'],
  webhooks: ['company', 'destination'],
} as const;

/** Reads the API's section of a seed. @throws RangeError with the error and its location. */
export function readSeed(data: unknown): EinvoicingSeed {
  if (data === undefined) return {};
  if (!isObject(data)) return fail('', 'must be an object');
  for (const [name, list] of Object.entries(data)) {
    const wanted = Object.entries(texts).find(([key]) => key === name)?.[1];
    if (wanted === undefined)
      return fail(`/${name}`, `is not a seed member; available: ${Object.keys(texts).join(', ')}`);
    if (!Array.isArray(list)) return fail(`/${name}`, 'must be a list');
    for (const [index, entry] of list.entries()) checkEntry(`/${name}/${index}`, entry, wanted);
  }
  checkInvoices(data);
  return data;
}

const words: Readonly<Record<string, readonly unknown[]>> = {
  direction: ['SENT', 'RECEIVED'],
  network: ['INTERNAL', 'PEPPOL', 'BANK'],
  status: ['PENDING', 'DELIVERED', 'FAILED', undefined],
};

function checkInvoices({ companies = [], invoices = [], webhooks = [] }: EinvoicingSeed): void {
  const ids = companies.map(({ id }) => id);
  for (const [list, entries] of Object.entries({ invoices, webhooks })) {
    for (const [index, { company }] of entries.entries()) {
      if (!ids.includes(company)) fail(`/${list}/${index}/company`, 'must be the id of a company of the seed');
    }
  }
  for (const [index, invoice] of invoices.entries()) {
    const pointer = `/invoices/${index}`;
    const { daysAgo, amount, party } = invoice;
    for (const [member, value] of Object.entries(invoice)) {
      const known = words[member];
      if (known !== undefined && !known.includes(value)) fail(`${pointer}/${member}`, `must be ${known.join(' or ')}`);
    }
    if (!Number.isInteger(daysAgo) || daysAgo < 0 || daysAgo > 365) fail(`${pointer}/daysAgo`, 'must be 0 to 365');
    if (!(amount >= 0.02)) fail(`${pointer}/amount`, 'must be at least 0.02');
    if (!isSampleParty(party)) {
      fail(`${pointer}/party`, 'must have a name, a business id with a right check digit, and the country FI or SE');
    }
  }
}

function isSampleParty(party: unknown): boolean {
  if (!isObject(party)) return false;
  const { name, bid, country } = party;
  if (typeof name !== 'string' || name === '' || typeof bid !== 'string') return false;
  return (country === 'FI' || country === 'SE') && checkBusinessId(country, bid) === undefined;
}

function checkEntry(pointer: string, entry: unknown, wanted: readonly string[]): void {
  if (!isObject(entry)) fail(pointer, 'must be an object');
  for (const key of wanted) {
    const value = entry[key];
    if (typeof value !== 'string' || value === '') fail(`${pointer}/${key}`, 'must be a non-empty string');
  }
  if (!wanted.includes('bid')) return;
  for (const key of ['users', 'linkedTo', 'profiles']) {
    const list = entry[key];
    if (list !== undefined && !Array.isArray(list)) fail(`${pointer}/${key}`, 'must be a list');
  }
  const fault = checkBusinessId(String(entry['country']), String(entry['bid']));
  if (fault !== undefined) fail(`${pointer}/bid`, `is invalid: ${fault}`);
}

function fail(pointer: string, message: string): never {
  throw new RangeError(`The e-invoicing seed is invalid at /einvoicing${pointer}: it ${message}`);
}

/** The e-invoicing API's section of a seed. Every sandbox also has the demo vendor key and the demo operator. */
export interface EinvoicingSeed {
  readonly vendors?: readonly VendorSeed[];
  readonly users?: readonly UserSeed[];
  readonly companies?: readonly CompanySeed[];
  readonly invoices?: readonly InvoiceSeed[];
  readonly webhooks?: readonly WebhookSeed[];
}

export interface WebhookSeed {
  /** Id of a company of the seed. */
  readonly company: string;
  readonly destination: string;
  /** Days since the first failure. Missing for a working subscription. */
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
  /** The other party. */
  readonly party: SampleParty;
  /** The amount to pay in euros, including tax. */
  readonly amount: number;
  readonly item: string;
  readonly network: 'INTERNAL' | 'PEPPOL' | 'BANK';
  readonly creditNote?: boolean;
  /** For a sent invoice, default `DELIVERED`. A PENDING invoice is delivered an hour after the start. */
  readonly status?: StoredInvoice['status'];
  /** The reason for the failure. */
  readonly message?: string;
  /** Only for a received invoice. By default it is neither fetched nor handled. */
  readonly fetched?: boolean;
  readonly handled?: boolean;
}

/** A vendor key. If `partnerCompanyId` is present, the vendor is a partner. */
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

/** A company with active registrations. */
export interface CompanySeed {
  /** A UUID. */
  readonly id: string;
  readonly name: string;
  readonly bid: string;
  /** True if the business id is not a VAT number, default true. */
  readonly noVat?: boolean;
  readonly country: string;
  readonly email: string;
  /** Keys of users of the seed who have access to it. */
  readonly users: readonly string[];
  /** False when absent. */
  readonly verified?: boolean;
  /** True if it has the receivables service: its unpaid invoices to Finnish customers are assignments. */
  readonly receivables?: boolean;
  /** Vendor keys to which the company is linked. */
  readonly linkedTo?: readonly string[];
  readonly profiles?: ReadonlyArray<Pick<Profile, 'network' | 'profile'> & { readonly version?: Profile['version'] }>;
}
