import type { PayslipDraft } from './payroll-payslip.ts';

export interface PayrollCompanyOptions {
  readonly seed: number;
  readonly employees: number;
  /** Months or fortnights. */
  readonly periods: number;
}

/** A made-up company that pays its employees. */
export interface PayrollCompany {
  readonly customerId: string;
  readonly staff: readonly { readonly employeeId: string; readonly name: string }[];
  /** Every payslip of every period. */
  readonly drafts: PayslipDraft[];
  readonly periods: number;
}
