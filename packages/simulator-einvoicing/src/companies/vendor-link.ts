import { forCompany } from '../access/for-company.js';
import { refusals } from '../errors.js';
import type { operations } from '../generated/types.js';
import { putCompany } from './put-company.js';

/** Links the company to the token's vendor key (einvoicing.gap.vendor-key-link). */
export const linkVendor = forCompany<operations['linkVendor']>(async (_input, context, { company, vendor }) => {
  if (vendor === undefined) return withoutVendor();
  if (!company.vendorIds.includes(vendor.id)) {
    await putCompany(context, { ...company, vendorIds: [...company.vendorIds, vendor.id] });
  }
  return { status: 201, body: { state: 'LINKED' } };
});

/** Whether the company is linked to the vendor key of the token. */
export const getVendorLink = forCompany<operations['getVendorLink']>(async (_input, _context, { company, vendor }) => {
  if (vendor === undefined) return withoutVendor();
  return { status: 200, body: { state: company.vendorIds.includes(vendor.id) ? 'LINKED' : 'NOT_LINKED' } };
});

/** Removes the link. Repeating it is not an error. */
export const unlinkVendor = forCompany<operations['unlinkVendor']>(async (_input, context, { company, vendor }) => {
  if (vendor === undefined) return withoutVendor();
  if (company.vendorIds.includes(vendor.id)) {
    await putCompany(context, { ...company, vendorIds: company.vendorIds.filter((id) => id !== vendor.id) });
  }
  return { status: 204 };
});

function withoutVendor() {
  return refusals.badRequest(['The token was fetched without a vendor_api_key; fetch one with the key to link']);
}
