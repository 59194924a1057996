import type { Constraint } from './constraint.js';

/** The target of a demand (rostering.demand.types-behaviour). */
export type DemandType = 'TIME_DEMAND' | 'SHIFT_DEMAND';
/** `RECURRING` is a week-recurring schedule (rostering.gap.week-recurring-request). */
export type ScheduleType = 'CALENDAR' | 'RECURRING';
/** How many of the values an employee must have under an attribute id (rostering.gap.match-type-values). */
type MatchType = 'ANY' | 'NONE' | 'ALL';
/** `STRICT` is hard, `NONE` is inactive, and all others are soft (rostering.gap.constraints-contents). */
/** The values of an employee or a shift under one attribute id. */
export interface JobAttribute {
  id: string;
  values: string[];
}

/** An interval of a shift, in minutes after midnight on the assignment's day. `end` can exceed 1440. */
export interface JobInterval {
  start: number;
  end: number;
  breakMinutes: number;
  workTypeId: string | null;
  assignmentId: string | null;
  taskId: string | null;
}

/** A shift as sent, or as generated from time slots (rostering.gap.no-shifts). */
export interface JobShift {
  id: string;
  intervals: JobInterval[];
  shiftTypeIds: string[];
  attributes: JobAttribute[];
  generated: boolean;
}

/** A time slot in minutes after midnight on its day. `end` is after `start` and can exceed 1440. */
export interface JobTimeSlot {
  id: string;
  start: number;
  end: number;
}

/** How many employees of a shift must match (rostering.gap.shift-demand-fields). */
export interface AttributeRequirement {
  id: string;
  values: string[];
  matchType: MatchType;
  min: number;
}

/** The demand of a slot or shift on one day. `target` is an index into the slots or the shifts. */
export interface JobDemand {
  day: number;
  target: number;
  min: number;
  ideal: number;
  max: number;
  priority: number;
  requirements: AttributeRequirement[];
  /** JSON Pointer to the time demand or shift demand. */
  pointer: string;
}

export interface JobEmployee {
  id: string;
  employeeNumber: string | null;
  attributes: JobAttribute[];
  roleIds: string[];
  maxHoursPerWeek: number | null;
  targetHoursPerWeek: number | null;
  readOnly: boolean;
}

/** A locked assignment, shown as LOCKED (rostering.gap.extensions-contents). */
export interface JobLock {
  employee: number;
  day: number;
  shift: number;
  roleId: string | null;
  pointer: string;
}

/** Work before the horizon. `day` is negative; -1 is the last day before the horizon. */
export interface JobHistory {
  employee: number;
  day: number;
  shift: number;
}

/** The settings of a run (rostering.gap.configuration-contents). */
export interface JobConfiguration {
  timeLimitSeconds: number;
  unimprovedTimeLimitSeconds: number;
  seed: number;
  demandWeights: { min: number; ideal: number; max: number };
  /** True if the analyze operation should return warnings based on the input. */
  analyzeInput: boolean;
}

/** A parsed job definition: ids are indexes, times are minutes, days are day indexes, and defaults are filled in. */
export interface RosteringJob {
  id: string;
  organisationId: string;
  scheduleType: ScheduleType;
  demandType: DemandType;
  /** Day 0 as YYYY-MM-DD; null for a RECURRING schedule sent without dates. */
  startDate: string | null;
  days: number;
  nrOfWeeks: number;
  /** First and last day index counted by fteDemandOutcome, both included. */
  fteFrom: number;
  fteTo: number;
  employees: JobEmployee[];
  shifts: JobShift[];
  timeSlots: JobTimeSlot[];
  demands: JobDemand[];
  locks: JobLock[];
  history: JobHistory[];
  constraints: Constraint[];
  configuration: JobConfiguration;
  /** jobInfo as sent, for the result. */
  jobInfo: Readonly<Record<string, unknown>>;
}

/** Thrown by `readJobDefinition` for an invalid definition. Call `checkJobDefinition` first. */
export class JobDefinitionError extends Error {
  readonly findings: readonly DefinitionFinding[];

  constructor(findings: readonly DefinitionFinding[]) {
    super(findings.map(({ pointer, message }) => `${pointer || '/'}: ${message}`).join('\n'));
    this.name = 'JobDefinitionError';
    this.findings = findings;
  }
}

/** An error of a job definition that its schema cannot express (rostering.gap.references, rostering.gap.error-codes-meaning). */
export interface DefinitionFinding {
  /** Kebab-case rule with its group, such as `job/unknown-id`. */
  ruleId: string;
  /** JSON Pointer into the job definition. Empty for the whole definition. */
  pointer: string;
  /** One sentence that states what is wrong and what is allowed. */
  message: string;
}

/** Returns whether attributes have any, none or all of the values under the id (rostering.gap.match-type-values). */
export function matchesAttribute(
  attributes: readonly JobAttribute[],
  { id, values, matchType }: Omit<AttributeRequirement, 'min'>,
): boolean {
  const own = new Set(attributes.filter((attribute) => attribute.id === id).flatMap((attribute) => attribute.values));
  if (matchType === 'ALL') return values.every((value) => own.has(value));
  const some = values.some((value) => own.has(value));
  return matchType === 'ANY' ? some : !some;
}
