import type { Operation } from '@understudy/contract';
import type { KnownValues } from '@understudy/kernel/fuzz';
import type { FuzzFile, PreparedFuzzEnvironment } from '@understudy/kernel/testing';
import {
  allFuzzScopes,
  type ExchangeFiles,
  fuzzPartnerKey,
  fuzzVendorKey,
  type KnownExchange,
} from './known-exchange.js';
import { createCompanyBody, receivablesSettings } from './prepare-exchange.js';

type ExchangeFuzz = PreparedFuzzEnvironment<KnownExchange>;
type Together = NonNullable<KnownValues['together']>;

const ids = (list: readonly string[]) => list.map((id) => ({ id }));

const areas: readonly (readonly [beginning: string, together: (known: KnownExchange) => Together])[] = [
  ['/v1/invoices/{id}/files/{file_id}', ({ invoiceFiles: files }) => files],
  ['/v1/invoices/{id}/reroute', ({ invoices: { pending, failed } }) => ids([...pending, ...failed])],
  ['/v1/invoices/{id}/invoice_events', ({ invoices: { received } }) => ids(received)],
  ['/v1/invoices/{id}', ({ invoices }) => ids(Object.values(invoices).flat())],
  ['/v1/analysis/{id}', ({ invoices: { received } }) => ids(received)],
  ['/v1/documents/{id}', ({ documents }) => ids(documents)],
  ['/v1/files/{id}', ({ documentFiles }) => ids(documentFiles)],
  ['/v1/companies/{id}/status', ({ seller, buyer, unverified }) => ids([seller.id, buyer.id, unverified.id])],
  ['/v1/company/profiles/{id}', ({ registrations }) => ids(registrations)],
  ['/v1/company/notifications/{id}', ({ subscriptions }) => ids(subscriptions)],
  ['/v1/assignments/{assignment_id}/events/{event_id}', ({ events }) => events],
  ['/v1/assignments/{assignment_id}', ({ assignments }) => assignments.map((id) => ({ assignment_id: id }))],
  ['/v1/service_levels/{customer_bid}', ({ buyer }) => [{ customer_bid: buyer.bid }, { customer_bid: '1111111-9' }]],
  ['/v1/message_threads/{thread_id}', ({ threads }) => threads.map((id) => ({ thread_id: id }))],
  ['/v1/messages/{message_id}', ({ messages }) => messages.map((id) => ({ message_id: id }))],
];

function valuesOf({
  seller,
  buyer,
  unverified,
  invoices,
  documents,
  assignments,
}: KnownExchange): Readonly<Record<string, readonly unknown[]>> {
  const days = ['2026-01-01', '2026-01-15', '2026-01-15T09:00:00Z', '2026-02-01T00:00:00+02:00'];
  const events = ['DOCUMENTS.*', 'DOCUMENTS.INVOICE.DELIVERED', 'NETWORKS.*.CREATED', 'UNACKNOWLEDGED_WEBHOOKS'];
  return {
    resource_id: Object.values(invoices).flat(),
    document_id: documents,
    assignment_id: assignments,
    'ids[]': [...Object.values(invoices).flat(), ...documents],
    'fields[]': ['number', 'status', 'files', 'sender', 'details', 'checks', 'none'],
    return_format: ['PEPPOLBIS30', 'FINVOICE30', 'GENERATED_IMAGE', 'ORIGINAL_OR_GENERATED_IMAGE', 'ORIGINAL_IMAGE'],
    number: ['F-1', 'F-9', 'PO-77'],
    query: ['F', 'PO'],
    bid: [seller.bid, 'FI12345671'],
    customer_bid: [buyer.bid],
    country: ['FI', 'SE'],
    created_at_start: days.slice(0, 2),
    created_at_end: days.slice(2),
    received_at_start: days.slice(0, 2),
    received_at_end: days.slice(2),
    closed_at_start: days.slice(0, 2),
    closed_at_end: days.slice(2),
    page: [1, 2],
    per_page: [1, 10, 1000],
    'checks_to_run[]': ['VAT', 'SENDER_BID_STATUS'],
    company_ids: [seller.id, unverified.id],
    events,
    profile_name: ['INVOICE_AND_CREDIT_NOTE'],
    iban: [receivablesSettings.iban],
    vendor_api_key: [fuzzVendorKey, fuzzPartnerKey],
    recipient_eia: ['0088:7300010000001', '0216:003776543212'],
    recipient_operator: ['DABAFIHH'],
    options: ['{"identified_by": "passport"}'],
    amount: [0.01, 10, 1000],
  };
}

type BodiesOf = (known: KnownExchange, files: ExchangeFiles, environment: ExchangeFuzz) => readonly unknown[];

