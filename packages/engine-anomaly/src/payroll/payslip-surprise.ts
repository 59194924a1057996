import type { DeviationDirection } from '../core/numeric-surprise.js';
import type { SurpriseKind } from './payroll-model.js';
import type { LineField, PayrollTransaction } from './types.js';

/** A possible finding about a line of a payslip or about a missing line type. */
export interface PayslipSurprise {
  kind: SurpriseKind;
  nats: number;
  direction: DeviationDirection;
  /** The line and its unusual key. */
  observed?: { line: PayrollTransaction; field: LineField };
  /** The line type that was expected. */
  missing?: string;
}
