import { omitUndefined } from '@understudy/contract';
import { type Handler, handleForCompany } from '../access/acting-company.js';
import { checkBusinessId, normalizeBusinessId } from '../access/business-id.js';
import { findCompany, putCompany } from '../access/find-company.js';
import { type Company, collections, type User } from '../entities.js';
import { einvoicingErrors } from '../errors.js';
import type { components } from '../generated/types.js';

/** Creates an unverified company with the key's user as its first user (einvoicing.gap.company-create). */
export const createCompany: Handler<'createCompany'> = async ({ body }, { scopes, ids, clock }) => {
  const { shared } = scopes;
  const vendor = await shared.collection(collections.vendorKeys).get(body.vendor_api_key);
  if (vendor === undefined) return einvoicingErrors.unknownKey('vendor_api_key');
  const owner = await shared.collection(collections.userKeys).get(body.user_api_key);
  const user = owner === undefined ? undefined : await shared.collection(collections.users).get(owner.id);
  if (user === undefined) return einvoicingErrors.unknownKey('user_api_key');
  const fault = checkBusinessId(body.country, body.bid);
  if (fault !== undefined) return einvoicingErrors.badRequest([fault]);

  const normalBid = normalizeBusinessId(body.country, body.bid);
  const companyIds = shared.collection(collections.companyIds);
  const address = `${body.country}/${normalBid}`;
  if ((await companyIds.get(address)) !== undefined) {
    return einvoicingErrors.conflict(
      'company_already_exists',
      'A company with this business id exists already in the country',
    );
  }
  const company: Company = {
    id: ids.next('company'),
    name: body.name,
    bid: body.bid,
    normalBid,
    noVat: body.no_vat,
    country: body.country,
    email: body.email,
    address: {
      street_address: [body.address1, body.address2].filter(Boolean).join(', '),
      post_code: body.post_code,
      post_office: body.post_office,
      city: body.city,
    },
    createdAt: clock.now().toISOString(),
    state: -1,
    authState: 'NONE',
    authEmail: '',
    vendorIds: [],
    sections: {},
    checks: [],
  };
  await companyIds.put(address, { companyId: company.id });
  await shared.collection(collections.companies).put(company.id, company);
  const users = shared.collection(collections.users);
  await users.put(user.id, { ...user, companyIds: [...user.companyIds, company.id] });
  return { status: 201, body: { id: company.id } };
};

/** Creates a user without a company (einvoicing.gap.company-create). */
export const createUser: Handler<'createUser'> = async ({ body }, { scopes, ids }) => {
  const { shared } = scopes;
  const vendor = await shared.collection(collections.vendorKeys).get(body.vendor_api_key);
  if (vendor === undefined) return einvoicingErrors.unknownKey('vendor_api_key');
  const key = ids.next('user-key');
  const user: User = {
    id: ids.next('user'),
    email: body.email,
    ...omitUndefined({ firstName: body.first_name, lastName: body.last_name }),
    vendorId: vendor.id,
    companyIds: [],
  };
  await shared.collection(collections.users).put(user.id, user);
  await shared.collection(collections.userKeys).put(key, { id: user.id });
  return { status: 201, body: { user_api_key: key } };
};

/** Lists the companies of the token's user (einvoicing.gap.company-read). */
export const listCompanies = handleForCompany<'listCompanies'>(async ({ query }, context, acting) => {
  const found = await Promise.all(acting.user.companyIds.map((id) => findCompany(context, id)));
  const { bid, country } = query;
  const companies = found
    .filter((company) => company !== undefined)
    .filter((company) => country === undefined || company.country === country)
    .filter((company) => bid === undefined || company.normalBid === normalizeBusinessId(company.country, bid));
  return { status: 200, body: companies.map((company) => ({ id: company.id, name: company.name, bid: company.bid })) };
});

type Settings = components['schemas']['CompanySettings'];

/** Settings sections without an effect. They are stored and returned unchanged. */
const openSections = [
  'invoice_notifications',
  'send_invoice_email',
  'send_invoice_print',
  'send_invoice_general',
  'logos',
  'email_reports',
] as const;

const placeFields = ['street_address', 'post_code', 'post_office', 'city'] as const;

/** Returns all sections, or the requested ones (einvoicing.gap.company-read). */
export const getCompanySettings = handleForCompany<'getCompanySettings'>(async ({ query }, _context, acting) => {
  const settings = presentSettings(acting.company);
  const wanted = query['fields[]'];
  const shown = Object.entries(settings).filter(([name]) => wanted === undefined || wanted.includes(name));
  return { status: 200, body: Object.fromEntries(shown) };
});

/** Updates the given fields, but not the identifiers of the company. */
export const updateCompanySettings = handleForCompany<'updateCompanySettings'>(
  async ({ body }, context, { company }) => {
    const { details = {}, address = {}, checks } = body;
    const fixed = presentSettings(company).details ?? {};
    const changed = (['bid', 'country', 'vat_number'] as const).filter(
      (name) => details[name] !== undefined && details[name] !== fixed[name],
    );
    if (changed.length > 0) {
      return einvoicingErrors.badRequest(
        changed.map((name) => `/body/details/${name} cannot be changed; leave it out`),
      );
    }
    // Only the fields that the API defines. The country remains that of the company.
    const place = placeFields.flatMap((name) => (address[name] === undefined ? [] : [[name, address[name]]]));
    const sections = { ...company.sections };
    for (const name of openSections) {
      const given = body[name];
      if (given !== undefined) sections[name] = { ...sections[name], ...given };
    }
    await putCompany(context, {
      ...company,
      name: details.name ?? company.name,
      email: details.email ?? company.email,
      ...(details.website === undefined ? {} : { website: details.website }),
      address: { ...company.address, ...Object.fromEntries(place) },
      sections,
      checks: checks?.on_invoice_receive ?? company.checks,
    });
    return { status: 204 };
  },
);

function presentSettings(company: Company): Settings {
  const { name, email, website, country, bid, noVat, address, sections, checks } = company;
  const open = openSections.map((section): [string, unknown] => [section, sections[section] ?? {}]);
  return {
    details: {
      name,
      email,
      ...(website === undefined ? {} : { website }),
      country,
      bid,
      ...(noVat ? {} : { vat_number: bid }),
    },
    address: { ...address, country },
    ...Object.fromEntries(open),
    checks: { on_invoice_receive: [...checks] },
  };
}
