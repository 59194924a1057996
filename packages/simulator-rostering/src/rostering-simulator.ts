import type { Operation } from '@understudy/contract';
import {
  defineSimulator,
  defineView,
  type ErrorResult,
  type Figure,
  loadBundledContract,
  type Simulator,
} from '@understudy/kernel';
import { analyze, checkFeasibility } from './checks/analyze.js';
import type { RosterWork } from './compile-definition.js';
import { rosterJobs } from './entities.js';
import {
  createMediaTypeError,
  createNotAcceptableError,
  createProblemEnvelope,
  createScopeError,
  rosteringErrors,
} from './errors.js';
import type { operations as Operations } from './generated/types.js';
import { getJobStatus, getRequest, getResult, startJob, stopJob } from './jobs/job-operations.js';
import { findBestRoster, rosterJobKind } from './jobs/roster-job.js';
import { rosteringScopes } from './policies.js';
import { seedRostering } from './seed-rostering.js';
import { toWorkerFunction } from './to-worker-function.js';

const rosterView = defineView(rosterJobs, async ({ value: job }, { compute }) => {
  const { roster } = findBestRoster(job) ?? {};
  const work: RosterWork = { definition: job.input.definition, ...(roster === undefined ? {} : { roster }) };
  return await compute<Figure[]>(toWorkerFunction('createRosterFigures'), work);
});

export const rosteringContract = loadBundledContract('rostering', import.meta.url, '../src/generated/contract.json');

const json = 'application/json';

/** The automatic rostering API. */
export const rosteringSimulator: Simulator = defineSimulator<Operations>({
  name: 'rostering',
  contract: rosteringContract,
  operations: { startJob, getJobStatus, stopJob, getResult, getRequest, analyze, checkFeasibility },
  refusals: rosteringErrors,
  envelope: createProblemEnvelope,
  jobs: [rosterJobKind],
  views: [rosterView],
  checkMediaTypes,
  checkScope,
  tenantOf: ({ CUSTOMER_ID: customerId }) => (typeof customerId === 'string' ? customerId : undefined),
  seed: seedRostering,
});

/** Checks the scopes of a token. Tokens of the analysis services are not accepted (rostering.gap.token-sharing). */
function checkScope(given: readonly string[]): ErrorResult | undefined {
  return given.some((scope) => rosteringScopes.some((known) => known === scope)) ? undefined : createScopeError(given);
}

/**
 * Returns 415, or else 406. Both precede all other checks except the token's (rostering.gap.error-codes-meaning,
 * .content-type).
 */
function checkMediaTypes({ requestBody }: Pick<Operation, 'requestBody'>, headers: Readonly<Record<string, string>>) {
  const type = headers['content-type'];
  if (requestBody?.content[json] !== undefined && essence(type ?? '') !== json) return createMediaTypeError(type);
  const accept = headers['accept'];
  if (accept === undefined || accept.trim() === '' || accepts(accept)) return undefined;
  return createNotAcceptableError(accept);
}

/** Returns whether an Accept header includes JSON. The most specific range decides (RFC 9110 section 12.5.1). */
function accepts(accept: string): boolean {
  const ranges = accept.split(',').map((range) => {
    const quality = /;\s*q\s*=\s*([\d.]+)/i.exec(range)?.[1];
    return { range: essence(range), wanted: quality === undefined || Number(quality) > 0 };
  });
  for (const closest of [json, 'application/*', '*/*']) {
    const found = ranges.find(({ range }) => range === closest);
    if (found !== undefined) return found.wanted;
  }
  return false;
}

function essence(mediaType: string): string {
  return (mediaType.split(';', 1)[0] ?? '').trim().toLowerCase();
}
