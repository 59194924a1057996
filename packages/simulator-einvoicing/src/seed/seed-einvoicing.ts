import type { DataScope, DataScopes, SeedContext } from '@understudy/kernel';
import { normalizeBusinessId } from '../access/business-id.js';
import { getCompanyScope } from '../access/company-scope.js';
import {
  type Company,
  collections,
  type Endpoint,
  type Operator,
  type Profile,
  type Subscription,
  type Vendor,
} from '../entities.js';
import { createDefaultEndpoint } from '../profiles/default-endpoint.js';
import { disabledService, putReceivables } from '../receivables/stored-service.js';
import type { CompanySeed, UserSeed, VendorSeed, WebhookSeed } from './einvoicing-seed.js';
import { readSeed } from './read-seed.js';
import { seedInvoices } from './seed-invoices.js';

const day = 86_400_000;

/** Subscribes companies to events of their invoices and documents. */
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

/** Stores a vendor under its key. */
export async function putVendor(
  shared: DataScope,
  { vendorApiKey, partnerCompanyId }: VendorSeed,
  id: string,
): Promise<Vendor> {
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
