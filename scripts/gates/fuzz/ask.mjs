const json = { 'content-type': 'application/json' };

/** The client that asks for everything. */
export const credentials = { grant_type: 'client_credentials', client_id: 'demo-client', client_secret: 'demo-secret' };

/** A value for the header `Authorization`. */
export async function tokenFrom(simulators, url, scope) {
  const form = new URLSearchParams({ ...credentials, scope });
  const response = await simulators.fetch(`${url}/connect/token`, { method: 'POST', body: form });
  const { access_token: token } = await response.json();
  return `Bearer ${token}`;
}

/**
 * Sends a GET, or a POST where there is a body; resolves with the answer's body.
 *
 * @throws Error when the answer is no success
 */
export async function callJson(simulators, address, headers, body) {
  const init =
    body === undefined ? { headers } : { method: 'POST', headers: { ...headers, ...json }, body: JSON.stringify(body) };
  const response = await simulators.fetch(address, init);
  if (!response.ok) throw new Error(`${address} answered ${response.status}: ${await response.text()}`);
  return await response.json();
}

/** A presigned URL for an upload: `{ url, jobId }`. */
export async function presign(simulators, url, { service, tenantId, authorization }, type) {
  const address = `${url}${service.prefix}/presigned_url?type=${type}`;
  return await callJson(simulators, address, { tenantId, authorization });
}
