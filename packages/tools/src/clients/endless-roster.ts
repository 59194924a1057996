import { hardRoster } from '@understudy/simulator-rostering/testing';
import { callAgain, callJson } from './call.ts';
import { expectStatus } from './inventory-client.ts';

const form =
  'grant_type=client_credentials&client_id=demo-client&client_secret=demo-secret&scope=automatic-rostering-stage';

/** A roster that is computed for ten minutes unless it is stopped. */
export interface EndlessRoster {
  readonly jobId: string;
  status(): Promise<string>;
  /** Penalty points of the best roster so far; undefined before the first one. */
  score(): Promise<{ hard: number; soft: number } | undefined>;
  stop(): Promise<void>;
}

/** Starts it in the sandbox at this address. */
export async function endlessRoster(base: string): Promise<EndlessRoster> {
  const { access_token: token } = expectStatus<{ access_token: string }>(
    200,
    await callAgain('POST', `${base}/connect/token`, {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: form,
    }),
  );
  const headers = { authorization: `Bearer ${token}`, CUSTOMER_ID: 'acme', USER_ID: 'planner' };
  const { jobId } = expectStatus<{ jobId: string }>(
    202,
    await callJson('POST', `${base}/jobs`, hardRoster(600), headers),
  );
  const address = `${base}/jobs/${jobId}`;
  return {
    jobId,
    async status() {
      return expectStatus<{ statusCode: string }>(200, await callAgain('GET', address, { headers })).statusCode;
    },
    async score() {
      const seen = await callAgain('GET', `${address}/result`, { headers });
      if (seen.status !== 200) return undefined;
      return expectStatus<{ solution: { score: { hard: number; soft: number } } }>(200, seen).solution.score;
    },
    async stop() {
      expectStatus(200, await callAgain('PUT', address, { headers }));
    },
  };
}
