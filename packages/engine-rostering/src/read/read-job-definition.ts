import { computeDayOffsets, formatClockTime, formatDate, minutesPerDay } from '../model/calendar.js';
import type { Constraint } from '../model/constraint.js';
import {
  type DefinitionFinding,
  type JobConfiguration,
  JobDefinitionError,
  type JobDemand,
  type JobEmployee,
  type JobShift,
  type JobTimeSlot,
  type RosteringJob,
} from '../model/job.js';
import { JsonField } from './field.js';
import { type DefinitionHead, readHead } from './horizon.js';
import { rosteringLimits } from './limits.js';
import { readConstraints } from './read-constraints.js';
import { readDemands } from './read-demands.js';
import { readHistory, readLocks } from './read-locks.js';
import { generateShifts, readEmployees, readShifts, readTimeSlots } from './read-shifts.js';

const textOf = ({ id, start, end }: JobTimeSlot): string =>
  `"${id}" (${formatClockTime(start)} to ${formatClockTime(end)})`;

/** Reads the settings of the run. Missing settings have defaults (rostering.gap.configuration-contents). */
function readConfiguration(definition: JsonField): JobConfiguration {
  const own = definition.at('configuration');
  const extensions = definition.at('extensions');
  const field = own.absent ? extensions.at('configuration') : own;
  const weights = field.at('demandWeights');
  return {
    timeLimitSeconds: field.at('timeLimitSeconds').optionalNumber(30),
    unimprovedTimeLimitSeconds: field.at('unimprovedTimeLimitSeconds').optionalNumber(10),
    seed: field.at('seed').optionalNumber(0),
    demandWeights: {
      min: weights.at('min').optionalNumber(100),
      ideal: weights.at('ideal').optionalNumber(10),
      max: weights.at('max').optionalNumber(1),
    },
    analyzeInput: field.at('analyzeInput').boolean(),
  };
}

/** Reads a definition that matches its JSON Schema, and checks the rules beyond the schema. */
function readJob(value: unknown): { job: RosteringJob | undefined; findings: DefinitionFinding[] } {
  const findings: DefinitionFinding[] = [];
  const definition = new JsonField(value, '', findings);
  const info = definition.at('jobInfo');
  const head = readHead(info);
  const { employees, ids: employeeIds } = readEmployees(definition.at('employees'));
  const { shifts: sent, ids: shiftIds } = readShifts(definition.at('shifts'));
  const { timeSlots, ids: slotIds } = readTimeSlots(definition.at('timeSlots'));
  // Without a valid horizon, findings that depend on it are not reported.
  if (head === undefined) return { job: undefined, findings };
  const time = head.demandType === 'TIME_DEMAND';
  const demands = readDemands(definition.at('demands'), head, time ? slotIds : shiftIds);
  if (time) checkSlotOverlap(definition.at('timeSlots'), timeSlots, demands, head);
  const shifts = time && sent.length === 0 ? generateShifts(timeSlots, demands) : sent;
  for (const [index, { id }] of shifts === sent ? [] : shifts.entries())
    shiftIds.add(definition.at('shifts'), id, index);
  checkSize(definition, head, employees.length, shifts);

  const { start, ...withoutStart } = head;
  const ids = { employees: employeeIds, shifts: shiftIds };
  const job: RosteringJob = {
    ...withoutStart,
    startDate: start === null ? null : formatDate(start),
    employees,
    shifts,
    timeSlots,
    demands,
    locks: readLocks(definition, head, ids),
    history: readHistory(definition, head, ids),
    constraints: [
      ...readConstraints(definition.at('constraints'), head, employees, shifts, ids),
      ...workTimeMaxima(employees, shifts.length, head.days),
    ],
    configuration: readConfiguration(definition),
    jobInfo: info.members,
  };
  return { job: findings.length === 0 ? job : undefined, findings };
}

function checkSize(definition: JsonField, head: DefinitionHead, employees: number, sent: readonly JobShift[]): void {
  const { maxChoices } = rosteringLimits;
  const shifts = sent.length;
  // Each pair of shifts is compared at every distance at which they can overlap.
  if (shifts ** 2 * computeDayOffsets(sent).length > maxChoices) {
    definition
      .at('shifts')
      .fail(
        'job/too-large',
        `${shifts} shifts with so large a "dayIndicator" are too many; split the job by department.`,
      );
  }
  if (employees * head.days * shifts <= maxChoices) return;
  definition.fail(
    'job/too-large',
    `${employees} employees x ${head.days} days x ${shifts} shifts are more than the ${maxChoices} choices of one job; ` +
      'split the job by department or time.',
  );
}

/**
 * Reads each employee's `workTime.maxHoursPerWeek` as a strict upper bound for each 7 days
 * (rostering.gap.employee-fields).
 */
function workTimeMaxima(employees: readonly JobEmployee[], shifts: number, days: number): Constraint[] {
  const all = new Uint8Array(shifts).fill(1);
  const periods = Array.from({ length: Math.ceil(days / 7) }, (_, week) => ({
    from: week * 7,
    to: Math.min(week * 7 + 7, days),
    whole: week * 7 + 7 <= days,
  }));
  return employees.flatMap(({ id, maxHoursPerWeek }, index) =>
    maxHoursPerWeek === null
      ? []
      : {
          family: 'employeeUtilization' as const,
          id: `workTime.maxHoursPerWeek:${id}`,
          strict: true,
          weight: 1,
          employees: [index],
          shifts: all,
          pointer: '',
          periods,
          minMinutes: null,
          maxMinutes: Math.round(maxHoursPerWeek * 60),
          minShifts: null,
          maxShifts: null,
        },
  );
}

/** Rejects overlapping time slots with demand on the same day, because a minute would count twice. */
function checkSlotOverlap(
  field: JsonField,
  slots: readonly JobTimeSlot[],
  demands: JobDemand[],
  head: DefinitionHead,
): void {
  const wanted = demands.flatMap(({ day, target, max }) => {
    const slot = slots[target];
    if (slot === undefined || max === 0) return [];
    return [{ slot, target, day, start: day * minutesPerDay + slot.start, end: day * minutesPerDay + slot.end }];
  });
  wanted.sort((a, b) => a.start - b.start || a.end - b.end);
  const reported = new Set<string>();
  let longest = wanted[0];
  for (const next of wanted.slice(1)) {
    if (longest !== undefined && next.start < longest.end) {
      const [a, b] = longest.target <= next.target ? [longest, next] : [next, longest];
      const key = `${a.target}/${b.target}`;
      if (!reported.has(key)) {
        const when = head.start === null ? `day ${next.day}` : formatDate(head.start + next.day);
        field
          .at(b.target)
          .fail(
            'job/overlapping-slots',
            `The time slot ${textOf(b.slot)} overlaps ${textOf(a.slot)}, and both are wanted on ${when}.`,
          );
      }
      reported.add(key);
    }
    if (longest === undefined || next.end > longest.end) longest = next;
  }
}

/** Returns at most 50 errors that the JSON Schema cannot express. An infeasible definition is still valid (rostering.gap.start-infeasible). */
export function checkJobDefinition(definition: unknown): DefinitionFinding[] {
  return readJob(definition).findings;
}

/**
 * Reads a job definition that matches its JSON Schema. Resolves ids to indexes and times to minutes.
 * @throws JobDefinitionError with the errors of {@link checkJobDefinition}
 */
export function readJobDefinition(definition: unknown): RosteringJob {
  const { job, findings } = readJob(definition);
  if (job === undefined) throw new JobDefinitionError(findings);
  return job;
}
