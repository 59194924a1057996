import { createHardRoster } from '@understudy/simulator-rostering/testing';
import { callAgain, callJson } from '../clients/call.ts';
import { demoBearer, expectStatus } from '../clients/inventory-client.ts';

/** Starts a roster job in the sandbox at this URL. The job runs for ten minutes unless it is stopped. */
export async function endlessRoster(base: string) {
  const authorization = await demoBearer(base, 'automatic-rostering-stage');
  const headers = { authorization, CUSTOMER_ID: 'acme', USER_ID: 'planner' };
  const created = await callJson('POST', `${base}/jobs`, createHardRoster(600), headers);
  const address = `${base}/jobs/${expectStatus<{ jobId: string }>(202, created).jobId}`;
  return {
    async status() {
      return expectStatus<{ statusCode: string }>(200, await callAgain('GET', address, { headers })).statusCode;
    },
    /** Penalty points of the best roster so far. */
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
