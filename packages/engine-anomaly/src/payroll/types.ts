import type { FeedbackValue } from '../core/feedback.js';
import type { SeverityThresholds } from '../core/thresholds.js';

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

/** The pay of one employee on one date (`payroll.gap.payslip`). */
export interface Payslip {
  id: string;
  /** Calendar date, YYYY-MM-DD. */
  date: string;
  employeeId: string;
  employeeGroups?: readonly string[] | null | undefined;
  transactions: readonly PayrollTransaction[];
}

/** The keys of a line that can be anomalous. `type` means that the line itself is unexpected. */
export type LineField = 'amount' | 'rate' | 'quantity' | 'type';

/** The group that a finding is compared with. */
export interface FindingContext {
  employeeId: string;
  employeeGroups: string[];
}

/** An anomalous line, without `predictionId`, which the caller creates. */
export interface ObservedFinding {
  transactionId: string;
  /** Points of the payslip's score, 1..100. */
  score: number;
  context: FindingContext[];
  field: LineField;
  /** Based on the size of the line: a larger deduction is a `HIGH_VALUE`. */
  anomalyType: 'HIGH_VALUE' | 'LOW_VALUE';
}

/** An expected but missing line, without `predictionId`. */
export interface MissingFinding {
  score: number;
  context: FindingContext[];
  /** The key is `type`, or `subType` if the payslip contains other lines of that type. */
  expectedField: { key: string; value: string };
}

/** The score and findings of one payslip. The scores of the findings add up to the payslip's score. */
export interface PayslipResult {
  id: string;
  /** An integer from 0 to 100. */
  score: number;
  findings: { observed: ObservedFinding[]; missing: MissingFinding[] };
}

/** A line type that increased or decreased for most of its employees (`findings` of a dataset). */
export interface PayrollTrend {
  type: 'INCREASE' | 'DECREASE';
  fields: { key: string; value: string }[];
  affectedEmployeeIds: string[];
}

/** An item of `datasetResults` without the dataset's `id` (`payroll.gap.dataset-results-item`). */
export interface PayrollPrediction {
  severityThresholds: SeverityThresholds;
  findings: PayrollTrend[];
  payslipResults: PayslipResult[];
}

/** A scored payslip, one of its findings, and the user's feedback (`payroll.gap.feedback-items`). */
export interface PayrollFeedback {
  payslip: Payslip;
  finding: ObservedFinding | MissingFinding;
  feedback: FeedbackValue;
}
