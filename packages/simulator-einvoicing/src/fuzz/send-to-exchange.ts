import type { FuzzEnvironment, FuzzTools } from '@understudy/kernel/fuzz';
import { allFuzzScopes, type FuzzCompany } from './known-exchange.js';

/** The request: headers, and JSON, the fields of a multipart form or those of an urlencoded form. */
export interface FuzzRequest {
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  readonly fields?: Readonly<Record<string, unknown>>;
  readonly form?: Readonly<Record<string, string>>;
}

/** Sends a request of the preparation, such as `POST /v1/invoices`. @throws Error unless it succeeds. */
export async function sendToExchange(
  tools: FuzzTools,
  { simulators, url }: FuzzEnvironment,
  call: string,
  sent: FuzzRequest = {},
): Promise<unknown> {
  const [method = '', path = ''] = call.split(' ');
  const { headers, body } = bodyOf(tools, sent);
  const init: RequestInit = { method, headers: { ...sent.headers, ...headers } };
  if (body !== undefined) init.body = body;
  const response = await simulators.fetch(`${url}${path}`, init);
  const text = await response.text();
  if (!response.ok || text.startsWith('ERROR')) throw new Error(`${call} answered ${response.status}: ${text}`);
  return response.headers.get('content-type')?.includes('json') === true ? JSON.parse(text) : text;
}

/** Returns a value for the header `Authorization`: a token of the company, fetched by its user with a vendor's key. */
export async function requestCompanyToken(
  tools: FuzzTools,
  place: FuzzEnvironment,
  { id, userKey, vendor }: FuzzCompany,
  scope = allFuzzScopes,
): Promise<string> {
  const form = { company_id: id, user_api_key: userKey, scope, vendor_api_key: vendor };
  return `Bearer ${readTextMember(await sendToExchange(tools, place, 'POST /oauth2/token', { form }), 'access_token')}`;
}

export function readTextMember(answer: unknown, member: string): string {
  return String(Object(answer)[member]);
}

function bodyOf(
  { multipart }: FuzzTools,
  { json, fields, form }: FuzzRequest,
): { headers?: Record<string, string>; body?: NonNullable<RequestInit['body']> } {
  if (fields !== undefined) {
    const { type, bytes } = multipart(fields);
    return { headers: { 'content-type': type }, body: bytes };
  }
  if (json !== undefined) return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(json) };
  return form === undefined ? {} : { body: new URLSearchParams(form) };
}
