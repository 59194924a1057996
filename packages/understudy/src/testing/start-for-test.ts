import { afterAll, expect } from 'vitest';
import type { StartOptions } from '../start-options.js';
import { type RunningSimulators, startSimulators } from '../start-simulators.js';

const open: RunningSimulators[] = [];
afterAll(async () => {
  for (const simulators of open.splice(0)) {
    await simulators.close();
    expect(simulators.defects).toEqual([]);
  }
});

/** Starts simulators and closes them after the tests of the file, which must not find defects. */
export async function startForTest(options: StartOptions = {}): Promise<RunningSimulators> {
  const simulators = await startSimulators(options);
  open.push(simulators);
  return simulators;
}

/** A token of the demo client. @param base of a sandbox, if not of the default one */
export async function demoToken(
  { fetch, url }: Pick<RunningSimulators, 'fetch' | 'url'>,
  scope = 'io',
  base = url,
): Promise<string> {
  const client = { client_id: 'demo-client', client_secret: 'demo-secret', scope: `understudy-stage:${scope}` };
  const body = new URLSearchParams({ grant_type: 'client_credentials', ...client });
  const answer = await fetch(`${base}/connect/token`, { method: 'POST', body });
  const { access_token: token }: { access_token: string } = JSON.parse(await answer.text());
  return token;
}
