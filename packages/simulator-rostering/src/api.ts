import { type ApiDefinition, defineApi, type RecordsByCollection } from '@understudy/kernel';
import type { rosterJobs } from './entities.js';
import type { inspectRosterAction } from './inspect/inspect-roster.js';

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
  inspect: [
    {
      name: 'roster',
      summary: 'Show the best roster of a job so far as a grid, with its shortages',
      argument: { name: 'job', summary: 'id of the job' },
      looksAt: 'server',
      picture: { format: 'svg', summary: 'also write the grid to an SVG file' },
      json: 'print one JSON object instead',
      example: '5d7e0a1c-3f42-4b8e-9c61-0a2b4c6d8e10 --demo --svg roster.svg',
      load: async () => (await import('./inspect/roster-inspector.js')).rosterInspector,
    },
  ],
  deviations: async () => (await import('./deviations/rostering-deviations.js')).rosteringDeviations,
});

export type RosteringActions = { inspectRoster: typeof inspectRosterAction };

export type RosteringRecords = RecordsByCollection<{ readonly jobs: typeof rosterJobs }>;
