import type { Seeding } from '@understudy/kernel';
import { type RosterJob, rosterJobs } from '../entities.js';
import { packRoster } from '../jobs/pack-roster.js';
import { readRosteringSeed } from './read-rostering-seed.js';
import type { SeededJob } from './rostering-seed.js';
import { shiftDefinition } from './shift-definition.js';

/**
 * Fills a sandbox with jobs that have stopped; the form is RosteringSeed. Nothing is computed: the result is made of
 * the stored roster when someone asks for it.
 *
 * @throws RangeError when the seed is unusable
 */
export async function seedRostering(data: unknown, { scopes, now }: Seeding): Promise<void> {
  if (data === undefined) return;
  const { clientId = 'demo-client', jobs, shiftTo } = readRosteringSeed(data);
  const collection = scopes.shared.collection(rosterJobs);
  for (const job of jobs) {
    const definition = shiftTo === undefined ? job.definition : shiftDefinition(job.definition, now);
    await collection.put(job.jobId, stoppedJob({ ...job, definition }, clientId, now));
  }
}

function stoppedJob(seeded: SeededJob, clientId: string, now: Date): RosterJob {
  const { jobId, customerId, userId, duration, definition, roster, score } = seeded;
  const shifts = new Map(definition.shifts.map(({ id }, index) => [id, index]));
  const rows = definition.employees.map(({ id }) => roster[id] ?? []);
  const cells = rows.flatMap((row) => row.map((shift) => (shift === null ? -1 : (shifts.get(shift) ?? -1))));
  const startedAt = new Date(now.getTime() - duration * 1000).toISOString();
  return {
    id: jobId,
    api: 'rostering',
    kind: 'roster',
    owner: { clientId, tenantId: customerId },
    keys: [],
    input: { definition: JSON.stringify(definition), userId },
    status: 'stopped',
    outcome: { found: { roster: packRoster(Int16Array.from(cells)), score, iterations: 0 } },
    acceptedAt: startedAt,
    startedAt,
    finishedAt: now.toISOString(),
    run: 1,
    polls: 0,
    cause: 0,
  };
}
