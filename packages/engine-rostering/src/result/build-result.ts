import { formatClockTime, toHorizonDate } from '../model/calendar.js';
import { costUnits, freeShift, listCoveredCells, type Roster, type RosteringInstance } from '../model/instance.js';
import type { RosteringJob } from '../model/job.js';
import { type ConstraintViolation, listViolations, scoreRoster, toPublishedScore } from '../score/score-roster.js';
import { computeCellShortage, computeStaffing, type Staffing } from '../score/staffing.js';
import {
  computeDemandFulfillment,
  computeFteDemandOutcome,
  computeTotalFulfillment,
  computeWallDemandOutcome,
} from './demand-outcomes.js';

/**
 * Returns jobInfo as sent, with nrOfWeeks and the counted days by date and index (rostering.gap.result-horizon-weeks).
 */
function jobInfoOfResult(job: RosteringJob): Record<string, unknown> {
  const sent = job.jobInfo['planningHorizon'];
  const horizon = typeof sent === 'object' && sent !== null ? sent : {};
  const day = (dayIndex: number): { date?: string; dayIndex: number } => ({
    ...toHorizonDate(job, dayIndex),
    dayIndex,
  });
  return {
    ...job.jobInfo,
    planningHorizon: { ...horizon, nrOfWeeks: job.nrOfWeeks, fteStartDay: day(job.fteFrom), fteEndDay: day(job.fteTo) },
  };
}

/**
 * Builds the documented result (rostering.result.schema). If `fullSchedule` is false, the day-by-day lists are omitted
 * (rostering.gap.statistics-shape).
 */
export function buildResult(instance: RosteringInstance, roster: Roster, { fullSchedule }: { fullSchedule: boolean }) {
  const { job } = instance;
  const staff = computeStaffing(instance, roster);
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
      demandFulfillment: computeDemandFulfillment(instance, staff),
      employeeRosters: assignments.map((own, employee) => employeeRoster(instance, employee, own, fullSchedule)),
    },
    solution: {
      score: toPublishedScore(scoreRoster(instance, roster)),
      ...(fullSchedule ? { missingDemands: missingDemands(instance, staff) } : {}),
      wallDemandOutcome: computeWallDemandOutcome(instance, staff),
      fteDemandOutcome: computeFteDemandOutcome(instance, staff),
      shiftDemandFulfillment: { totalFulfillmentStatistics: computeTotalFulfillment(instance, staff) },
      ...(fullSchedule
        ? { userDefinedShifts: userDefinedShifts(instance), generatedShifts: generatedShifts(instance) }
        : {}),
      employeeOutcomes: employeeOutcomes(instance, assignments, violations, fullSchedule),
    },
  };
}

/**
 * Lists the violated strict constraints and rules, with the employees who violate them
 * (rostering.gap.hard-never-broken).
 */
function infeasibleConstraints({ job }: RosteringInstance, violations: readonly ConstraintViolation[]) {
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
  instance: RosteringInstance,
  employee: number,
  own: readonly Assignment[],
  fullSchedule: boolean,
) {
  const { job } = instance;
  const hours = hoursOf(instance, own);
  return {
    employeeId: job.employees[employee]?.id ?? '',
    summary: { hoursAssigned: hours, hoursAdjusted: hours },
    ...(fullSchedule
      ? {
          assignments: own.map(({ day, locked, roleId, shift }) => ({
            day: { ...toHorizonDate(job, day), dayIndex: day },
            shiftId: job.shifts[shift]?.id ?? '',
            roleId,
            assignmentType: locked ? ('LOCKED' as const) : ('PLANNED' as const),
          })),
        }
      : {}),
  };
}

function hoursOf({ shiftMinutes }: RosteringInstance, own: readonly Assignment[]): number {
  return own.reduce((sum, { shift }) => sum + (shiftMinutes[shift] ?? 0), 0) / 60;
}

function employeeOutcomes(
  instance: RosteringInstance,
  assignments: readonly Assignment[][],
  violations: readonly ConstraintViolation[],
  fullSchedule: boolean,
) {
  const { job } = instance;
  const violationsOf: ConstraintViolation[][] = assignments.map(() => []);
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
        .map(({ cost, id }) => ({ id, softPenalty: cost / costUnits, hardPenalty: 0 })),
      hardConstraintViolations: broken
        .filter(({ strict }) => strict)
        .map(({ breach, id }) => ({ id, violation: breach / costUnits })),
    };
  });
}

/**
 * Returns the hours an employee can work, without days blocked by STRICT availability
 * (rostering.gap.max-available-hours).
 */
function maxAvailableHours(instance: RosteringInstance, employee: number): number {
  const { constraints, constraintsOf, days, job } = instance;
  const weekly = job.employees[employee]?.maxHoursPerWeek ?? null;
  if (weekly === null) return 24 * days;
  const taken = new Set<number>();
  for (const index of constraintsOf[employee] ?? []) {
    const constraint = constraints[index];
    if (constraint?.family !== 'employeeAvailability' || !constraint.strict || constraint.isDesired) continue;
    if (constraint.window !== null || constraint.shifts.includes(0)) continue;
    for (const { from, to } of constraint.periods) for (let day = from; day < to; day += 1) taken.add(day);
  }
  return Math.max(0, weekly * job.nrOfWeeks - (weekly / 5) * taken.size);
}

