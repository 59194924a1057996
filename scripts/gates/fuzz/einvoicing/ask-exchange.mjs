import { multipart, multipartBytes, multipartType, partsOf } from '../form-body.mjs';

export const vendorKey = 'demo-vendor-key';
export const partnerKey = 'fuzz-partner-key';
export const everything = 'eui validate billing:reports partner:invoice_delivery_actions';

/**
 * Sends one request of the preparation, such as `POST /v1/invoices`, and resolves with the answer's body.
 *
 * @param given `{ headers, json, fields, form }`; `fields` are a multipart form, `form` is an urlencoded one
 * @throws Error when the answer is no success
 */
export async function askExchange(simulators, url, call, { headers = {}, json, fields, form } = {}) {
  const [method, path] = call.split(' ');
  const body = json === undefined ? form && new URLSearchParams(form) : JSON.stringify(json);
  const type = json === undefined ? {} : { 'content-type': 'application/json' };
  const init =
    fields === undefined
      ? { method, headers: { ...headers, ...type }, body }
      : { method, headers: { ...headers, 'content-type': multipartType }, body: multipartBytes(partsOf({}, fields)) };
  const response = await simulators.fetch(`${url}${path}`, init);
  const text = await response.text();
  if (!response.ok || text.startsWith('ERROR')) {
    throw new Error(`${call} (${fields === undefined ? '' : multipart}) answered ${response.status}: ${text}`);
  }
  return response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text;
}

/** A value for the header `Authorization`: a token of the company, fetched by its user with a vendor's key. */
export async function companyToken(simulators, url, { id, userKey, vendor }, scope = everything) {
  const form = { company_id: id, user_api_key: userKey, scope, vendor_api_key: vendor };
  const { access_token: token } = await askExchange(simulators, url, 'POST /oauth2/token', { form });
  return `Bearer ${token}`;
}
