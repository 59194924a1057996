import { createTimerHandler, defineTimer, parseDuration, type SettingValues } from '@understudy/kernel';
import { handleForCompany } from '../access/acting-company.js';
import { findCompany, putCompany, type WorkContext } from '../access/find-company.js';
import type { Company } from '../entities.js';
import { einvoicingErrors } from '../errors.js';
import type { components } from '../generated/types.js';
import { notifySubscribers } from '../notifications/notify-subscribers.js';
import { createDefaultEndpoint } from '../profiles/default-endpoint.js';
import { listStoredProfiles, planActivations, registerProfile } from '../profiles/registrations.js';
import { einvoicingSettings } from '../settings.js';

export const authorizeCompany = handleForCompany<'authorizeCompany'>(async ({ body }, context, acting) => {
  const fault = faultOfOptions(body.options);
  if (fault !== undefined) return einvoicingErrors.badRequest([fault]);
  await requestAuthorization(context, acting.company, body, false);
  return { status: 200, body: { status: 'SENT', count: 1 } };
});

/** Requests the authorization of several companies of the token's user, all or none. */
export const authorizeCompanies = handleForCompany<'authorizeCompanies'>(async ({ body }, context, acting) => {
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
});

/** Checks the options, in which a company's own proof must be JSON. */
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
export const linkVendor = handleForCompany<'linkVendor'>(async (_input, context, { company, vendor }) => {
  if (vendor === undefined) return withoutVendor();
  if (!company.vendorIds.includes(vendor.id)) {
    await putCompany(context, { ...company, vendorIds: [...company.vendorIds, vendor.id] });
  }
  return { status: 201, body: { state: 'LINKED' } };
});

export const getVendorLink = handleForCompany<'getVendorLink'>(async (_input, _context, { company, vendor }) => {
  if (vendor === undefined) return withoutVendor();
  return { status: 200, body: { state: company.vendorIds.includes(vendor.id) ? 'LINKED' : 'NOT_LINKED' } };
});

/** Unlinks the company from the token's vendor key. Repeating the request is not an error. */
export const unlinkVendor = handleForCompany<'unlinkVendor'>(async (_input, context, { company, vendor }) => {
  if (vendor === undefined) return withoutVendor();
  if (company.vendorIds.includes(vendor.id)) {
    await putCompany(context, { ...company, vendorIds: company.vendorIds.filter((id) => id !== vendor.id) });
  }
  return { status: 204 };
});

function withoutVendor() {
  return einvoicingErrors.badRequest([
    'The token was fetched without a vendor_api_key; fetch one with the key to link',
  ]);
}

const stateNames = { [-1]: 'UNVERIFIED', 0: 'UNKNOWN', 1: 'VERIFIED' } as const;

/**
 * Returns the state of a company's authorization.
 * @param settings `companyState: enum` shows words (einvoicing.gap.company-states)
 */
export function presentAuthorization(
  { authState, authEmail, state }: Company,
  values: SettingValues,
): components['schemas']['AuthorizationStatus'] {
  return { auth_state: authState, auth_email: authEmail, company_state: presentState(state, values) };
}

export function presentState(state: Company['state'], values: SettingValues): StateShown {
  return values.of(einvoicingSettings.companyState) === 'enum' ? stateNames[state] : state;
}

type StateShown = components['schemas']['AuthorizationStatus']['company_state'];

/** Returns the authorization of the token's company (einvoicing.company.state-unverified). */
export const getCompanyAuthorization = handleForCompany<'getCompanyAuthorization'>(async (_input, context, acting) => {
  return { status: 200, body: presentAuthorization(acting.company, context.settings) };
});

/** Returns the authorization of any company that the token's user can access. */
export const getCompanyStatus = handleForCompany<'getCompanyStatus'>(async ({ path }, context, acting) => {
  const company = acting.user.companyIds.includes(path.id) ? await findCompany(context, path.id) : undefined;
  if (company === undefined) return einvoicingErrors.notFound();
  return { status: 200, body: presentAuthorization(company, context.settings) };
});

const mailTimer = defineTimer<{ readonly companyId: string }>('send-authorization-mail');
const signTimer = defineTimer<{ readonly companyId: string }>('sign-authorization');

/** Requests the signature. With its own proof, the company is SIGNED immediately (einvoicing.gap.company-verify). */
async function requestAuthorization(
  context: WorkContext,
  company: Company,
  { auth_email, options }: { readonly auth_email: string; readonly options?: string | undefined },
  queued: boolean,
): Promise<void> {
  if (company.state === 1) return;
  const asked: Company = { ...company, authEmail: auth_email, authState: queued ? 'PENDING' : 'SENT' };
  if (options !== undefined) {
    await verifyCompany(context, asked);
    return;
  }
  await putCompany(context, asked);
  const payload = { companyId: company.id };
  const now = context.clock.now();
  if (queued) await context.timers.schedule({ at: now, timer: mailTimer, payload });
  const verifyAfter = context.settings.of(einvoicingSettings.verifyAfter);
  if (verifyAfter === null) return;
  const at = new Date(now.getTime() + parseDuration(verifyAfter));
  await context.timers.schedule({ at, timer: signTimer, payload });
}

export const authorizationTimerHandlers = [
  createTimerHandler(mailTimer, (due, context) =>
    moveOn(due, context, ['PENDING'], (company) => putCompany(context, { ...company, authState: 'SENT' })),
  ),
  createTimerHandler(signTimer, (due, context) =>
    moveOn(due, context, ['PENDING', 'SENT'], (company) => verifyCompany(context, company)),
  ),
];

/** Advances a company if its state has not changed since the timer was set. */
async function moveOn(
  { companyId }: { readonly companyId: string },
  context: WorkContext,
  from: ReadonlyArray<Company['authState']>,
  move: (company: Company) => Promise<unknown>,
): Promise<void> {
  const company = await findCompany(context, companyId);
  if (company !== undefined && from.includes(company.authState)) await move(company);
}

/**
 * Verifies a company, which can then send and receive, and requests BANK automatically
 * (einvoicing.networks.bank-automatic).
 */
export async function verifyCompany(context: WorkContext, company: Company): Promise<Company> {
  if (company.state === 1) return company;
  const verified: Company = { ...company, state: 1, authState: 'SIGNED' };
  await putCompany(context, verified);
  await notifySubscribers(context, verified, {
    type: 'COMPANY.AUTHORIZATION.CHANGED',
    data: { company_state: presentState(verified.state, context.settings) },
  });
  if (verified.country === 'FI') await requestBank(context, verified);
  await planActivations(context, verified);
  return verified;
}

/** Registers a Finnish company for BANK unless it is already (einvoicing.networks.bank-automatic). */
async function requestBank(context: WorkContext, company: Company): Promise<void> {
  const profiles = await listStoredProfiles(context, company.id);
  const address = createDefaultEndpoint(company);
  if (address === undefined || profiles.some(({ network }) => network === 'BANK')) return;
  await registerProfile(context, company, {
    network: 'BANK',
    profile: 'INVOICE_AND_CREDIT_NOTE',
    version: null,
    ...address,
  });
}
