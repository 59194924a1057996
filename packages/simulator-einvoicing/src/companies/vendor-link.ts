import type { Context, Handler, Refusal } from '@understudy/kernel';
import { type Acting, actingCompany } from '../access/acting-company.js';
import type { Vendor } from '../entities.js';
import { refusals } from '../errors.js';
import type { operations } from '../generated/types.js';
import { putCompany } from './put-company.js';

/** Links the company to the token's vendor key (einvoicing.gap.vendor-key-link). */
export const linkVendor: Handler<operations['linkVendor']> = async (_input, context) => {
  const acting = await withVendor(context);
  if ('refused' in acting) return acting;
  const { company, vendor } = acting;
  if (!company.vendorIds.includes(vendor.id)) {
    await putCompany(context, { ...company, vendorIds: [...company.vendorIds, vendor.id] });
  }
  return { status: 201, body: { state: 'LINKED' } };
};

/** Whether the company is linked to the token's vendor key. */
export const getVendorLink: Handler<operations['getVendorLink']> = async (_input, context) => {
  const acting = await withVendor(context);
  if ('refused' in acting) return acting;
  return {
    status: 200,
    body: { state: acting.company.vendorIds.includes(acting.vendor.id) ? 'LINKED' : 'NOT_LINKED' },
  };
};

/** Ends the link; doing it again is no error. */
export const unlinkVendor: Handler<operations['unlinkVendor']> = async (_input, context) => {
  const acting = await withVendor(context);
  if ('refused' in acting) return acting;
  const { company, vendor } = acting;
  if (company.vendorIds.includes(vendor.id)) {
    await putCompany(context, { ...company, vendorIds: company.vendorIds.filter((id) => id !== vendor.id) });
  }
  return { status: 204 };
};

async function withVendor(context: Context): Promise<(Acting & { readonly vendor: Vendor }) | Refusal> {
  const acting = await actingCompany(context);
  if ('refused' in acting) return acting;
  const { vendor } = acting;
  if (vendor === undefined) {
    return refusals.badRequest(['The token was fetched without a vendor_api_key; fetch one with the key to link']);
  }
  return { ...acting, vendor };
}
