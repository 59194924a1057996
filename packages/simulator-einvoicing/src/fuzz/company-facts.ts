import { vendorKey } from './exchange-world.js';

/** What the receivables service of a company is started with. */
export const receivablesSettings = {
  iban: 'FI2112345600000785',
  bic: 'HARBFIHH',
  bank: 'Harbour Bank',
  contact_person: 'Ada Virta',
  contact_email: 'ada@example.com',
  customer_service_email: 'service@example.com',
  contact_phone_number: '+358 9 1234567',
  authorization_email: 'signer@example.com',
  billing_address: { country: 'FI', streets: ['Rantakatu 1'], city: 'Helsinki', zip_code: '00100' },
};

/** What `createCompany` needs, for a company of the user. */
export function companyOf(
  userKey: string,
  { bid, country = 'FI', name = 'Harbour Cafe' }: { bid: string; country?: string; name?: string },
): object {
  const address = { address1: 'Market Street 1', post_code: '00100', post_office: 'Capital', city: 'Capital', country };
  const keys = { vendor_api_key: vendorKey, user_api_key: userKey };
  return { ...keys, name, bid, no_vat: true, ...address, email: 'invoices@example.com' };
}
