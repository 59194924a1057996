import { type Api, defineApi, type RecordsOf } from '@understudy/kernel';
import type { rosterJobs } from './entities.js';
import type { inspectRoster } from './inspect/inspect-roster.js';
import { rosterView } from './inspect/roster-view.js';

/** The automatic rostering API, described for Understudy. */
export const api: Api = defineApi({
  name: 'rostering',
  summary: 'Rosters built by a solver, and feasibility checks',
  simulator: async () => (await import('./index.js')).rosteringSimulator,
  contract: 'specs/rostering',
  scenarios: 'scenarios/rostering',
  seeds: { demo: 'fixtures/rostering/seeds/demo.json' },
  tokens: { path: '/connect/token', scope: 'automatic-rostering-stage' },
  inspect: [rosterView],
  deviations: async () => (await import('./deviations/rostering-deviations.js')).rosteringDeviations,
  fuzz: async () => (await import('./fuzz/rostering-fuzz.js')).rosteringFuzz,
});

/** Its actions, typed. */
export type Actions = { inspectRoster: typeof inspectRoster };

/** Its records by collection, typed. */
export type Records = RecordsOf<{ readonly jobs: typeof rosterJobs }>;
