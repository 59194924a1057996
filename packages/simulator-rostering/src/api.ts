import { type ApiDefinition, defineApi, type RecordsByCollection } from '@understudy/kernel';
import type { rosterJobs } from './entities.js';

/** The automatic rostering API, described for Understudy. */
export const api: ApiDefinition = defineApi({
  name: 'rostering',
  summary: 'Rosters built by a solver, and feasibility checks',
  simulator: async () => (await import('./index.js')).rosteringSimulator,
  contract: 'specs/rostering',
  scenarios: 'scenarios/rostering',
  seeds: { demo: 'fixtures/rostering/seeds/demo.json' },
  tokens: {
    path: '/connect/token',
    scope: 'automatic-rostering-stage',
    example: { path: '/jobs/5d7e0a1c-3f42-4b8e-9c61-0a2b4c6d8e10' },
  },
  deviations: async () => (await import('./deviations/rostering-deviations.js')).rosteringDeviations,
});

export type RosteringRecords = RecordsByCollection<{ readonly jobs: typeof rosterJobs }>;
