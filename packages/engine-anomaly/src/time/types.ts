import type { SignificantField } from '../core/contributions.js';
import type { FeedbackValue } from '../core/feedback.js';
import type { Severity, SeverityThresholds } from '../core/thresholds.js';

/** Shared fields of records (`time.registration.schema`). Decimal hours, -1 is missing (`time.gap.time-units`). */
export interface TimeRecord {
  /** Calendar date, YYYY-MM-DD. */
  date: string;
  employeeId: string;
  projectId?: string | null | undefined;
  departmentId?: string | null | undefined;
  workCategory?: string | null | undefined;
  startTime?: number | null | undefined;
  endTime?: number | null | undefined;
  workDuration?: number | null | undefined;
  breakDuration?: number | null | undefined;
  publicHoliday?: boolean | null | undefined;
  numericals?: readonly { name: string; value: number }[] | null | undefined;
  categoricals?: readonly { name: string; value: string }[] | null | undefined;
}

/** Completed work. */
export interface TimeRegistration extends TimeRecord {
  registrationId: string;
}

/** Planned work (`time.plan.schema`). */
export interface TimePlan extends TimeRecord {
  planId: string;
}

/** Types of rules (`time.rule.max-hours-per-day`, `time.gap.rule-types`). */
export type RuleType =
  | 'max_hours_per_day'
  | 'max_hours_per_week'
  | 'min_rest_hours_between_days'
  | 'max_consecutive_days'
  | 'no_overlap'
  | 'not_on_public_holiday';

/** A rule and its bound, in hours or days (`time.rule.schema`). */
export interface TimeRule {
  ruleId: string;
  ruleType: RuleType;
  value: number;
}

/** A violated rule. The arrays are parallel, with one inner array per violated instance (`time.gap.breach-arrays`). */
export interface RuleBreach {
  ruleId: string;
  relatedFields: string[][];
  relatedIds: string[][];
}

/** A predicted registration, and the user's feedback on the prediction. */
export interface TimeFeedback {
  registration: TimeRegistration;
  feedback: FeedbackValue;
}

/** One prediction (`time.prediction.schema`) without the two ids, which the caller creates. */
export interface TimePrediction {
  /** The id of the registration, or `agg_<employeeId>_<date>` for a day. */
  registrationId: string;
  date: string;
  employeeId: string;
  /** 0..100, two decimals. */
  anomalyScore: number;
  anomalySeverity: Severity;
  significantFields: SignificantField[];
  aggregated: boolean;
  missing: boolean;
  relatedRegistrationIds: string[];
  subModelId: string;
  breaches: RuleBreach[];
}

/** Result of one plan (`time.plan-result.schema`) without `resultId`. */
interface TimePlanResult {
  planId: string;
  date: string;
  employeeId: string;
  breaches: RuleBreach[];
}

/** Parameters of an asynchronous prediction (`time.prediction.params`). */
export interface TimePredictionRequest {
  registrations: readonly TimeRegistration[];
  aggregateForEmployeeIds?: readonly string[] | null | undefined;
  missingRegistrationDates?: readonly string[] | null | undefined;
  plans?: readonly TimePlan[] | null | undefined;
  rules?: readonly TimeRule[] | null | undefined;
}

/** Result of an asynchronous prediction for one dataset (`time.result.schema`) without `datasetId`. */
export interface TimePredictionResult {
  severityThresholds: SeverityThresholds;
  predictions: TimePrediction[];
  plans: TimePlanResult[];
}
