import type { Direction } from '../core/numeric-surprise.js';
import type { SurpriseKind } from './payroll-model.js';
import type { LineField, PayrollTransaction } from './types.js';

/** Something of a payslip that may be a finding: about a line of it, or about a kind that is not on it. */
export interface PayslipSurprise {
  kind: SurpriseKind;
  nats: number;
  direction: Direction;
  /** The line, and its key that is out of the ordinary. */
  observed?: { line: PayrollTransaction; field: LineField };
  /** The kind of line that was expected. */
  missing?: string;
}