/** Meaningful bodies by operation. Undefined generates one. */
const bodies: Readonly<Record<string, BodiesOf>> = {
  createToken({ seller, partner }) {
    const pair = { client_id: seller.id, client_secret: seller.userKey };
    return [
      { grant_type: 'client_credentials', ...pair, scope: allFuzzScopes },
      { company_id: seller.id, user_api_key: seller.userKey },
      { company_id: partner.id, user_api_key: partner.userKey, vendor_api_key: fuzzPartnerKey, license_data: '{}' },
      { grant_type: 'client_credentials', client_id: 'fuzz-operator', client_secret: 'fuzz-secret' },
    ];
  },
  createUser: () => [undefined, { vendor_api_key: fuzzVendorKey, email: 'grace@example.com', last_name: 'Virta' }],
  createCompany({ seller: { userKey } }) {
    const swedish = Array.from({ length: 12 }, (_item, index) => ({ bid: `55600001${10 + index}`, country: 'SE' }));
    return [...swedish, { bid: 'FI20303030' }, { bid: '0123456789', country: 'BE' }].map((facts) =>
      createCompanyBody(userKey, facts),
    );
  },
  createProfiles: () => [
    undefined,
    ...['ORDER', 'CATALOGUE', 'REMINDER', 'INVOICE_AND_CREDIT_NOTE'].map((profile, index) => ({
      profiles: [profile],
      profile_version: 'PEPPOLBIS30',
      scheme: '9999',
      endpoint_id: `E${index}`,
    })),
    { network: 'VOUCHER', profiles: ['ORDER'], profile_version: 'PEPPOLBIS30' },
    { network: 'RECEIVABLES', profiles: ['INVOICE_AND_CREDIT_NOTE'] },
    { network: 'SCAN_DOCUMENTS', profiles: ['ORDER', 'CATALOGUE'], profile_version: 'EHF30' },
  ],
  updateProfile: () => [undefined, { network_settings: { return_email: 'scan@example.com', other_docs: true } }],
  putProfileExtensions: () => [undefined, { profile_name: 'INVOICE_AND_CREDIT_NOTE', extensions: [] }],
  createNotification(_known, _files, { control }) {
    const destination = control.inbox('box').url;
    const webhook = { destination_type: 'WEBHOOK', destination, events: ['DOCUMENTS.*'] };
    const vendor = { ...webhook, destination_type: 'VENDOR_WEBHOOK' };
    return [
      webhook,
      { ...webhook, events: ['NETWORKS.PEPPOL.CREATED'] },
      vendor,
      { ...vendor, vendor_key: fuzzPartnerKey },
    ];
  },
  updateCompanySettings: () => [
    undefined,
    { details: { name: 'Harbour Cafe Oy', website: 'https://cafe.example' }, checks: { on_invoice_receive: ['VAT'] } },
    { send_invoice_email: { subject: 'Invoice' }, address: { city: 'Turku', island: 'Ruissalo' } },
  ],
  updateDetectChecks: () => [{ checks: { VAT: false } }, { checks: { SENDER_BID_STATUS: true, VAT: true } }, undefined],
  authorizeCompanies: ({ seller, unverified }) => [
    undefined,
    { auth_email: 'owner@example.com', company_ids: [unverified.id], locale: 'FI' },
    { auth_email: 'owner@example.com', company_ids: [seller.id, unverified.id], locale: 'EN' },
    { auth_email: 'owner@example.com', company_ids: [unverified.id, 'none'], locale: 'EN' },
  ],
  sendInvoice: ({ buyer }, { invoices, invoice, finvoice, zippedInvoice, brokenZips, broken }) => [
    undefined,
    ...[...invoices, zippedInvoice].map((file) => ({ file })),
    { file: invoice, recipient_eia: '0216:003776543212', sender_comment: 'With thanks', lang: 'FI' },
    { file: zippedInvoice, recipient_email: 'buyer@example.com', disabled_routes: ['einvoice', 'print'] },
    { file: finvoice, recipient_operator: 'DABAFIHH', route_order: ['einvoice', 'email'], format: buyer.bid },
    ...[...brokenZips, ...broken.slice(0, 1)].map((file) => ({ file })),
    { file: { ...invoice, filename: '__proto__' } },
  ],
  createDocument: (_known, { order, invoice, zippedInvoice }) => [
    undefined,
    { file: order, recipient_eia: '0088:7300010000001', type: 'ORDER', transmission_id: 'T-1' },
    {
      'files[0][file]': order,
      'files[0][file_type]': 'PRIMARY_FILE',
      'files[1][file]': zippedInvoice,
      'files[1][file_type]': 'ATTACHMENT',
      recipient_eia: '0088:7300010000001',
    },
    { file: order, type: 'DESPATCH_ADVICE', transmission_at: '2026-01-15T08:00:00Z', external_id: 'X-1' },
    { file: invoice, recipient_eia: '0088:7300010000001' },
    { file: { ...order, filename: 'order.__proto__' } },
  ],
  validate: (_known, { invoices, broken, zippedInvoice }) =>
    [...invoices, ...broken, zippedInvoice].map((file) => ({ file })),
  startReceivables: () => [undefined, receivablesSettings, { ...receivablesSettings, iban: 'none' }],
  createAssignmentEvent: () => [
    { type: 'comment', message: 'Good morning' },
    { type: 'paid', amount: 1.5 },
    { type: 'credit_note', amount: 2 },
    { type: 'due_date_change', due_date: '2026-03-01' },
    { type: 'paid', amount: 1.001 },
    undefined,
  ],
  registerPrint({ buyer }) {
    const keys = { sw_api_key: fuzzVendorKey, company_uuid: buyer.id, company_name: 'Buyer', test_mode: '1' };
    const good = { ...keys, user_email: 'buyer@example.com', user_pw: 'secret' };
    const others = [
      { ...good, test_mode: '0' },
      { ...good, disable_notify_on_complete: '1' },
      { ...good, sw_api_key: '' },
    ];
    return [good, ...others, { ...good, user_email: 'PRINTER@example.com' }, { ...good, user_pw: '' }];
  },
  sendPrintPackage: (_known, { letters, strangePackages }) => [
    letters,
    { ...letters, letter_class: 'economy', color_print: 'true', duplex: 'true', license_key: 'key' },
    { ...letters, hash: '0'.repeat(40) },
    ...strangePackages.flatMap((strange) => [strange, letters, letters]),
  ],
  getPrintFileStatus: ({ letters: id }) => [{ file_id: id }, { filename: 'letters.zip' }, { file_id: 'none' }],
};

