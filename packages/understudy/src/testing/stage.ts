import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { StartOptions } from '../start-options.js';

/** A scenario that creates data, waits for jobs and cleans up. */
export const flowFile = fileURLToPath(
  new URL('../../../../scenarios/time/generated/flow.arazzo.yaml', import.meta.url),
);

/** Reads the flow with a shorter polling interval. */
export const readQuickFlow = async () =>
  (await readFile(flowFile, 'utf8')).replaceAll('retryAfter: 1\n', 'retryAfter: 0.1\n');

/** Options of a server with a real-time clock that stands in for an environment. */
export const stageOptions: StartOptions = { apis: ['time'], port: 0, clock: 'real', progression: 'after:PT0.3S' };

/** Returns a configuration whose target `stage` is a server, and sets the variables with its credentials. */
export function stageConfig(url: string, more: object = {}) {
  Object.assign(process.env, { STAGE_TEST_ID: 'demo-client', STAGE_TEST_SECRET: 'demo-secret' });
  const stage = {
    apis: { time: { baseUrl: url } },
    allowedHosts: [new URL(url).host],
    credentials: { clientId: 'STAGE_TEST_ID', clientSecret: 'STAGE_TEST_SECRET' },
    requestsPerSecond: 100,
    ...more,
  };
  return { targets: { stage } };
}
