import { isObject } from '@understudy/contract';
import type { SeedContext } from '@understudy/kernel';
import { type RosterJob, rosterJobs } from '../entities.js';
import { packRoster } from '../jobs/pack-roster.js';
import { readRosteringSeed, type SeededJob } from './read-rostering-seed.js';

type Definition = SeededJob['definition'];

const day = 86_400_000;
const date = /^\d{4}-\d{2}-\d{2}$/;

/** Moves all dates of a definition by whole weeks, so that the plan starts within seven days after today. */
function shiftDefinition(definition: Definition, today: Date): Definition {
  const jobInfo = 'jobInfo' in definition ? definition.jobInfo : undefined;
  const horizon = isObject(jobInfo) ? jobInfo.planningHorizon : undefined;
  const start = Date.parse(String(isObject(horizon) ? horizon.startDate : undefined));
  if (Number.isNaN(start)) return definition;
  const weeks = Math.floor((today.getTime() - start) / (7 * day)) + 1;
  const moved = (_name: string, value: unknown) =>
    typeof value === 'string' && date.test(value)
      ? new Date(Date.parse(value) + weeks * 7 * day).toISOString().slice(0, 10)
      : value;
  return JSON.parse(JSON.stringify(definition, moved));
}

/** Fills a sandbox with stopped jobs, whose results are created on request. @throws RangeError if invalid. */
export async function seedRostering(data: unknown, { scopes, now }: SeedContext): Promise<void> {
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
    outcome: { found: { roster: packRoster(Int16Array.from(cells)), score } },
    acceptedAt: startedAt,
    startedAt,
    finishedAt: now.toISOString(),
    run: 1,
    polls: 0,
    cause: 0,
  };
}
