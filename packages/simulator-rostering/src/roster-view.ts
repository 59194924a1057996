import { defineView, type Figure } from '@understudy/kernel';
import type { RosterWork } from './compile-definition.js';
import { rosterJobs } from './entities.js';
import { findBestRoster } from './jobs/roster-job.js';
import { toWorkerFunction } from './to-worker-function.js';

export const rosterView = defineView(rosterJobs, async ({ value: job }, { compute }) => {
  const { roster } = findBestRoster(job) ?? {};
  const work: RosterWork = { definition: job.input.definition, ...(roster === undefined ? {} : { roster }) };
  return await compute<Figure[]>(toWorkerFunction('createRosterFigures'), work);
});
