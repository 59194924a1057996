import { isObject } from '@understudy/contract';
import { faultOfBusinessId } from '../access/business-id.js';
import type { EinvoicingSeed } from './einvoicing-seed.js';

/** What every entry of a list must have, by the list's name. */
const texts = {
  vendors: ['vendorApiKey'],
  users: ['userApiKey', 'email'],
  companies: ['id', 'name', 'bid', 'country', 'email'],
} as const;

/**
 * Reads the API's part of a seed.
 *
 * @throws RangeError that says what is wrong, and where
 */
export function readSeed(data: unknown): EinvoicingSeed {
  if (data === undefined) return {};
  if (!isObject(data)) return fail('', 'must be an object');
  for (const [name, list] of Object.entries(data)) {
    const wanted = Object.entries(texts).find(([key]) => key === name)?.[1];
    if (wanted === undefined)
      return fail(`/${name}`, `is no part of a seed; there are ${Object.keys(texts).join(', ')}`);
    if (!Array.isArray(list)) return fail(`/${name}`, 'must be a list');
    for (const [index, entry] of list.entries()) checkEntry(`/${name}/${index}`, entry, wanted);
  }
  return data;
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
  const fault = faultOfBusinessId(String(entry['country']), String(entry['bid']));
  if (fault !== undefined) fail(`${pointer}/bid`, `is unusable: ${fault}`);
}

function fail(pointer: string, message: string): never {
  throw new RangeError(`The seed of the e-invoicing API is unusable: /einvoicing${pointer} ${message}`);
}
