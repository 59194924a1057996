import { must } from './attack.js';
import type { Seen, Target } from './target.js';

const demoCompany = '5f0c5a9e-2d5f-4c1a-9a6e-0d7c1f7b8a11';

/** A company of the demo seed that is logged in. */
export async function einvoicingCompany(target: Target): Promise<(path: string, form: FormData) => Promise<Seen>> {
  const body = new URLSearchParams({
    company_id: demoCompany,
    user_api_key: 'demo-user-key',
    scope: 'eui validate',
  }).toString();
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const seen = await target.call('POST', '/oauth2/token', { headers, body });
  must(seen.status === 200, `The demo company cannot log in: ${seen.status} ${seen.text}`);
  const authorization = `Bearer ${JSON.parse(seen.text).access_token}`;
  return async (path, form) => {
    const encoded = new Response(form);
    const sent = { authorization, 'content-type': encoded.headers.get('content-type') ?? '' };
    return target.call('POST', path, {
      headers: sent,
      body: new Uint8Array(await encoded.arrayBuffer()),
      patience: 20_000,
    });
  };
}
