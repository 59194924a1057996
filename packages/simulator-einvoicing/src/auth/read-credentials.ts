import type { ErrorResult, FormPairs } from '@understudy/kernel';
import { einvoicingTokenErrors } from './token-errors.js';

/** A valid token request. */
export interface Credentials {
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
export function readCredentials(pairs: FormPairs, authorization: string | undefined): Credentials | ErrorResult {
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
  // A scope of blanks counts as absent, too.
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