const alike: Readonly<Record<string, string>> = { validateShort: 'validate', startReceivablesV1: 'startReceivables' };

export function createKnownValues(
  files: ExchangeFiles,
  environment: ExchangeFuzz,
  { operationId, path }: Operation,
): KnownValues {
  const { known } = environment;
  if (operationId === 'runAction') return { open: true, together: createActionFuzzValues(known, files) };
  const [, together] = areas.find(([beginning]) => path.startsWith(beginning)) ?? [];
  const bodiesOf = bodies[alike[operationId] ?? operationId];
  return {
    values: valuesOf(known),
    trust: 0.95,
    ...(together === undefined ? {} : { together: together(known) }),
    ...(bodiesOf === undefined ? {} : { bodies: bodiesOf(known, files, environment) }),
  };
}

const textOf = ({ bytes }: FuzzFile) => new TextDecoder().decode(bytes);

function createActionFuzzValues(
  { seller, buyer, unverified, invoices, documents, assignments, registrations, letters }: KnownExchange,
  files: ExchangeFiles,
): { api: string; action: string; body: object }[] {
  const companyId = seller.id;
  const newcomer = { companyId: unverified.id };
  const arriving = textOf(files.invoiceBetween(buyer, seller, 'F-11'));
  const actions: Readonly<Record<string, readonly object[]>> = {
    verifyCompany: [newcomer],
    cancelAuthorization: [newcomer, { companyId }],
    activateProfile: [
      { companyId, network: 'BANK' },
      { companyId, profileId: registrations[0] },
    ],
    failProfile: [{ companyId, network: 'PEPPOL', message: 'Refused' }],
    registerVendor: [{}, { vendorApiKey: 'another-key', partnerCompanyId: companyId }],
    registerOperator: [{ clientId: 'another', clientSecret: 'secret' }],
    addUser: [{ companyId: unverified.id, userApiKey: seller.userKey }],
    revokeToken: [{ token: 'none' }],
    deliverInvoice: invoices.pending.slice(0, 2).map((invoiceId) => ({ invoiceId })),
    failInvoice: [{ invoiceId: invoices.pending[2], message: 'Refused' }],
    receiveInvoice: [
      { companyId, file: arriving, network: 'PEPPOL' },
      { companyId, file: textOf(files.invoice), filename: 'other.xml', network: 'SCAN' },
      {
        companyId,
        file: Buffer.from(files.zippedInvoice.bytes).toString('base64'),
        encoding: 'base64',
        filename: 'a.zip',
      },
    ],
    deliverDocument: [{ documentId: documents[0] }],
    failDocument: [{ documentId: documents[0], message: 'Refused' }],
    receiveDocument: [{ companyId: buyer.id, network: 'INTERNAL', file: textOf(files.order), filename: 'order.xml' }],
    registerBusiness: [
      { country: 'FI', bid: buyer.bid, status: 'ACTIVE', vat: true, prepayment: false, name: 'Buyer' },
    ],
    warnOfBusiness: [{ country: 'FI', bid: buyer.bid, source: 'USER', reason: 'Fake invoices' }],
    activateReceivables: [{ companyId }],
    rejectReceivables: [{ companyId, message: 'Refused' }],
    providerEvent: [
      { assignmentId: assignments[0], type: 'paid', amount: 10.5 },
      { assignmentId: assignments[1], type: 'due_date_change', due_date: '2026-03-01', message: 'Later' },
    ],
    providerMessage: [{ assignmentId: assignments[2], text: 'Good morning' }],
    failPrint: [{ fileId: letters, message: 'Paper jam' }],
    none: [{ vendorApiKey: fuzzPartnerKey }],
  };
  return Object.entries(actions).flatMap(([action, bodies]) =>
    bodies.map((body) => ({ api: 'einvoicing', action, body })),
  );
}
