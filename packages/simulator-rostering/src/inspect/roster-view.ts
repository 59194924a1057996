import type { InspectView } from '@understudy/kernel/inspect';

/** `understudy inspect roster <job>`: the best roster of a job so far, to look at. */
export const rosterView: InspectView = {
  name: 'roster',
  summary: 'Show the best roster of a job so far as a grid, with what it lacks',
  argument: { name: 'job', summary: 'id of the job' },
  looksAt: 'server',
  picture: { format: 'svg', summary: 'write the grid to an SVG file, too' },
  json: 'print one JSON object instead',
  example: '5d7e0a1c-3f42-4b8e-9c61-0a2b4c6d8e10 --demo --svg roster.svg',
  load: async () => (await import('./look-at-roster.js')).lookAtRoster,
};
