import { defineSimulator, type Refusal, type Simulator } from '@understudy/kernel';
import { checkMediaTypes } from './check-media-types.js';
import { analyze, checkFeasibility } from './checks/analyze.js';
import { problemEnvelope, rosteringRefusals, wrongScope } from './errors.js';
import type { operations as Operations } from './generated/types.js';
import { inspectRoster } from './inspect/inspect-roster.js';
import { getResult, startJob } from './jobs/get-result.js';
import { getJobStatus, getRequest, stopJob } from './jobs/job-operations.js';
import { rosterJobKind } from './jobs/roster-job.js';
import { scopes } from './policies.js';
import { rosteringContract } from './rostering-contract.js';
import { seedRostering } from './seed/seed-rostering.js';
import { rosterView } from './views/roster-view.js';

/** The automatic rostering API. */
export const rosteringSimulator: Simulator = defineSimulator<Operations>({
  name: 'rostering',
  contract: rosteringContract,
  operations: { startJob, getJobStatus, stopJob, getResult, getRequest, analyze, checkFeasibility },
  refusals: rosteringRefusals,
  envelope: problemEnvelope,
  jobs: [rosterJobKind],
  actions: { inspectRoster },
  views: [rosterView],
  checkMediaTypes,
  checkScope,
  tenantOf: ({ CUSTOMER_ID: customerId }) => (typeof customerId === 'string' ? customerId : undefined),
  seed: seedRostering,
});

/** A token of the analysis services does not open this API (rostering.gap.token-sharing). */
function checkScope(given: readonly string[]): Refusal | undefined {
  return given.some((scope) => scopes.some((known) => known === scope)) ? undefined : wrongScope(given);
}
