import { isObject } from '@understudy/contract';
import type { SeedContext } from '@understudy/kernel';
import { type RosterJob, rosterJobs } from './entities.js';
import { packRoster } from './jobs/pack-roster.js';

type Definition = SeededJob['definition'];

const day = 86_400_000;
const date = /^\d{4}-\d{2}-\d{2}$/;

/** Shifts all dates of a definition by whole weeks, so that the plan starts within the seven days after today. */
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

/** Reads a seed. @throws RangeError with the location of the error and the expected value. */
export function readRosteringSeed(data: unknown): RosteringSeed {
  if (!isObject(data)) throw fault('', 'an object with jobs');
  const { clientId, jobs, shiftTo } = data;
  if (clientId !== undefined && typeof clientId !== 'string') throw fault('/clientId', 'a text');
  if (shiftTo !== undefined && shiftTo !== 'nextWeek') throw fault('/shiftTo', '"nextWeek" or absent');
  if (!Array.isArray(jobs)) throw fault('/jobs', 'an array of jobs');
  return {
    ...(clientId === undefined ? {} : { clientId }),
    ...(shiftTo === undefined ? {} : { shiftTo }),
    jobs: jobs.map((job, index) => readJob(job, `/jobs/${index}`)),
  };
}

function readJob(job: unknown, at: string): SeededJob {
  if (!isObject(job)) throw fault(at, 'an object');
  const { duration, definition, score } = job;
  if (typeof duration !== 'number' || duration < 0) throw fault(`${at}/duration`, 'seconds, at least 0');
  if (!isObject(definition)) throw fault(`${at}/definition`, 'a job definition');
  const employees = readIds(definition['employees'], `${at}/definition/employees`);
  const shifts = readIds(definition['shifts'], `${at}/definition/shifts`);
  if (!isObject(score) || typeof score['hard'] !== 'number' || typeof score['soft'] !== 'number') {
    throw fault(`${at}/score`, '{hard, soft}, two numbers');
  }
  return {
    jobId: readText(job['jobId'], `${at}/jobId`),
    customerId: readText(job['customerId'], `${at}/customerId`),
    userId: readText(job['userId'], `${at}/userId`),
    duration,
    definition: { ...definition, employees, shifts },
    roster: readRoster(job['roster'], employees, shifts, `${at}/roster`),
    score: { hard: score['hard'], soft: score['soft'] },
  };
}

function readRoster(
  roster: unknown,
  employees: SeededJob['definition']['employees'],
  shifts: SeededJob['definition']['shifts'],
  at: string,
): SeededJob['roster'] {
  if (!isObject(roster)) throw fault(at, 'an object of shift ids keyed by employee id');
  const known = new Set(shifts.map(({ id }) => id));
  const rows = employees.map(({ id }): [string, Array<string | null>] => {
    const row = roster[id];
    if (!Array.isArray(row)) throw fault(`${at}/${id}`, 'an array with a shift id or null for each day');
    return [id, row.map((shift: unknown, day) => readShift(shift, known, `${at}/${id}/${day}`))];
  });
  if (new Set(rows.map(([, row]) => row.length)).size > 1) throw fault(at, 'rows of the same length for all employees');
  return Object.fromEntries(rows);
}

function readShift(shift: unknown, known: ReadonlySet<string>, at: string): string | null {
  if (shift === null || (typeof shift === 'string' && known.has(shift))) return shift;
  throw fault(at, 'the id of a shift of the definition, or null');
}

function readIds(items: unknown, at: string): Array<{ readonly id: string }> {
  if (!Array.isArray(items)) throw fault(at, 'an array');
  return items.map((item: unknown, index) => {
    if (!isObject(item)) throw fault(`${at}/${index}`, 'an object');
    return { ...item, id: readText(item['id'], `${at}/${index}/id`) };
  });
}

function readText(value: unknown, at: string): string {
  if (typeof value !== 'string' || value === '') throw fault(at, 'a non-empty string');
  return value;
}

function fault(at: string, wanted: string): RangeError {
  return new RangeError(`The rostering seed is invalid at /rostering${at}: it must be ${wanted}`);
}

/** The automatic rostering API's section of a seed. */
interface RosteringSeed {
  /** Client that owns the jobs, default `demo-client`. */
  readonly clientId?: string;
  readonly jobs: readonly SeededJob[];
  /**
   * `nextWeek`: shifts all dates by whole weeks, so that each roster starts within the seven days after the sandbox's
   * start.
   */
  readonly shiftTo?: 'nextWeek';
}

interface SeededJob {
  readonly jobId: string;
  readonly customerId: string;
  readonly userId: string;
  /** Seconds of solving. */
  readonly duration: number;
  /** The body of Start job. Its shifts are required. */
  readonly definition: {
    readonly employees: ReadonlyArray<{ readonly id: string }>;
    readonly shifts: ReadonlyArray<{ readonly id: string }>;
  };
  /** Shift ids by employee, one for each day of the horizon, null for a free day. */
  readonly roster: Readonly<Record<string, ReadonlyArray<string | null>>>;
  readonly score: { readonly hard: number; readonly soft: number };
}
