import { callControl, fetchOrThrow } from './call-control.js';
import type { DescribedApi } from './types.js';

export const redacted = '[redacted]';

/** Demo values to send in place of secrets that the journal redacts. */
export interface DemoCredentials {
  /** The request that gets an access token, if the API requires one from the identity provider. */
  readonly token: DescribedApi['token'];
  /** Values of secret headers and form fields by lower-case name. The default is `any`. */
  readonly values: Readonly<Record<string, string>>;
}

/** Loads the demo credentials of an API. Token requests use the demo client. @param api name of the API */
export async function loadDemoCredentials(api: string | undefined): Promise<DemoCredentials> {
  const { apis } = await callControl<{ apis: DescribedApi[] }>('GET apis');
  const described = apis.find(({ name }) => name === api);
  const form = api === 'identity' ? apis.find(({ token }) => token !== undefined)?.token?.form : described?.token?.form;
  const given = [...Object.entries(described?.example?.headers ?? {}), ...Object.entries(form ?? {})];
  return {
    token: described?.token,
    values: Object.fromEntries(given.map(([name, value]) => [name.toLowerCase(), value])),
  };
}

/** Returns the value to send in place of a redacted one. @param name name of the header or form field */
export function replaceRedacted(name: string, { values }: DemoCredentials): string {
  const key = name.toLowerCase();
  return values[key] ?? (key === 'authorization' ? 'Bearer any' : 'any');
}

/** Gets an access token with the demo credentials. @throws Error when the server cannot be reached */
export async function fetchAccessToken({ url, form }: NonNullable<DescribedApi['token']>): Promise<string> {
  const body = new URLSearchParams(form);
  const response = await fetchOrThrow(new URL(url), { method: 'POST', body, credentials: 'omit' });
  const { access_token: value } = await response.json();
  return value;
}