function userDefinedShifts(instance: RosteringInstance) {
  return instance.job.shifts.flatMap(({ generated, id, shiftTypeIds }, shift) =>
    generated ? [] : [{ id, fteHours: (instance.shiftMinutes[shift] ?? 0) / 60, shiftTypeIds }],
  );
}

/** Returns the shifts generated from time slots if none were sent (rostering.gap.no-shifts). */
function generatedShifts(instance: RosteringInstance) {
  return instance.job.shifts.flatMap(({ generated, id, intervals, shiftTypeIds }) => {
    if (!generated) return [];
    const listed = intervals.map(({ start, end, ...interval }) => ({
      startTime: formatClockTime(start),
      endTime: formatClockTime(end),
      dayIndicator: Math.floor(start / 1440),
      ...interval,
    }));
    return [{ id, shiftTypeIds, shiftTemplateId: null, intervals: listed }];
  });
}

/**
 * Lists the unmet minimum demand by day, time and missing requirements. It adds up to the missing employees in the
 * score.
 */
function missingDemands(instance: RosteringInstance, staff: Staffing) {
  const { cells } = instance;
  const create = (cell: number) => ({
    scheduleDay: { dayIndex: cells.day[cell] ?? 0 },
    startTime: formatClockTime(cells.start[cell] ?? 0),
    endTime: formatClockTime(cells.end[cell] ?? 0),
    demands: demandsOf(instance, staff, cell),
  });
  const found = new Map<string, ReturnType<typeof create>>();
  for (let cell = 0; cell < cells.count; cell += 1) {
    const item = create(cell);
    const key = `${cells.start[cell]}-${cells.end[cell]}`;
    const known = found.get(key);
    if (known !== undefined) known.demands.push(...item.demands);
    else if (item.demands.length > 0) found.set(key, item);
  }
  return [...found.values()];
}

function demandsOf(instance: RosteringInstance, staff: Staffing, cell: number) {
  const { missing, requirements } = computeCellShortage(instance, staff, cell);
  const sent = instance.job.demands[cell]?.requirements ?? [];
  // The nth missing employee must meet every requirement that still lacks n employees: there is one item for each step.
  const steps = [...new Set([...requirements.map((requirement) => requirement.missing), missing])]
    .filter((step) => step > 0)
    .sort((a, b) => a - b);
  return steps.map((step, index) => ({
    nbrOfMissingEmployees: step - (steps[index - 1] ?? 0),
    assignmentId: null,
    taskId: null,
    attributeRequirements: requirements
      .filter((requirement) => requirement.missing >= step)
      .flatMap((requirement) => sent[requirement.index] ?? [])
      .map(({ id, values, matchType }) => ({ category: id, values, matchType, id })),
  }));
}

/** An assignment of an employee, as indexes. */
interface Assignment {
  day: number;
  shift: number;
  locked: boolean;
  roleId: string | null;
}

/** Lists every employee's assignments by day, including second locked shifts of a day. */
function listAssignments(instance: RosteringInstance, roster: Roster): Assignment[][] {
  const { days, employees, job, locked } = instance;
  const roles = new Map(job.locks.map((lock) => [`${lock.employee}/${lock.day}/${lock.shift}`, lock.roleId]));
  return Array.from({ length: employees }, (_, employee) => {
    const assignments: Assignment[] = [];
    const lock = (day: number, shift: number): Assignment => {
      const roleId = roles.get(`${employee}/${day}/${shift}`) ?? job.employees[employee]?.roleIds[0] ?? null;
      return { day, shift, locked: true, roleId };
    };
    for (let day = 0; day < days; day += 1) {
      const shift = roster[employee * days + day] ?? freeShift;
      if (shift === freeShift) continue;
      if (locked[employee * days + day] === shift) assignments.push(lock(day, shift));
      else assignments.push({ day, shift, locked: false, roleId: roleFor(instance, employee, day, shift) });
    }
    for (const second of instance.doubleLocks) {
      if (second.employee === employee) assignments.push(lock(second.day, second.shift));
    }
    return assignments.sort((a, b) => a.day - b.day);
  });
}

/** Returns the employee's first role that the demand requires, or else the first role (rostering.gap.role-id). */
function roleFor(instance: RosteringInstance, employee: number, day: number, shift: number): string | null {
  const roleIds = instance.job.employees[employee]?.roleIds ?? [];
  for (const cell of roleIds.length > 1 ? listCoveredCells(instance, day, shift) : []) {
    const requirements = instance.job.demands[cell]?.requirements ?? [];
    const wanted = requirements.flatMap(({ matchType, values }) => (matchType === 'NONE' ? [] : values));
    const role = roleIds.find((id) => wanted.includes(id));
    if (role !== undefined) return role;
  }
  return roleIds[0] ?? null;
}
