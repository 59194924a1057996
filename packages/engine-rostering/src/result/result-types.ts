/** The documented result (rostering.result.schema). Optional members are not part of the statistics. */
export interface RosteringResult {
  jobInfo: Record<string, unknown>;
  id: string;
  organisationId: string;
  scheduleType: {
    weekRecurring: {
      nrOfWeeks: number;
      fteCountStartDayIndex: number;
      fteCountEndDayIndex: number;
      fullScheduleStartDate: string | null;
    };
  };
  infeasibleConstraints: { id: string; employeeIds: string[] }[];
  roster: {
    demandFulfillment: {
      shiftDemand: StaffingLevels<DemandFulfillment>;
      timeDemand: StaffingLevels<DemandFulfillment>;
    };
    employeeRosters: EmployeeRoster[];
  };
  solution: {
    score: { hard: number; soft: number };
    missingDemands?: MissingDemand[];
    wallDemandOutcome: WallDemandOutcome;
    fteDemandOutcome: StaffingLevels<{ target: number; planned: number }>;
    shiftDemandFulfillment: { totalFulfillmentStatistics: TotalFulfillment };
    userDefinedShifts?: { id: string; fteHours: number; shiftTypeIds: string[] }[];
    generatedShifts?: GeneratedShift[];
    employeeOutcomes: EmployeeOutcome[];
  };
}

export interface StaffingLevels<T> {
  min: T;
  ideal: T;
  max: T;
}

/** Head counts over all cells. `assigned` is limited to the demand of each cell. */
export interface DemandFulfillment {
  demand: number;
  assigned: number;
}

export interface EmployeeRoster {
  employeeId: string;
  summary: { hoursAssigned: number; hoursAdjusted: number };
  assignments?: {
    day: { date?: string; dayIndex: number };
    shiftId: string;
    roleId: string | null;
    assignmentType: 'LOCKED' | 'PLANNED';
  }[];
}

export interface MissingDemand {
  scheduleDay: { dayIndex: number };
  startTime: string;
  endTime: string;
  demands: {
    nbrOfMissingEmployees: number;
    assignmentId: null;
    taskId: null;
    attributeRequirements: { category: string; values: string[]; matchType: string; id: string }[];
  }[];
}

/** The number of demand cells for each kind of staffing. */
export interface WallDemandOutcome {
  lessThanMin: number;
  min: number;
  minIdeal: number;
  ideal: number;
  maxIdeal: number;
  max: number;
}

export interface TotalFulfillment {
  requestedHours: number;
  requestedShiftAssignments: number;
  plannedHours: number;
  plannedShiftAssignments: number;
}

export interface GeneratedShift {
  id: string;
  shiftTypeIds: string[];
  shiftTemplateId: null;
  intervals: {
    startTime: string;
    endTime: string;
    dayIndicator: number;
    breakMinutes: number;
    workTypeId: string | null;
    assignmentId: string | null;
    taskId: string | null;
  }[];
}

export interface EmployeeOutcome {
  employeeId: string;
  maxAvailableHours: number;
  totalPlannedHours: number;
  plannedDays?: { shiftId: string; scheduleDay: { dayIndex: number }; roleId: string | null; preAssigned: boolean }[];
  softConstraintViolations: { id: string; softPenalty: number; hardPenalty: number }[];
  hardConstraintViolations: { id: string; violation: number }[];
}
