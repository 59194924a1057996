import type { FeedbackValue } from '../core/feedback.js';
import type { SeverityThresholds } from '../core/severity.js';

/** One line of a payslip (`payroll.gap.payslip`). Deductions have negative amounts. */
export interface PayrollTransaction {
  id: string;
  type: string;
  amount: number;
  contractId?: string | null | undefined;
  subType?: string | null | undefined;
  unit?: string | null | undefined;
  fromDate?: string | null | undefined;
  toDate?: string | null | undefined;
  rate?: number | null | undefined;
  quantity?: number | null | undefined;
  costUnits?: readonly Readonly<Record<string, string>>[] | null | undefined;
}

/** What one employee was paid at one date (`payroll.gap.payslip`). */
export interface Payslip {
  id: string;
  /** Calendar date, YYYY-MM-DD. */
  date: string;
  employeeId: string;
  employeeGroups?: readonly string[] | null | undefined;
  transactions: readonly PayrollTransaction[];
}

/** Keys of a line that can be out of the ordinary; `type` when the line itself should not be there. */
export type LineField = 'amount' | 'rate' | 'quantity' | 'type';

/** Whom a finding compares with. */
export interface FindingContext {
  employeeId: string;
  employeeGroups: string[];
}

/** A line that is out of the ordinary, without `predictionId`, which is not the engine's to make. */
export interface ObservedFinding {
  transactionId: string;
  /** Points of the payslip's score, 1..100. */
  score: number;
  context: FindingContext[];
  field: LineField;
  /** By the size of the line: a larger deduction is a `HIGH_VALUE`. */
  anomalyType: 'HIGH_VALUE' | 'LOW_VALUE';
}

/** A line that is to be expected and is not there, without `predictionId`. */
export interface MissingFinding {
  score: number;
  context: FindingContext[];
  /** Key `type`; or `subType`, when the payslip has other lines of that type. */
  expectedField: { key: string; value: string };
}

/** Score and findings of one payslip; the scores of its findings add up to its own. */
export interface PayslipResult {
  id: string;
  /** 0..100, an integer. */
  score: number;
  findings: { observed: ObservedFinding[]; missing: MissingFinding[] };
}

/** A kind of line that rose or fell for most of its employees (`findings` of a dataset). */
export interface PayrollTrend {
  type: 'INCREASE' | 'DECREASE';
  fields: { key: string; value: string }[];
  affectedEmployeeIds: string[];
}

/** Item of `datasetResults` without the dataset's `id` (`payroll.gap.dataset-results-item`). */
export interface PayrollPrediction {
  severityThresholds: SeverityThresholds;
  findings: PayrollTrend[];
  payslipResults: PayslipResult[];
}

/** A payslip as it was predicted, one of its findings, and what the user said about it (`payroll.gap.feedback-items`). */
export interface PayrollFeedback {
  payslip: Payslip;
  finding: ObservedFinding | MissingFinding;
  feedback: FeedbackValue;
}
