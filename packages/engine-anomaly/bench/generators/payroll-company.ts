import { namesOf, staffing } from './company.ts';
import type { Line, PayslipDraft } from './payroll-payslip.ts';
import { type Random, randomOf } from './random.ts';

export interface PayrollCompanyOptions {
  readonly seed: number;
  readonly employees: number;
  /** Months or fortnights. */
  readonly periods: number;
}

/** A generated company and every payslip of every period. */
export interface PayrollCompany {
  readonly customerId: string;
  readonly staff: readonly { readonly employeeId: string; readonly name: string }[];
  readonly drafts: PayslipDraft[];
  readonly periods: number;
}

interface Employed {
  readonly employeeId: string;
  readonly joined: number;
  readonly left: number;
}

/** The parameters of a company: its departments, people, raises and payslips. */
interface PayrollFirm<Department extends { readonly share: number }, Person extends Employed> {
  readonly departments: readonly Department[];
  readonly person: (r: Random, department: Department, index: number) => Person;
  readonly raise: (r: Random, person: Person, period: number) => void;
  readonly draft: (r: Random, person: Person, period: number) => PayslipDraft;
}

/** Generates a company from its parameters. The same options give the same company. */
export function payrollCompany<Department extends { readonly share: number }, Person extends Employed>(
  { departments, person, raise, draft }: PayrollFirm<Department, Person>,
  { seed, employees, periods }: PayrollCompanyOptions,
): PayrollCompany {
  const r = randomOf(seed);
  const names = namesOf(seed);
  const staff = staffing(departments, employees).map((department, index) => ({
    ...person(r, department, index),
    name: names.person(),
  }));
  const drafts: PayslipDraft[] = [];
  for (let period = 0; period < periods; period += 1) {
    for (const one of staff) {
      raise(r, one, period);
      if (period >= one.joined && period <= one.left) drafts.push(draft(r, one, period));
    }
  }
  return { customerId: names.company(), staff, drafts, periods };
}

/** The last day of a month, counted from January 2024. */
export const monthEnd = (period: number): string =>
  new Date(Date.UTC(2024 + Math.floor(period / 12), (period % 12) + 1, 0)).toISOString().slice(0, 10);

/** The lines with an amount other than 0. */
export const fixedLines = (unit: string, amounts: Readonly<Record<string, number>>): Line[] =>
  Object.entries(amounts).flatMap(([type, amount]) => (amount === 0 ? [] : [{ type, unit, amount }]));
