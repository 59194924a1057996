import type { JobKind } from '@understudy/kernel';
import type { FoundRoster, RosterInput, RosterJob, RosterOutcome } from '../entities.js';
import { documentedDurationMs } from '../policies.js';
import { toWorkerFunction } from '../to-worker-function.js';
import { findBestRoster } from './find-best-roster.js';
import type { SolveWork } from './solve-definition.js';

/** The job that builds a roster: starting, running, stopped or error (rostering.gap.other-states). */
export const rosterJobKind: JobKind<RosterInput, SolveWork, FoundRoster | undefined, RosterOutcome> = {
  name: 'roster',
  machine: {
    initial: 'starting',
    underWay: 'running',
    moves: { starting: ['stopped', 'error'], running: ['stopped', 'error'] },
  },
  work: toWorkerFunction('solveDefinition'),
  live: true,
  async load({ input, progress }: RosterJob, _scope, _now, { mode }) {
    const known = findBestRoster({ progress });
    return { definition: input.definition, manual: mode === 'manual', ...(known === undefined ? {} : { known }) };
  },
  apply: async (_job, found) => ({ status: 'stopped', outcome: found === undefined ? {} : { found } }),
  failed({ progress }: RosterJob, failure) {
    const found = findBestRoster({ progress });
    return { status: 'error', outcome: { failure, ...(found === undefined ? {} : { found }) } };
  },
  // This API sends nothing: clients poll (rostering.gap.events-none).
  notification: () => undefined,
  documentedDuration: () => documentedDurationMs,
};
