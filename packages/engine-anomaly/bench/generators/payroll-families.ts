import { injectPayrollAnomalies, type PayrollAnomaly, payrollAnomalyTypes } from './payroll-anomalies.ts';
import type { PayrollCompany, PayrollCompanyOptions } from './payroll-company.ts';
import { fortnightlyPlant } from './payroll-fortnightly-plant.ts';
import { monthlyFirm } from './payroll-monthly-firm.ts';
import type { DraftedPayslip } from './payroll-payslip.ts';
import { travellingFirm } from './payroll-travelling-firm.ts';
import { randomOf } from './random.ts';

interface PayrollFamily {
  readonly company: (options: PayrollCompanyOptions) => PayrollCompany;
  readonly seed: number;
  /** Periods to train on, and to score. */
  readonly twoYears: number;
  readonly later: number;
  readonly heldBack: boolean;
  /** With changed rates among the anomalies. */
  readonly rates?: boolean;
  /** Anomalies of each type. */
  readonly each?: number;
}

/** The companies that make up payslips; `heldBack` ones were not looked at while tuning. */
export const payrollFamilies = {
  'monthly firm': { company: monthlyFirm, seed: 31_415, twoYears: 24, later: 6, heldBack: false },
  'travelling firm': {
    company: travellingFirm,
    seed: 1,
    twoYears: 24,
    later: 6,
    heldBack: false,
    rates: true,
    each: 15,
  },
  'travelling firm, no gross line': {
    company: (options: PayrollCompanyOptions) => travellingFirm({ ...options, grossLine: false }),
    seed: 501,
    twoYears: 24,
    later: 6,
    heldBack: true,
    rates: true,
    each: 15,
  },
  'fortnightly plant': { company: fortnightlyPlant, seed: 906_090, twoYears: 52, later: 8, heldBack: true },
} satisfies Record<string, PayrollFamily>;

export type PayrollFamilyName = keyof typeof payrollFamilies;

interface PayrollDataOptions {
  readonly employees?: number;
  readonly seedShift?: number;
  /** Anomalies of each type among what is scored. */
  readonly each?: number;
}

export interface PayrollData extends Pick<PayrollCompany, 'customerId' | 'staff'> {
  readonly history: DraftedPayslip[];
  readonly historyAnomalies: PayrollAnomaly[];
  readonly scored: DraftedPayslip[];
  readonly anomalies: PayrollAnomaly[];
}

/** Two years of payslips to train on (a few anomalies among them), and later ones to score. */
export function makePayrollData(
  name: PayrollFamilyName,
  { employees = 200, seedShift = 0, each }: PayrollDataOptions = {},
): PayrollData {
  const family: PayrollFamily = payrollFamilies[name];
  const seed = family.seed + seedShift;
  const company = family.company({ seed, employees, periods: family.twoYears + family.later });
  const dates = [...new Set(company.drafts.map(({ date }) => date))].sort();
  const firstLater = dates[family.twoYears] ?? '';
  const past = company.drafts.filter(({ date }) => date < firstLater);
  const future = company.drafts.filter(({ date }) => date >= firstLater);
  const r = randomOf(seed + 1);
  const few = Math.ceil(past.length / 2000);
  const types = family.rates ? [...payrollAnomalyTypes, 'changed-rate'] : payrollAnomalyTypes;
  const every = (count: number) => Object.fromEntries(types.map((type) => [type, count]));
  const contaminated = injectPayrollAnomalies(past, { r, history: past, counts: every(few) });
  const injected = injectPayrollAnomalies(future, { r, history: past, counts: every(each ?? family.each ?? 40) });
  return {
    customerId: company.customerId,
    staff: company.staff,
    history: contaminated.payslips,
    historyAnomalies: contaminated.anomalies,
    scored: injected.payslips,
    anomalies: injected.anomalies,
  };
}
