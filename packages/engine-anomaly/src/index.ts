/**
 * Anomaly scores for time registrations and payslips as pure functions: JSON in, JSON out, no clock, no chance, no
 * input or output.
 *
 * @example
 * ```ts
 * import { predictTime, prepareTime, trainTime } from '@understudy/engine-anomaly';
 *
 * const registrations = ['02', '03', '04', '05', '06'].map((day) => ({
 *   registrationId: `r${day}`,
 *   date: `2026-02-${day}`, // Monday to Friday
 *   employeeId: '7',
 *   startTime: 8,
 *   endTime: 16,
 *   breakDuration: 0.5,
 *   workDuration: 7.5,
 * }));
 * const model = trainTime(registrations); // plain JSON, store it
 * const prepared = prepareTime(model); // keep it in memory
 * const { predictions } = predictTime(prepared, {
 *   registrations: [{ ...registrations[0], registrationId: 'r8', date: '2026-02-08' }], // a Sunday
 *   rules: [{ ruleId: 'short', ruleType: 'max_hours_per_day', value: 7 }],
 * });
 * predictions[0].significantFields[0].field; // 'date'
 * predictions[0].breaches[0].relatedIds; // [['r8']]
 * ```
 *
 * @packageDocumentation
 */
export {
  calibrateField,
  combineSurprises,
  type FieldCalibration,
  type FieldSurprise,
  type ScoredRecord,
  type SignificantField,
} from './core/contributions.js';
export type { FeedbackValue } from './core/feedback.js';
export { classifySeverity, type Severity, type SeverityThresholds } from './core/severity.js';
export type { PayrollModel } from './payroll/payroll-model.js';
export { predictPayroll } from './payroll/predict-payroll.js';
export { type PreparedPayrollModel, preparePayroll } from './payroll/prepare-payroll.js';
export { type PayrollTrainingOptions, trainPayroll } from './payroll/train-payroll.js';
export type {
  FindingContext,
  LineField,
  MissingFinding,
  ObservedFinding,
  PayrollFeedback,
  PayrollPrediction,
  PayrollTransaction,
  PayrollTrend,
  Payslip,
  PayslipResult,
} from './payroll/types.js';
export { predictRegistrations } from './time/predict-registrations.js';
export { predictTime } from './time/predict-time.js';
export { type PreparedTimeModel, prepareTime } from './time/prepare-time.js';
export { type BreachesByPosition, checkRules } from './time/rules/check-rules.js';
export { isRuleType, ruleTypes } from './time/rules/rule-types.js';
export type { TimeModel } from './time/time-model.js';
export { type TimeTrainingOptions, trainTime, updateTime } from './time/train-time.js';
export type {
  RuleBreach,
  RuleType,
  TimeFeedback,
  TimePlan,
  TimePlanResult,
  TimePrediction,
  TimePredictionRequest,
  TimePredictionResult,
  TimeRecord,
  TimeRegistration,
  TimeRule,
} from './time/types.js';
