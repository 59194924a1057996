/** Titles of the checks (rostering.gap.feasibility-categories). */
export const checkTitles = [
  'Employee-availability-check',
  'Demand-weekend-covered-by-employees-check',
  'Employee-minutes-weekly-check',
  'Employee-minutes-entire-roster-check',
  'Demand-covered-by-shift-templates-check',
  'Shift-is-covered-by-demand-check',
  'Employee-assigned-to-shift-covers-demand-check',
  'Shift-Templates-are-demand-relevant-check',
  'Shift-utilization-minimum-occurrence-check',
  'Locked-shift-task-requirements-check',
] as const;

export type CheckTitle = (typeof checkTitles)[number];

/** The fields of the documented violation that these checks set (rostering.feasibility.violation). */
export interface FeasibilityViolation {
  day?: number;
  date?: string;
  demandSegment?: { startTime: string; endTime: string; minDemand: number; timestamp?: string };
  shift?: { name: string };
  weekendNumber?: number;
  requiredEmployees?: number;
  missingEmployees?: number;
  missingEmployeesDueToWeekendDistribution?: number;
  employeeNumber?: string;
  requiredMinutes?: number;
  achievableMinutes?: number;
  missingMinutes?: number;
  totalMinutes?: number;
  numberOfEmployees?: number;
  startTime?: string;
  endTime?: string;
  personnelGroup?: string;
  assignment?: string;
  taskId?: string;
  competencies?: string[];
  workType?: string;
  constraintId?: string;
  lockedShiftName?: string;
  employeeId?: string;
  violatedProperties?: string[];
}

export interface FeasibilityFinding {
  title: CheckTitle;
  category: 'WARNING' | 'INFEASIBILITY';
  description: string;
  violations: FeasibilityViolation[];
}

/** The response body of the feasibility check. */
export interface FeasibilityReport {
  version: string;
  status: ('FEASIBLE' | 'WARNING' | 'INFEASIBLE' | 'ERROR' | 'TIMEOUT')[];
  warnings: FeasibilityFinding[];
  infeasibilities: FeasibilityFinding[];
  errors: string[];
  timeouts: string[];
}

/** A violation found by a check, with its level. */
export interface CheckResult {
  level: 'warning' | 'infeasibility';
  title: CheckTitle;
  violation: FeasibilityViolation;
}

export const infeasibility = (title: CheckTitle, violation: FeasibilityViolation): CheckResult => ({
  level: 'infeasibility',
  title,
  violation,
});

export const warning = (title: CheckTitle, violation: FeasibilityViolation): CheckResult => ({
  level: 'warning',
  title,
  violation,
});

/** Counts the steps of a check. `spend` throws `OutOfBudget` if a check exceeds its limit or must stop. */
export interface CheckBudget {
  spend(steps: number): void;
}

export class OutOfBudgetError extends Error {}
