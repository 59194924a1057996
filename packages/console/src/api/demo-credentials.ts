import { callControl, fetchOrThrow } from './call-control.js';
import type { DescribedApi } from './types.js';

export const redacted = '[redacted]';

/** What stands for the secrets that the journal does not show. */
export interface DemoCredentials {
  /** The request that gets an access token, if the API needs one of the identity provider. */
  readonly token: DescribedApi['token'];
  /** Values of secret headers and form fields, by their name in lower case. Others are `any`. */
  readonly values: Readonly<Record<string, string>>;
}

/** The credentials of an API. A request for a token has the fields of the demo client. @param api name of the API */
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

/** Returns the value to send in place of a redacted one. @param name of the header or form field */
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
