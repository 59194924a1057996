/** The parts of a job definition that a judge reads, as a client writes them. */
export interface RawJobDefinition {
  readonly jobInfo: {
    readonly scheduleType: string;
    readonly demandType: string;
    readonly planningHorizon: { readonly startDate?: string; readonly endDate?: string; readonly nrOfWeeks?: number };
  };
  readonly employees: readonly RawEmployee[];
  readonly demands: readonly Demand[];
  readonly shifts?: readonly RawShift[];
  readonly timeSlots?: readonly { readonly id: string; readonly startTime: string; readonly endTime: string }[];
  readonly constraints?: Readonly<Record<string, readonly RawRule[]>>;
  readonly configuration?: {
    readonly demandWeights?: { readonly min: number; readonly ideal: number; readonly max: number };
  };
  readonly extensions?: { readonly history?: readonly Readonly<Record<'employeeId' | 'date' | 'shiftId', string>>[] };
}

export interface RawEmployee {
  readonly id: string;
  readonly attributes?: readonly RawValues[];
  readonly workTime?: { readonly maxHoursPerWeek?: number };
}

export interface RawValues {
  readonly id: string;
  readonly values: readonly string[];
}

export interface RawFilter extends RawValues {
  readonly matchType?: string;
}

interface Demand {
  readonly days?: { readonly dates?: readonly string[]; readonly dayIndexes?: readonly number[] } | null;
  readonly dates?: readonly string[];
  readonly timeDemands?: readonly (RawLevels & { readonly timeSlotId: string })[];
  readonly shiftDemands?: readonly (RawLevels & {
    readonly shiftId: string;
    readonly attributeRequirements?: readonly (RawFilter & { readonly min?: number })[];
  })[];
}

export interface RawLevels {
  readonly min: number;
  readonly ideal: number;
  readonly max: number;
  readonly priority?: number;
}

export interface RawShift {
  readonly id: string;
  readonly intervals: readonly {
    readonly startTime: string;
    readonly endTime: string;
    readonly dayIndicator?: number;
    readonly breakMinutes?: number;
  }[];
  readonly attributes?: readonly RawValues[];
}

/** One item of a constraint family. Each family has its own fields. */
export interface RawRule extends Readonly<Partial<Record<RawBound, number>>> {
  readonly id: string;
  readonly importance?: string;
  readonly filters?: {
    readonly employees?: { readonly employeeIds?: readonly string[]; readonly attributes?: readonly RawFilter[] };
    readonly shifts?: { readonly shiftIds?: readonly string[]; readonly attributes?: readonly RawFilter[] };
  };
  readonly periods?: {
    readonly recurrentDefinition?: { readonly daysPerPeriod: number };
    readonly customDefinitions?: readonly { readonly startDate: string; readonly endDate: string }[];
  };
  readonly isDesired?: boolean;
  readonly startTime?: string;
  readonly endTime?: string;
  readonly minimumContinuousRestDuration?: { readonly hours: number };
  readonly minRestDuration?: { readonly hours: number };
  readonly sequence?: readonly string[];
  readonly target?: string;
}

/** The bounds of a rule. */
type RawBound = 'minHours' | 'maxHours' | 'minShifts' | 'maxShifts' | 'minDays' | 'maxDays' | 'maxWorkedWeekends';

/** The parts of a full result that a judge reads. */
export interface JudgedResult {
  readonly roster: {
    readonly employeeRosters: readonly {
      readonly employeeId: string;
      readonly assignments?:
        | undefined
        | readonly { readonly day: { readonly dayIndex: number }; readonly shiftId: string }[];
    }[];
  };
  readonly solution: { readonly generatedShifts?: readonly RawShift[] | undefined };
}

/** The result of a judge: the score with the API's sign, and the violation of each rule by employee. */
export interface Judgement {
  readonly hard: number;
  readonly soft: number;
  /** `<employee> <rule id>` -> amount of the breach in days, shifts, weekends, occurrences or hours, unweighted. */
  readonly strictBreaches: ReadonlyMap<string, number>;
  /** `<employee> <rule id>` -> weighted penalty. */
  readonly softPenalties: ReadonlyMap<string, number>;
}
