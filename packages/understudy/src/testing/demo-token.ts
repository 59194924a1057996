import type { RunningSimulators } from '../start-simulators.js';

/** Requests a token for the demo client. @param base URL of the sandbox, if not the default one */
export async function requestDemoToken(
  { fetch, url }: Pick<RunningSimulators, 'fetch' | 'url'>,
  scope = 'io',
  base = url,
): Promise<string> {
  const client = { client_id: 'demo-client', client_secret: 'demo-secret', scope: `understudy-stage:${scope}` };
  const body = new URLSearchParams({ grant_type: 'client_credentials', ...client }).toString();
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const answer = await fetch(`${base}/connect/token`, { method: 'POST', headers, body });
  const { access_token: token }: { access_token: string } = JSON.parse(await answer.text());
  return token;
}
