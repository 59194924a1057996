import type { DataScope, DataScopes, SeedContext } from '@understudy/kernel';
import { normalizeBusinessId } from '../access/business-id.js';
import { findCompany, getCompanyScope, takeNextNumber } from '../access/find-company.js';
import { createStepEvent, findNextStep } from '../assignments/account.js';
import { findAssignmentWithEvents, openAssignment, recordEvents } from '../assignments/stored-assignments.js';
import {
  type Company,
  collections,
  type Endpoint,
  type Operator,
  type Profile,
  type Subscription,
  type Vendor,
} from '../entities.js';
import { exchangeCollections, type StoredAction, type StoredInvoice } from '../exchange/entities.js';
import { storeFiles } from '../exchange/files.js';
import { invoiceDeliveryTimer } from '../invoices/deliver-invoice.js';
import { deliverySeconds } from '../policies.js';
import { createDefaultEndpoint } from '../profiles/default-endpoint.js';
import { disabledService, putReceivables } from '../receivables/receivables.js';
import {
  type CompanySeed,
  type InvoiceSeed,
  readSeed,
  type UserSeed,
  type VendorSeed,
  type WebhookSeed,
} from './read-seed.js';
import { chooseSampleDates, createSampleInvoice } from './sample-invoice.js';

const day = 86_400_000;

async function seedWebhooks(webhooks: readonly WebhookSeed[], { scopes, now, ids }: SeedContext): Promise<void> {
  for (const [index, { company, destination, failingSinceDays }] of webhooks.entries()) {
    const subscription: Subscription = {
      id: ids.next('subscription'),
      number: index + 1,
      type: 'WEBHOOK',
      destination,
      events: ['DOCUMENTS.*'],
      ...(failingSinceDays === undefined
        ? {}
        : { failingSince: new Date(now.getTime() - failingSinceDays * day).toISOString() }),
    };
    await getCompanyScope({ scopes }, company).collection(collections.subscriptions).put(subscription.id, subscription);
  }
}

/** Data of every sandbox, including an empty one: a client needs a vendor key to start. */
const demoVendorKey = 'demo-vendor-key';
const demoOperator: Operator = { clientId: 'demo-operator', clientSecret: 'demo-operator-secret' };

/** Fills a sandbox with vendors, users and companies of a seed. @throws RangeError if it is invalid. */
export async function seedEinvoicing(data: unknown, seeding: SeedContext): Promise<void> {
  const { scopes, now, ids } = seeding;
  const { vendors = [], users = [], companies = [], invoices = [], webhooks = [] } = readSeed(data);
  const { shared } = scopes;
  await shared.collection(collections.operators).put(demoOperator.clientId, demoOperator);
  for (const vendor of [{ vendorApiKey: demoVendorKey }, ...vendors])
    await putVendor(shared, vendor, ids.next('vendor'));
  for (const user of users) await putUser(shared, user, companies, ids.next('user'));
  for (const company of companies) await putCompanySeed(scopes, company, now, () => ids.next('profile'));
  await seedInvoices(invoices, seeding);
  await seedWebhooks(webhooks, seeding);
}

export async function putVendor(shared: DataScope, { vendorApiKey, partnerCompanyId }: VendorSeed, id: string) {
  const vendor: Vendor = { id, key: vendorApiKey, ...(partnerCompanyId === undefined ? {} : { partnerCompanyId }) };
  await shared.collection(collections.vendors).put(vendor.id, vendor);
  await shared.collection(collections.vendorKeys).put(vendor.key, { id });
  return vendor;
}

async function putUser(
  shared: DataScope,
  { userApiKey, email, vendorApiKey = demoVendorKey }: UserSeed,
  companies: readonly CompanySeed[],
  id: string,
): Promise<void> {
  const vendor = await vendorOf(shared, vendorApiKey);
  const companyIds = companies.filter((company) => company.users.includes(userApiKey)).map((company) => company.id);
  await shared.collection(collections.users).put(id, { id, email, vendorId: vendor, companyIds });
  await shared.collection(collections.userKeys).put(userApiKey, { id });
}

async function vendorOf(shared: DataScope, key: string): Promise<string> {
  const owner = await shared.collection(collections.vendorKeys).get(key);
  if (owner === undefined)
    throw new RangeError(`The seed of the e-invoicing API names the unknown vendor key "${key}"`);
  return owner.id;
}

