import type { DeviationDirection } from '../core/numeric-surprise.js';
import type { SurpriseKind } from './payroll-model.js';
import type { LineField, PayrollTransaction } from './types.js';

/** A possible finding of a payslip: about one of its lines, or about a missing kind. */
export interface PayslipSurprise {
  kind: SurpriseKind;
  nats: number;
  direction: DeviationDirection;
  /** The line, and its key that is out of the ordinary. */
  observed?: { line: PayrollTransaction; field: LineField };
  /** The kind of line that was expected. */
  missing?: string;
}
