/**
 * Anomaly scores for time registrations and payslips as pure functions: JSON in, JSON out, without clock, randomness or
 * I/O.
 *
 * @packageDocumentation
 */
export type { FeedbackValue } from './core/feedback.js';
export type { PayrollModel } from './payroll/payroll-model.js';
export { predictPayroll } from './payroll/predict-payroll.js';
export { preparePayroll } from './payroll/prepare-payroll.js';
export { trainPayroll } from './payroll/train-payroll.js';
export type { PayrollPrediction, Payslip } from './payroll/types.js';
export { predictRegistrations } from './time/predict-registrations.js';
export { predictTime } from './time/predict-time.js';
export { prepareTime } from './time/prepare-time.js';
export type { TimeModel } from './time/time-model.js';
export { trainTime, updateTime } from './time/train-time.js';
export type { TimeFeedback, TimeRegistration } from './time/types.js';
