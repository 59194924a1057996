import { defineSimulator, type Simulator } from '@understudy/kernel';
import { checkMediaTypes } from './check-media-types.js';
import { checkScope } from './check-scope.js';
import { rosteringRefusals } from './errors.js';
import type { operations as Operations } from './generated/types.js';
import { inspectRoster } from './inspect/inspect-roster.js';
import { rosterJobKind } from './jobs/roster-job.js';
import { operations } from './operations.js';
import { problemEnvelope } from './problem-envelope.js';
import { rosteringContract } from './rostering-contract.js';
import { seedRostering } from './seed/seed-rostering.js';
import { rosterView } from './views/roster-view.js';

/** The automatic rostering API. */
export const rosteringSimulator: Simulator = defineSimulator<Operations>({
  name: 'rostering',
  contract: rosteringContract,
  operations,
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
