import { timingSafeEqual } from 'node:crypto';
import type { Caller, ErrorResult, FormPairs, HandlerContext } from '@understudy/kernel';
import type { Handler } from '../access/acting-company.js';
import { findCompany } from '../access/find-company.js';
import { defaultScope, resolveGrantedScopes } from '../access/granted-scopes.js';
import { collections, type Vendor } from '../entities.js';
import { tokenLifetimeSeconds } from '../policies.js';
import { einvoicingTokenErrors } from './token-errors.js';

/** Issues an access token for a company's or an operator's credentials (einvoicing.auth.two-ways). */
export const createToken: Handler<'createToken'> = async ({ body }, context) => {
  const credentials = readCredentials(body, context.request.headers['authorization']);
  if ('refused' in credentials) return credentials;
  const scopes = resolveGrantedScopes(credentials.scope ?? defaultScope, 'company');
  const caller = (await companyCaller(credentials, scopes, context)) ?? (await operatorCaller(credentials, context));
  if (caller === undefined) return einvoicingTokenErrors.client(credentials.byBasic);
  if ('refused' in caller) return caller;
  const expiresAt = new Date(context.clock.now().getTime() + tokenLifetimeSeconds * 1000);
  const claims = { ...caller.claims, expiresAt: expiresAt.toISOString() };
  const token = await context.tokens.issue({ ...caller, claims }, tokenLifetimeSeconds, context.ids.next('token'));
  return {
    status: 200,
    headers: { 'Cache-Control': 'no-store' },
    body: {
      access_token: token,
      token_type: 'bearer',
      expires_in: tokenLifetimeSeconds,
      scope: caller.scopes.join(' '),
    },
  };
};

/** @returns undefined if these are not credentials of a company */
async function companyCaller(
  { id, key, vendorKey }: Credentials,
  scopes: string[] | { unknown: string },
  context: HandlerContext,
): Promise<Caller | ErrorResult | undefined> {
  const { shared } = context.scopes;
  const company = await findCompany(context, id);
  const owner = await shared.collection(collections.userKeys).get(key);
  const user = owner === undefined ? undefined : await shared.collection(collections.users).get(owner.id);
  if (company === undefined || user === undefined || !user.companyIds.includes(company.id)) return undefined;
  const vendor = await vendorOf(vendorKey, context);
  if (vendorKey !== undefined && vendor === undefined) return einvoicingTokenErrors.vendor();
  // A partner's own company requires one of the partner's keys (einvoicing.auth.partner).
  const own = await shared.collection(collections.vendors).range('partner', [company.id], [company.id]);
  if (own.length > 0 && !own.some(({ value }) => value.id === vendor?.id)) return einvoicingTokenErrors.vendor();
  if ('unknown' in scopes) return einvoicingTokenErrors.scope(scopes.unknown);
  const claims = { userId: user.id, ...(vendor === undefined ? {} : { vendorId: vendor.id }) };
  return { clientId: company.id, scopes, claims };
}

async function vendorOf(key: string | undefined, { scopes }: HandlerContext): Promise<Vendor | undefined> {
  if (key === undefined) return undefined;
  const owner = await scopes.shared.collection(collections.vendorKeys).get(key);
  return owner === undefined ? undefined : await scopes.shared.collection(collections.vendors).get(owner.id);
}

/** An operator's credentials are always `client_id` with `client_secret`. */
async function operatorCaller(
  { id, key, form, scope }: Credentials,
  { scopes: partitions }: HandlerContext,
): Promise<Caller | ErrorResult | undefined> {
  const operator = await partitions.shared.collection(collections.operators).get(id);
  if (form !== 'client' || operator === undefined || !sameSecret(operator.clientSecret, key)) return undefined;
  const scopes = resolveGrantedScopes(scope ?? defaultScope, 'operator');
  return 'unknown' in scopes ? einvoicingTokenErrors.scope(scopes.unknown) : { clientId: operator.clientId, scopes };
}

function sameSecret(known: string, given: string): boolean {
  const expected = Buffer.from(known);
  const actual = Buffer.from(given);
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}

interface Credentials {
  readonly id: string;
  readonly key: string;
  /** The form of the credentials: `client_id` with `client_secret` can belong to an operator. */
  readonly form: 'client' | 'company';
  readonly byBasic: boolean;
  readonly vendorKey: string | undefined;
  readonly scope: string | undefined;
}

/**
 * Reads the credentials of a token request (einvoicing.gap.token-forms). A credential can be repeated with the same
 * value.
 */
function readCredentials(pairs: FormPairs, authorization: string | undefined): Credentials | ErrorResult {
  const fields = new Map<string, string>();
  for (const [name, value] of pairs) {
    if (fields.has(name)) return einvoicingTokenErrors.repeated(name);
    fields.set(name, value);
  }
  const basic = readBasic(authorization);
  const idOfClient = basic?.id ?? given('client_id');
  const keyOfClient = basic?.key ?? given('client_secret');
  const idOfCompany = given('company_id');
  const keyOfCompany = given('user_api_key');
  if (basic !== undefined && (differs(given('client_id'), basic.id) || differs(given('client_secret'), basic.key))) {
    return einvoicingTokenErrors.twoWays();
  }
  if (differs(idOfCompany, idOfClient) || differs(keyOfCompany, keyOfClient)) return einvoicingTokenErrors.mixed();

  const clientParts = [idOfClient, keyOfClient].filter((part) => part !== undefined).length;
  const companyParts = [idOfCompany, keyOfCompany].filter((part) => part !== undefined).length;
  if (clientParts === 1 && companyParts === 1) return einvoicingTokenErrors.mixed();
  const form = companyParts === 2 && clientParts < 2 ? 'company' : 'client';
  const grantType = given('grant_type');
  if (grantType === undefined && companyParts === 0) return einvoicingTokenErrors.missing('grant_type');
  if (grantType !== undefined && grantType !== 'client_credentials') return einvoicingTokenErrors.grantType(grantType);
  const [idName, keyName] =
    companyParts > clientParts ? ['company_id', 'user_api_key'] : ['client_id', 'client_secret'];
  const id = form === 'company' ? idOfCompany : idOfClient;
  const key = form === 'company' ? keyOfCompany : keyOfClient;
  if (id === undefined) return einvoicingTokenErrors.missing(idName);
  if (key === undefined) return einvoicingTokenErrors.missing(keyName);
  const byBasic = basic !== undefined;
  // A scope of only spaces also counts as absent.
  const scope = given('scope')?.trim() || undefined;
  return { id, key, form, byBasic, vendorKey: given('vendor_api_key'), scope };

  /** An empty field counts as absent. */
  function given(name: string): string | undefined {
    return fields.get(name) || undefined;
  }
}

function differs(one: string | undefined, other: string | undefined): boolean {
  return one !== undefined && other !== undefined && one !== other;
}

function readBasic(header: string | undefined): { id: string; key: string } | undefined {
  const encoded = /^basic +(\S+)$/i.exec(header ?? '')?.[1];
  if (encoded === undefined) return undefined;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  return { id: text.slice(0, Math.max(colon, 0)), key: text.slice(colon + 1) };
}
