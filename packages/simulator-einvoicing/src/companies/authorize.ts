import { findCompany } from '../access/find-company.js';
import { handleForCompany } from '../access/handle-for-company.js';
import { einvoicingErrors } from '../errors.js';
import type { operations } from '../generated/types.js';
import { putCompany } from './put-company.js';
import { requestAuthorization } from './request-authorization.js';

/** Requests the authorization of the token's company. */
export const authorizeCompany = handleForCompany<operations['authorizeCompany']>(async ({ body }, context, acting) => {
  const fault = faultOfOptions(body.options);
  if (fault !== undefined) return einvoicingErrors.badRequest([fault]);
  await requestAuthorization(context, acting.company, body, false);
  return { status: 200, body: { status: 'SENT', count: 1 } };
});

/** Requests the authorization of several companies of the token's user, all or none. */
export const authorizeCompanies = handleForCompany<operations['authorizeCompanies']>(
  async ({ body }, context, acting) => {
    const fault = faultOfOptions(body.options);
    if (fault !== undefined) return einvoicingErrors.badRequest([fault]);
    const ids = [...new Set(body.company_ids)];
    for (const id of ids) {
      const company = acting.user.companyIds.includes(id) ? await findCompany(context, id) : undefined;
      if (company === undefined) return einvoicingErrors.notFound();
      await requestAuthorization(context, company, body, ids.length > 1);
    }
    const sent = { status: 'SENT', count: ids.length } as const;
    return ids.length > 1 ? { status: 202, body: sent } : { status: 200, body: sent };
  },
);

/** Own proof is a JSON text. */
function faultOfOptions(options: string | undefined): string | undefined {
  if (options === undefined) return undefined;
  try {
    JSON.parse(options);
    return undefined;
  } catch {
    return '/body/options must be a JSON text';
  }
}

/** Links the company to the token's vendor key (einvoicing.gap.vendor-key-link). */
export const linkVendor = handleForCompany<operations['linkVendor']>(async (_input, context, { company, vendor }) => {
  if (vendor === undefined) return withoutVendor();
  if (!company.vendorIds.includes(vendor.id)) {
    await putCompany(context, { ...company, vendorIds: [...company.vendorIds, vendor.id] });
  }
  return { status: 201, body: { state: 'LINKED' } };
});

/** Returns whether the company is linked to the token's vendor key. */
export const getVendorLink = handleForCompany<operations['getVendorLink']>(
  async (_input, _context, { company, vendor }) => {
    if (vendor === undefined) return withoutVendor();
    return { status: 200, body: { state: company.vendorIds.includes(vendor.id) ? 'LINKED' : 'NOT_LINKED' } };
  },
);

/** Unlinks the company from the token's vendor key. Repeating the request is not an error. */
export const unlinkVendor = handleForCompany<operations['unlinkVendor']>(
  async (_input, context, { company, vendor }) => {
    if (vendor === undefined) return withoutVendor();
    if (company.vendorIds.includes(vendor.id)) {
      await putCompany(context, { ...company, vendorIds: company.vendorIds.filter((id) => id !== vendor.id) });
    }
    return { status: 204 };
  },
);

function withoutVendor() {
  return einvoicingErrors.badRequest([
    'The token was fetched without a vendor_api_key; fetch one with the key to link',
  ]);
}
