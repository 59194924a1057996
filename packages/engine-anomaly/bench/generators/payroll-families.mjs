import { injectPayrollAnomalies, payrollAnomalyTypes } from './payroll-anomalies.mjs';
import { fortnightlyPlant } from './payroll-fortnightly-plant.mjs';
import { monthlyFirm } from './payroll-monthly-firm.mjs';
import { randomOf } from './random.mjs';

/** The companies that make up payslips; `heldBack` ones were not looked at while tuning. `two years` of periods each. */
export const payrollFamilies = {
  'monthly firm': { company: monthlyFirm, seed: 31_415, twoYears: 24, later: 6, heldBack: false },
  'fortnightly plant': { company: fortnightlyPlant, seed: 906_090, twoYears: 52, later: 8, heldBack: true },
};

/**
 * Two years of payslips to train on (a few anomalies among them), and later ones to score.
 *
 * @returns `{customerId, staff, history, historyAnomalies, scored, anomalies}`
 */
export function makePayrollData(name, { employees = 200, seedShift = 0, each = 40 } = {}) {
  const family = payrollFamilies[name];
  const seed = family.seed + seedShift;
  const company = family.company({ seed, employees, periods: family.twoYears + family.later });
  const dates = [...new Set(company.drafts.map(({ date }) => date))].sort();
  const firstLater = dates[family.twoYears];
  const past = company.drafts.filter(({ date }) => date < firstLater);
  const future = company.drafts.filter(({ date }) => date >= firstLater);
  const r = randomOf(seed + 1);
  const few = Math.ceil(past.length / 2000);
  const every = (count) => Object.fromEntries(payrollAnomalyTypes.map((type) => [type, count]));
  const contaminated = injectPayrollAnomalies(past, { r, history: past, counts: every(few) });
  const injected = injectPayrollAnomalies(future, { r, history: past, counts: every(each) });
  return {
    customerId: company.customerId,
    staff: company.staff,
    history: contaminated.payslips,
    historyAnomalies: contaminated.anomalies,
    scored: injected.payslips,
    anomalies: injected.anomalies,
  };
}
