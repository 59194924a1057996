import type { FuzzEnvironment } from '@understudy/kernel/fuzz';
import {
  type FuzzCompany,
  type FuzzRequest,
  type FuzzSources,
  fuzzPartnerKey,
  fuzzVendorKey,
  type KnownExchange,
  printUserCredentials,
  readMember,
  readTextMember,
  requestCompanyToken,
  sendToExchange,
} from './known-exchange.js';

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

export function createCompanyBody(
  userKey: string,
  { bid, country = 'FI', name = 'Harbour Cafe' }: { bid: string; country?: string; name?: string },
): object {
  const address = { address1: 'Market Street 1', post_code: '00100', post_office: 'Capital', city: 'Capital', country };
  const keys = { vendor_api_key: fuzzVendorKey, user_api_key: userKey };
  return { ...keys, name, bid, no_vat: true, ...address, email: 'invoices@example.com' };
}

/** Prepares a seller with one item for each operation, a buyer, a partner and an unverified company. */
export async function prepareExchange({ tools, files }: FuzzSources, place: FuzzEnvironment): Promise<KnownExchange> {
  const { control } = place;
  const { invoiceBetween, order, letters } = files;
  const act = (name: string, input: object) => control.action('einvoicing', name, input);
  const ask = (call: string, sent: FuzzRequest) => sendToExchange(tools, place, call, sent);
  const person = { vendor_api_key: fuzzVendorKey, email: 'ada@example.com', first_name: 'Ada' };
  const userKey = readTextMember(await ask('POST /v1/users', { json: person }), 'user_api_key');
  const found = async (facts: { bid: string; name?: string }, vendor = fuzzVendorKey): Promise<FuzzCompany> => {
    const id = readTextMember(await ask('POST /v1/companies', { json: createCompanyBody(userKey, facts) }), 'id');
    return { id, bid: facts.bid, userKey, vendor };
  };
  const seller = await found({ bid: '1234567-1' });
  const buyer = await found({ bid: '7654321-2', name: 'Buyer' });
  const partner = await found({ bid: '3100044-1', name: 'Partner' }, fuzzPartnerKey);
  const unverified = await found({ bid: '3200099-6', name: 'Newcomer' });
  for (const { id } of [seller, buyer, partner]) await act('verifyCompany', { companyId: id });
  await act('registerVendor', { vendorApiKey: fuzzPartnerKey, partnerCompanyId: partner.id });
  await act('registerOperator', { clientId: 'fuzz-operator', clientSecret: 'fuzz-secret' });

  const asSeller = { authorization: await requestCompanyToken(tools, place, seller) };
  const asBuyer = { authorization: await requestCompanyToken(tools, place, buyer) };
  const sell = (call: string, sent: FuzzRequest = {}) => ask(call, { headers: asSeller, ...sent });
  const idOf = async (answer: Promise<unknown>) => readTextMember(await answer, 'id');
  const listed = async (answer: Promise<unknown>): Promise<unknown[]> => {
    const list = await answer;
    return Array.isArray(list) ? list : [];
  };
  const ofPartner = { authorization: await requestCompanyToken(tools, place, { ...seller, vendor: fuzzPartnerKey }) };
  await ask('POST /v1/company/vendors', { headers: ofPartner });

  const profiles = ['INVOICE_AND_CREDIT_NOTE'];
  const networks = [
    { network: 'INTERNAL' },
    { network: 'SCAN', network_settings: { return_email: 'scan@example.com' } },
    { network: 'PEPPOL' },
    { network: 'PEPPOL', scheme: '9999', endpoint_id: 'E-1' },
  ];
  for (const network of networks) await sell('POST /v1/company/profiles', { json: { profiles, ...network } });
  await ask('POST /v1/company/profiles', { headers: asBuyer, json: { profiles, network: 'INTERNAL' } });

  const subscriptions: string[] = [];
  for (const name of ['box', 'box', 'box-2', 'box-2']) {
    const destination = control.inbox(name).url;
    const json = { destination_type: 'WEBHOOK', destination, events: ['DOCUMENTS.*', 'NETWORKS.*', 'SERVICES.*'] };
    subscriptions.push(await idOf(sell('POST /v1/company/notifications', { json })));
  }

  await sell('PUT /v2/services/collection/receivables', { json: receivablesSettings });
  await sell('PATCH /v1/services/detect/checks', { json: { checks: { SUPPLIER_ACTIVATION: true, VAT: true } } });
  await control.advance('PT1M');
  const send = (number: string, to: { bid: string } = buyer, fields = {}) =>
    idOf(sell('POST /v1/invoices', { fields: { file: invoiceBetween(seller, to, number), ...fields } }));
  const delivered = [await send('F-1'), await send('F-2'), await send('F-3')];
  const sendOut = (number: string) => send(number, { bid: '2030303-0' }, { recipient_eia: '0088:7300010000001' });
  const pending = [await sendOut('F-4'), await sendOut('F-5'), await sendOut('F-6')];
  const failed = [await sendOut('F-7'), await sendOut('F-8')];
  for (const invoiceId of failed) await act('failInvoice', { invoiceId });
  const received: string[] = [];
  for (const number of ['F-9', 'F-10']) {
    const file = new TextDecoder().decode(invoiceBetween(buyer, seller, number).bytes);
    received.push(readTextMember(await act('receiveInvoice', { companyId: seller.id, file }), 'invoiceId'));
  }

  const documents: string[] = [];
  for (let count = 0; count < 4; count++) {
    const fields = { file: order, type: 'ORDER', recipient_eia: '0088:7300010000001' };
    documents.push(await idOf(sell('POST /v1/documents', { fields })));
  }
  for (const documentId of documents.slice(1)) await act('deliverDocument', { documentId });

  const assignments = (await listed(sell('GET /v1/assignments'))).slice(0, 3).map((one) => readTextMember(one, 'id'));
  const [first = '', second = ''] = assignments;
  for (const assignmentId of [first, second]) await act('providerMessage', { assignmentId, text: 'Good morning' });
  await act('providerEvent', { assignmentId: first, type: 'reminder', amount: 5 });
  await sell(`POST /v1/analysis?resource_type=INVOICE&resource_id=${received[0]}`);

  const print = { 'COMPANY-UUID': seller.id, 'USER-API-KEY': userKey };
  const { USERNAME: user_email, USERPW: user_pw } = printUserCredentials;
  const registration = {
    sw_api_key: fuzzVendorKey,
    company_uuid: seller.id,
    company_name: 'Cafe',
    user_email,
    user_pw,
  };
  await ask('POST /register', { headers: print, form: registration });
  const accepted = String(await ask('POST /input_public', { headers: print, form: letters }));

  const withFiles = [...delivered, ...received].map(async (id) => {
    const [file] = [readMember(await sell(`GET /v1/invoices/${id}`), 'files')].flat();
    return { id, file_id: readTextMember(file, 'id') };
  });
  const threads = await listed(sell('GET /v1/message_threads'));
  return {
    seller,
    buyer,
    partner,
    unverified,
    registrations: (await listed(sell('GET /v1/company/profiles'))).map((one) => readTextMember(one, 'id')),
    subscriptions,
    invoices: { delivered, pending, failed, received },
    invoiceFiles: await Promise.all(withFiles),
    documents,
    documentFiles: (await listed(sell(`GET /v1/files?document_id=${documents[0]}`))).map((one) =>
      readTextMember(one, 'id'),
    ),
    assignments,
    events: (await listed(sell(`GET /v1/assignments/${first}/events`))).map((one) => ({
      assignment_id: first,
      event_id: readTextMember(one, 'id'),
    })),
    threads: threads.map((one) => readTextMember(one, 'id')),
    messages: threads.map((one) => readTextMember(readMember(one, 'latest_message'), 'id')),
    letters: accepted.slice('OK '.length),
  };
}