async function putCompanySeed(scopes: DataScopes, seed: CompanySeed, now: Date, nextId: () => string): Promise<void> {
  const { shared } = scopes;
  const {
    id,
    name,
    bid,
    noVat = true,
    country,
    email,
    verified = false,
    receivables = false,
    linkedTo = [],
    profiles = [],
  } = seed;
  const normalBid = normalizeBusinessId(country, bid);
  const company: Company = {
    id,
    name,
    bid,
    normalBid,
    noVat,
    country,
    email,
    address: { street_address: 'Market Street 1', post_code: '00100', post_office: 'Capital', city: 'Capital' },
    createdAt: now.toISOString(),
    state: verified ? 1 : -1,
    authState: verified ? 'SIGNED' : 'NONE',
    authEmail: verified ? email : '',
    vendorIds: await Promise.all(linkedTo.map((key) => vendorOf(shared, key))),
    sections: {},
    checks: [],
  };
  await shared.collection(collections.companies).put(id, company);
  await shared.collection(collections.companyIds).put(`${country}/${normalBid}`, { companyId: id });
  if (receivables) await putReceivables({ scopes }, id, { ...disabledService, status: 'ACTIVE' });
  const address = createDefaultEndpoint(company);
  if (address === undefined || profiles.length === 0) return;
  const made = profiles.map(
    ({ network, profile, version = null }, index): Profile => ({
      id: nextId(),
      number: index + 1,
      network,
      profile,
      version,
      ...address,
      status: 'active',
      extensions: [],
      createdAt: now.toISOString(),
    }),
  );
  const stored = getCompanyScope({ scopes }, id).collection(collections.profiles);
  for (const profile of made) await stored.put(profile.id, profile);
  const endpoint: Endpoint = { companyId: id, profileIds: made.map((profile) => profile.id) };
  await shared.collection(collections.endpoints).put(`${address.scheme}:${address.endpointId}`, endpoint);
}

/** Stores invoices, with all related data, as if they had been sent and received earlier. */
async function seedInvoices(invoices: readonly InvoiceSeed[], seeding: SeedContext): Promise<void> {
  const oldestFirst = [...invoices].sort((one, other) => other.daysAgo - one.daysAgo);
  for (const invoice of oldestFirst) await putInvoice(invoice, seeding);
}

async function putInvoice(seed: InvoiceSeed, seeding: SeedContext): Promise<void> {
  const { scopes, now, ids } = seeding;
  const company = await findCompany({ scopes }, seed.company);
  if (company === undefined) return;
  const scope = getCompanyScope({ scopes }, company.id);
  const at = new Date(now.getTime() - seed.daysAgo * day);
  const isSent = seed.direction === 'SENT';
  const own = { name: company.name, bid: company.bid, country: company.country };
  const { facts, file } = createSampleInvoice({
    ...seed,
    ...chooseSampleDates(at),
    seller: isSent ? own : seed.party,
    buyer: isSent ? seed.party : own,
  });
  const id = ids.next('invoice');
  const instant = at.toISOString();
  const common = {
    id,
    order: await takeNextNumber(scope, exchangeCollections.exchanged),
    direction: seed.direction,
    facts,
    route: seed.network,
    createdAt: instant,
    receivedAt: instant,
    files: await storeFiles(scope, ids, { invoiceId: id }, [file]),
    reroutes: 0,
  };
  const invoice = isSent ? await sent(seed, common, at, seeding) : received(seed, common, instant);
  await scope.collection(exchangeCollections.invoices).put(id, invoice);
  await scopes.shared.collection(exchangeCollections.exchanged).put(id, { companyId: company.id });
  if (invoice.status === 'DELIVERED' && isSent) await putAssignment(company, invoice, at, seeding);
}

type Common = Omit<StoredInvoice, 'status' | 'actions'>;

function received({ network, fetched, handled }: InvoiceSeed, common: Common, instant: string): StoredInvoice {
  return {
    ...common,
    status: 'DELIVERED',
    origin: network === 'INTERNAL' ? 'INTERNAL' : 'EXTERNAL',
    actions: [{ type: 'RECEIVED', channel: 'EINVOICE', message: `Received by ${network}`, happened_at: instant }],
    handling: handled === true ? 'HANDLED' : 'CREATED',
    ...(fetched === true ? { fetched } : {}),
  };
}

async function sent(
  { company, network, status = 'DELIVERED', message = 'The recipient refused the invoice' }: InvoiceSeed,
  common: Common,
  at: Date,
  { now, timers }: SeedContext,
): Promise<StoredInvoice> {
  const started = at.toISOString();
  const ended = new Date(at.getTime() + deliverySeconds[network] * 1000).toISOString();
  const actions: StoredAction[] = [
    { type: 'CREATED', channel: 'EINVOICE', happened_at: started },
    { type: 'SENT', channel: 'EINVOICE', message: `Sent by ${network}`, happened_at: started },
  ];
  if (status === 'PENDING') {
    const payload = { companyId: company, invoiceId: common.id };
    const due = new Date(now.getTime() + deliverySeconds.BANK * 1000);
    const timerId = await timers.schedule({ at: due, timer: invoiceDeliveryTimer, payload });
    return { ...common, status, actions, timerId };
  }
  const end: StoredAction =
    status === 'FAILED'
      ? { type: 'ERROR', channel: 'EINVOICE', message, happened_at: ended }
      : { type: 'DELIVERED', channel: 'EINVOICE', happened_at: ended };
  return { ...common, status, actions: [...actions, end] };
}

async function putAssignment(company: Company, invoice: StoredInvoice, at: Date, seeding: SeedContext): Promise<void> {
  const { scopes, ids, timers, now } = seeding;
  const contextAt = (instant: Date) => ({ scopes, ids, timers, clock: { now: () => instant } });
  const opened = await openAssignment(contextAt(at), company, invoice);
  if (opened === undefined) return;
  for (;;) {
    const history = await findAssignmentWithEvents(getCompanyScope({ scopes }, company.id), opened.id);
    const next = history === undefined ? undefined : findNextStep(history);
    if (history === undefined || next === undefined || next.at > now) return;
    await recordEvents(contextAt(next.at), company.id, history, [createStepEvent(history, next.step, next.at)]);
  }
}
