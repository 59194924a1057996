import { buildResult, createStartRoster, freeShift, type PublishedScore } from '@understudy/engine-rostering';
import { compileDefinition } from '../compile-definition.js';
import { unpackRoster } from '../jobs/pack-roster.js';

export interface InspectionWork {
  readonly definition: string;
  /** The packed roster. Without one, the scheduled work only. */
  readonly roster?: string;
}

export interface InspectedRoster {
  readonly organisationId: string;
  readonly title: string;
  readonly demandType: string;
  readonly days: ReadonlyArray<{
    /** YYYY-MM-DD. Missing in a week-recurring schedule without dates. */
    readonly date?: string;
    /** 0 Monday to 6 Sunday. */
    readonly weekday: number;
    /** Employees missing below min on that day. */
    readonly missing: number;
  }>;
  readonly shifts: ReadonlyArray<{
    readonly id: string;
    /** HH:MM, of the first and the last interval. */
    readonly startTime: string;
    readonly endTime: string;
    readonly hours: number;
    readonly generated: boolean;
  }>;
  readonly employees: ReadonlyArray<{
    readonly id: string;
    readonly hours: number;
    /** Index of the shift for each day, -1 for a free one. */
    readonly shifts: readonly number[];
    /** Day indexes of given work. */
    readonly locked: readonly number[];
    /** Constraints that this employee's work breaks: hard ones, and soft ones with their penalty. */
    readonly broken: ReadonlyArray<{ readonly id: string; readonly hard: boolean; readonly amount: number }>;
  }>;
  readonly score: PublishedScore;
  readonly demand: { readonly min: Filled; readonly ideal: Filled };
}

interface Filled {
  readonly demand: number;
  readonly assigned: number;
}

export function createRosterInspection({ definition, roster }: InspectionWork): InspectedRoster {
  const instance = compileDefinition(definition);
  const { job, days, firstWeekday, locked, shiftMinutes, shiftStart, shiftEnd } = instance;
  const cells = roster === undefined ? createStartRoster(instance) : unpackRoster(roster);
  const result = buildResult(instance, cells, { fullSchedule: true });
  const missing = new Map<number, number>();
  for (const { scheduleDay, demands } of result.solution.missingDemands ?? []) {
    const more = demands.reduce((sum, { nbrOfMissingEmployees }) => sum + nbrOfMissingEmployees, 0);
    missing.set(scheduleDay.dayIndex, (missing.get(scheduleDay.dayIndex) ?? 0) + more);
  }
  const { shiftDemand, timeDemand } = result.roster.demandFulfillment;
  const { min, ideal } = job.demandType === 'TIME_DEMAND' ? timeDemand : shiftDemand;
  return {
    organisationId: job.organisationId,
    title: job.id,
    demandType: job.demandType,
    days: Array.from({ length: days }, (_, day) => ({
      ...dateOf(job.startDate, day),
      weekday: (firstWeekday + day) % 7,
      missing: missing.get(day) ?? 0,
    })),
    shifts: job.shifts.map(({ id, generated }, shift) => ({
      id,
      startTime: clockTime(shiftStart[shift] ?? 0),
      endTime: clockTime(shiftEnd[shift] ?? 0),
      hours: (shiftMinutes[shift] ?? 0) / 60,
      generated,
    })),
    employees: job.employees.map(({ id }, employee) => {
      const outcome = result.solution.employeeOutcomes[employee];
      const row = Array.from(cells.subarray(employee * days, (employee + 1) * days));
      return {
        id,
        hours: outcome?.totalPlannedHours ?? 0,
        shifts: row,
        locked: row.flatMap((_, day) => ((locked[employee * days + day] ?? freeShift) === freeShift ? [] : [day])),
        broken: [
          ...(outcome?.hardConstraintViolations ?? []).map(({ id: broken, violation }) => ({
            id: broken,
            hard: true,
            amount: violation,
          })),
          ...(outcome?.softConstraintViolations ?? []).map(({ id: broken, softPenalty }) => ({
            id: broken,
            hard: false,
            amount: softPenalty,
          })),
        ],
      };
    }),
    score: result.solution.score,
    demand: { min, ideal },
  };
}

function dateOf(startDate: string | null, day: number): { date?: string } {
  if (startDate === null) return {};
  return { date: new Date(Date.parse(startDate) + day * 86_400_000).toISOString().slice(0, 10) };
}

function clockTime(minutes: number): string {
  const ofDay = ((minutes % 1440) + 1440) % 1440;
  return `${String(Math.floor(ofDay / 60)).padStart(2, '0')}:${String(ofDay % 60).padStart(2, '0')}`;
}
