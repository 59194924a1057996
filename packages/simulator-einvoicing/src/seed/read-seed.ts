import { isObject } from '@understudy/contract';
import { checkBusinessId } from '../access/business-id.js';
import type { EinvoicingSeed } from './einvoicing-seed.js';

/** Required members of the entries, by list. */
const texts = {
  vendors: ['vendorApiKey'],
  users: ['userApiKey', 'email'],
  companies: ['id', 'name', 'bid', 'country', 'email'],
  invoices: ['company', 'direction', 'number', 'item', 'network'],
  webhooks: ['company', 'destination'],
} as const;

/** Reads the API's part of a seed. @throws RangeError with the error and its location. */
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
