import { createHardRoster } from '@understudy/simulator-rostering/testing';
import { callAgain, callJson } from './call.ts';
import { demoBearer, expectStatus } from './inventory-client.ts';

/** A roster that runs for ten minutes unless stopped. */
interface EndlessRoster {
  readonly jobId: string;
  status(): Promise<string>;
  /** Penalty points of the best roster so far. */
  score(): Promise<{ hard: number; soft: number } | undefined>;
  stop(): Promise<void>;
}

/** Starts it in the sandbox at this address. */
export async function endlessRoster(base: string): Promise<EndlessRoster> {
  const authorization = await demoBearer(base, 'automatic-rostering-stage');
  const headers = { authorization, CUSTOMER_ID: 'acme', USER_ID: 'planner' };
  const { jobId } = expectStatus<{ jobId: string }>(
    202,
    await callJson('POST', `${base}/jobs`, createHardRoster(600), headers),
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
