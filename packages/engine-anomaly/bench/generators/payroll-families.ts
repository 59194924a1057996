import { injectPayrollAnomalies, type PayrollAnomaly, payrollAnomalyTypes } from './payroll-anomalies.ts';
import { monthlyFirm } from './payroll-monthly-firm.ts';
import type { DraftedPayslip } from './payroll-payslip.ts';
import { travellingFirm } from './payroll-travelling-firm.ts';
import { randomOf } from './random.ts';

/** Months to train on, and to score. */
const [past, later] = [24, 6];
const travelling = { types: [...payrollAnomalyTypes, 'changed-rate'], each: 15 };

/** The companies with payslips, with the number of anomalies of each type. Nobody tuned with the held-back company. */
export const payrollFamilies = {
  'monthly firm': { company: monthlyFirm, seed: 31_415, types: payrollAnomalyTypes, each: 40 },
  'travelling firm': { company: travellingFirm, seed: 1, ...travelling },
  'travelling firm, no gross line, held back': {
    company: (options: Parameters<typeof monthlyFirm>[0]) => travellingFirm({ ...options, grossLine: false }),
    seed: 501,
    ...travelling,
  },
};

export type PayrollFamilyName = keyof typeof payrollFamilies;

interface PayrollDataOptions {
  readonly employees?: number;
  readonly seedShift?: number;
  /** Anomalies of each type in the scored payslips. */
  readonly each?: number;
}

export interface PayrollData {
  readonly history: DraftedPayslip[];
  readonly scored: DraftedPayslip[];
  readonly anomalies: PayrollAnomaly[];
}

/** Two years of payslips to train on, with a few anomalies, and later payslips to score. */
export function makePayrollData(
  name: PayrollFamilyName,
  { employees = 200, seedShift = 0, each = payrollFamilies[name].each }: PayrollDataOptions = {},
): PayrollData {
  const { company, seed, types } = payrollFamilies[name];
  const { drafts } = company({ seed: seed + seedShift, employees, periods: past + later });
  const firstLater = [...new Set(drafts.map(({ date }) => date))].sort()[past] ?? '';
  const history = drafts.filter(({ date }) => date < firstLater);
  const r = randomOf(seed + seedShift + 1);
  const inject = (list: typeof drafts, count: number) =>
    injectPayrollAnomalies(list, { r, history, counts: Object.fromEntries(types.map((type) => [type, count])) });
  const { payslips } = inject(history, Math.ceil(history.length / 2000));
  const scored = inject(
    drafts.filter(({ date }) => date >= firstLater),
    each,
  );
  return { history: payslips, scored: scored.payslips, anomalies: scored.anomalies };
}
