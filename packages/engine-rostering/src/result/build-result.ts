import { type Instance, type Roster, UNITS } from '../model/instance.js';
import type { Job } from '../model/job.js';
import type { Violation } from '../model/score.js';
import { listViolations } from '../score/list-violations.js';
import { publishedScore, scoreRoster } from '../score/score-roster.js';
import { staffing } from '../score/staffing.js';
import { dateOfDay } from './date-of-day.js';
import { demandFulfillment, fteDemandOutcome, totalFulfilment, wallDemandOutcome } from './demand-outcomes.js';
import { type Assignment, listAssignments } from './list-assignments.js';
import { generatedShifts, userDefinedShifts } from './list-shifts.js';
import { maxAvailableHours } from './max-available-hours.js';
import { missingDemands } from './missing-demands.js';
import type { EmployeeOutcome, EmployeeRoster, RosteringResult } from './result-types.js';

/** jobInfo as sent, with nrOfWeeks and the counting days by date and index (rostering.gap.result-horizon-weeks). */
function jobInfoOfResult(job: Job): Record<string, unknown> {
  const sent = job.jobInfo['planningHorizon'];
  const horizon = typeof sent === 'object' && sent !== null ? sent : {};
  const day = (dayIndex: number): { date?: string; dayIndex: number } => ({ ...dateOfDay(job, dayIndex), dayIndex });
  return {
    ...job.jobInfo,
    planningHorizon: {
      ...horizon,
      nrOfWeeks: job.nrOfWeeks,
      fteStartDay: day(job.fteFrom),
      fteEndDay: day(job.fteTo),
    },
  };
}

/** `fullSchedule` false leaves out the day-by-day lists (rostering.gap.statistics-shape). */
export interface ResultOptions {
  fullSchedule: boolean;
}

/** The document's result of a roster: everything in it is computed from the instance and the roster. */
export function buildResult(instance: Instance, roster: Roster, { fullSchedule }: ResultOptions): RosteringResult {
  const { job } = instance;
  const staff = staffing(instance, roster);
  const assignments = listAssignments(instance, roster);
  const violations = listViolations(instance, roster);
  return {
    jobInfo: jobInfoOfResult(job),
    id: job.id,
    organisationId: job.organisationId,
    scheduleType: {
      weekRecurring: {
        nrOfWeeks: job.nrOfWeeks,
        fteCountStartDayIndex: job.fteFrom,
        fteCountEndDayIndex: job.fteTo,
        fullScheduleStartDate: job.startDate,
      },
    },
    infeasibleConstraints: infeasibleConstraints(instance, violations),
    roster: {
      demandFulfillment: demandFulfillment(instance, staff),
      employeeRosters: assignments.map((own, employee) => employeeRoster(instance, employee, own, fullSchedule)),
    },
    solution: {
      score: publishedScore(scoreRoster(instance, roster)),
      ...(fullSchedule ? { missingDemands: missingDemands(instance, staff) } : {}),
      wallDemandOutcome: wallDemandOutcome(instance, staff),
      fteDemandOutcome: fteDemandOutcome(instance, staff),
      shiftDemandFulfillment: { totalFulfillmentStatistics: totalFulfilment(instance, staff) },
      ...(fullSchedule
        ? { userDefinedShifts: userDefinedShifts(instance), generatedShifts: generatedShifts(instance) }
        : {}),
      employeeOutcomes: employeeOutcomes(instance, assignments, violations, fullSchedule),
    },
  };
}

/** Strict constraints and rules that are broken, with the employees who break them (rostering.gap.hard-never-broken). */
function infeasibleConstraints(
  { job }: Instance,
  violations: readonly Violation[],
): RosteringResult['infeasibleConstraints'] {
  const broken = new Map<number, { id: string; employeeIds: string[] }>();
  for (const { constraint, employee, id, strict } of violations) {
    if (!strict) continue;
    const item = broken.get(constraint) ?? { id, employeeIds: [] };
    item.employeeIds.push(job.employees[employee]?.id ?? '');
    broken.set(constraint, item);
  }
  return [...broken.values()];
}

function employeeRoster(
  instance: Instance,
  employee: number,
  own: readonly Assignment[],
  fullSchedule: boolean,
): EmployeeRoster {
  const { job } = instance;
  const hours = hoursOf(instance, own);
  return {
    employeeId: job.employees[employee]?.id ?? '',
    summary: { hoursAssigned: hours, hoursAdjusted: hours },
    ...(fullSchedule
      ? {
          assignments: own.map(({ day, locked, roleId, shift }) => ({
            day: { ...dateOfDay(job, day), dayIndex: day },
            shiftId: job.shifts[shift]?.id ?? '',
            roleId,
            assignmentType: locked ? ('LOCKED' as const) : ('PLANNED' as const),
          })),
        }
      : {}),
  };
}

function hoursOf({ shiftMinutes }: Instance, own: readonly Assignment[]): number {
  return own.reduce((sum, { shift }) => sum + (shiftMinutes[shift] ?? 0), 0) / 60;
}

function employeeOutcomes(
  instance: Instance,
  assignments: readonly Assignment[][],
  violations: readonly Violation[],
  fullSchedule: boolean,
): EmployeeOutcome[] {
  const { job } = instance;
  const violationsOf: Violation[][] = assignments.map(() => []);
  for (const violation of violations) violationsOf[violation.employee]?.push(violation);
  return assignments.map((own, employee) => {
    const broken = violationsOf[employee] ?? [];
    const plannedDays = own.map(({ day, locked, roleId, shift }) => ({
      shiftId: job.shifts[shift]?.id ?? '',
      scheduleDay: { dayIndex: day },
      roleId,
      preAssigned: locked,
    }));
    return {
      employeeId: job.employees[employee]?.id ?? '',
      maxAvailableHours: maxAvailableHours(instance, employee),
      totalPlannedHours: hoursOf(instance, own),
      ...(fullSchedule ? { plannedDays } : {}),
      softConstraintViolations: broken
        .filter(({ strict }) => !strict)
        .map(({ cost, id }) => ({ id, softPenalty: cost / UNITS, hardPenalty: 0 })),
      hardConstraintViolations: broken
        .filter(({ strict }) => strict)
        .map(({ breach, id }) => ({ id, violation: breach / UNITS })),
    };
  });
}
