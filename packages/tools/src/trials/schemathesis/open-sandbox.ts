import { GateFailed } from '../../gate.ts';

/** Scopes of the APIs whose tokens the identity provider gives. */
const scopes: Readonly<Record<string, string>> = {
  inventory: 'understudy-stage:io',
  time: 'understudy-stage:td',
  payroll: 'understudy-stage:pd',
  rostering: 'automatic-rostering-stage',
};

/** A company of the demo seed, which also acts as a partner. */
const companyId = '5f0c5a9e-2d5f-4c1a-9a6e-0d7c1f7b8a11';
const vendorApiKey = 'fuzzing-partner-key';

/** Makes a sandbox for an API, with a token that every operation of it lets in. */
export async function openSandbox(api: string, server: string): Promise<{ url: string; token: string }> {
  const creation = JSON.stringify({ name: `schemathesis-${api}`, seed: 'demo' });
  const { url = '' } = await post(`${server}/_sim/sandboxes`, creation);
  if (api !== 'einvoicing') {
    const client = { client_id: 'demo-client', client_secret: 'demo-secret', scope: scopes[api] ?? '' };
    const form = new URLSearchParams({ grant_type: 'client_credentials', ...client });
    return { url, token: await tokenFrom(`${url}/connect/token`, form) };
  }
  const partner = JSON.stringify({ vendorApiKey, partnerCompanyId: companyId });
  await post(`${url}/_sim/actions/einvoicing/registerVendor`, partner);
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: companyId,
    client_secret: 'demo-user-key',
    vendor_api_key: vendorApiKey,
    scope: 'global eui company validate billing:reports partner:invoice_delivery_actions',
  });
  return { url, token: await tokenFrom(`${url}/oauth2/token`, form) };
}

async function tokenFrom(url: string, form: URLSearchParams): Promise<string> {
  const { access_token: token } = await post(url, form);
  if (token === undefined) throw new GateFailed(`POST ${url} gave no access_token`);
  return token;
}

async function post(url: string, body: string | URLSearchParams): Promise<Record<string, string>> {
  const headers = typeof body === 'string' ? { 'content-type': 'application/json' } : undefined;
  const response = await fetch(url, { method: 'POST', body, ...(headers === undefined ? {} : { headers }) });
  const text = await response.text();
  if (!response.ok) throw new GateFailed(`POST ${url} answered ${response.status}: ${text}`);
  return JSON.parse(text);
}
