import { handleForCompany } from '../access/handle-for-company.js';
import type { Company } from '../entities.js';
import { einvoicingErrors } from '../errors.js';
import type { components, operations } from '../generated/types.js';
import { putCompany } from './put-company.js';

type Settings = components['schemas']['CompanySettings'];

/** Sections that nothing depends on: stored and given back. */
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
export const getCompanySettings = handleForCompany<operations['getCompanySettings']>(
  async ({ query }, _context, acting) => {
    const settings = presentSettings(acting.company);
    const wanted = query['fields[]'];
    const shown = Object.entries(settings).filter(([name]) => wanted === undefined || wanted.includes(name));
    return { status: 200, body: Object.fromEntries(shown) };
  },
);

/** Updates the given fields, but not the identifiers of the company. */
export const updateCompanySettings = handleForCompany<operations['updateCompanySettings']>(
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
    // Only the fields of the API. The country is the company's.
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
