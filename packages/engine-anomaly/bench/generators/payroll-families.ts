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

const monthly = { twoYears: 24, later: 6 };
const travelling = { ...monthly, rates: true, each: 15 };

/** The companies with payslips. Nobody looked at the held-back companies while tuning. */
export const payrollFamilies = {
  'monthly firm': { company: monthlyFirm, seed: 31_415, heldBack: false, ...monthly },
  'travelling firm': { company: travellingFirm, seed: 1, heldBack: false, ...travelling },
  'travelling firm, no gross line': {
    company: (options) => travellingFirm({ ...options, grossLine: false }),
    seed: 501,
    heldBack: true,
    ...travelling,
  },
  'fortnightly plant': { company: fortnightlyPlant, seed: 906_090, heldBack: true, twoYears: 52, later: 8 },
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
  readonly scored: DraftedPayslip[];
  readonly anomalies: PayrollAnomaly[];
}

/** Two years of payslips to train on, with a few anomalies, and later payslips to score. */
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
    scored: injected.payslips,
    anomalies: injected.anomalies,
  };
}
