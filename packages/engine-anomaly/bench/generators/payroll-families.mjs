import { injectPayrollAnomalies, payrollAnomalyTypes } from './payroll-anomalies.mjs';
import { fortnightlyPlant } from './payroll-fortnightly-plant.mjs';
import { monthlyFirm } from './payroll-monthly-firm.mjs';
import { travellingFirm } from './payroll-travelling-firm.mjs';
import { randomOf } from './random.ts';

/** The companies that make up payslips; `heldBack` ones were not looked at while tuning. `two years` of periods each. */
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
    company: (options) => travellingFirm({ ...options, grossLine: false }),
    seed: 501,
    twoYears: 24,
    later: 6,
    heldBack: true,
    rates: true,
    each: 15,
  },
  'fortnightly plant': { company: fortnightlyPlant, seed: 906_090, twoYears: 52, later: 8, heldBack: true },
};

/**
 * Two years of payslips to train on (a few anomalies among them), and later ones to score.
 *
 * @returns `{customerId, staff, history, historyAnomalies, scored, anomalies}`
 */
export function makePayrollData(name, { employees = 200, seedShift = 0, each } = {}) {
  const family = payrollFamilies[name];
  const seed = family.seed + seedShift;
  const company = family.company({ seed, employees, periods: family.twoYears + family.later });
  const dates = [...new Set(company.drafts.map(({ date }) => date))].sort();
  const firstLater = dates[family.twoYears];
  const past = company.drafts.filter(({ date }) => date < firstLater);
  const future = company.drafts.filter(({ date }) => date >= firstLater);
  const r = randomOf(seed + 1);
  const few = Math.ceil(past.length / 2000);
  const types = family.rates ? [...payrollAnomalyTypes, 'changed-rate'] : payrollAnomalyTypes;
  const every = (count) => Object.fromEntries(types.map((type) => [type, count]));
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
