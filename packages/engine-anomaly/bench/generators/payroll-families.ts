import { injectPayrollAnomalies, payrollAnomalyTypes } from './payroll-anomalies.ts';
import { monthlyFirm } from './payroll-monthly-firm.ts';
import { randomOf } from './random.ts';

interface PayrollDataOptions {
  readonly heldBack: boolean;
  readonly seedShift?: number;
  readonly employees?: number;
  /** Anomalies of each type in the scored payslips. */
  readonly each?: number;
}

export type PayrollData = ReturnType<typeof makePayrollData>;

/** Two years of payslips to train on, with a few anomalies, and six months of payslips to score. */
export function makePayrollData({ heldBack, seedShift = 0, employees = 200, each = 40 }: PayrollDataOptions) {
  const seed = (heldBack ? 501 : 31_415) + seedShift;
  const { drafts } = monthlyFirm({ seed, employees, periods: 30, heldBack });
  const history = drafts.filter(({ date }) => date < '2026-01-01');
  const r = randomOf(seed + 1);
  const inject = (list: typeof drafts, count: number) => {
    const counts = Object.fromEntries(payrollAnomalyTypes.map((type) => [type, count]));
    return injectPayrollAnomalies(list, { r, history, counts });
  };
  const { payslips } = inject(history, Math.ceil(history.length / 2000));
  const scored = inject(
    drafts.filter(({ date }) => date >= '2026-01-01'),
    each,
  );
  return { history: payslips, scored: scored.payslips, anomalies: scored.anomalies };
}
