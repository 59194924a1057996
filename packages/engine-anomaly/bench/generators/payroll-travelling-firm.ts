import { namesOf, staffing } from './company.ts';
import type { PayrollCompany, PayrollCompanyOptions } from './payroll-company.ts';
import { counted, type Line, money, type PayslipDraft } from './payroll-payslip.ts';
import { type Random, randomOf } from './random.ts';

interface Department {
  readonly departmentId: string;
  readonly share: number;
  readonly level: number;
  readonly travel: number;
  readonly hourly?: boolean;
}

interface Person {
  readonly employeeId: string;
  readonly name: string;
  readonly department: Department;
  salary: number;
  rate: number;
  readonly hours: number;
  /** Standard deviation of the hours, as a share of them. */
  readonly restless: number;
  /** Probability of a journey in a month, and what it costs. */
  readonly travels: number;
  readonly trip: number;
  readonly joined: number;
  readonly taxRate: number;
  readonly car: number;
  readonly loan: number;
}

/**
 * Monthly payslips of people who travel: expenses and daily allowances that no deduction is made from, on some payslips
 * and of very different size; hourly staff whose hours vary a lot while their rates do not; a pension contribution from
 * regular pay alone. With or without a gross line, which leaves the expenses out.
 */
export function travellingFirm({
  seed,
  employees,
  periods,
  grossLine = true,
}: PayrollCompanyOptions & { readonly grossLine?: boolean }): PayrollCompany {
  const r = randomOf(seed);
  const names = namesOf(seed);
  const staff = staffing(departments, employees).map(
    (department, index): Person => ({
      employeeId: `t${200 + index}`,
      name: names.person(),
      department,
      salary: money(r.between(2600, 6100) * department.level),
      rate: money(r.between(14, 31) * department.level),
      hours: r.between(70, 165),
      restless: r.between(0.08, 0.3),
      travels: department.travel * r.between(0.05, 0.4),
      trip: r.between(150, 1300),
      joined: index % 10 === 9 ? r.integer(3, periods - 2) : 0,
      taxRate: r.between(0.14, 0.34),
      car: r.chance(0.2) ? money(r.between(180, 420)) : 0,
      loan: r.chance(0.1) ? 25 * r.integer(2, 12) : 0,
    }),
  );
  const drafts: PayslipDraft[] = [];
  for (let period = 0; period < periods; period += 1) {
    for (const person of staff) {
      if (period % 12 === 4 && period > person.joined) {
        const factor = 1 + r.between(0.012, 0.045);
        person.salary = money(person.salary * factor);
        person.rate = money(person.rate * factor);
      }
      if (period >= person.joined) drafts.push(draftOf(person, { period, grossLine }, r));
    }
  }
  return { customerId: names.company(), staff, drafts, periods };
}

const departments: readonly Department[] = [
  { departmentId: 'advice', share: 5, level: 1.2, travel: 0.8 },
  { departmentId: 'installation', share: 5, level: 0.9, travel: 0.9, hourly: true },
  { departmentId: 'service', share: 4, level: 0.8, travel: 0.15, hourly: true },
  { departmentId: 'administration', share: 3, level: 1, travel: 0.2 },
];

const exempt = new Set(['travelExpense', 'dailyAllowance']);

function draftOf(
  person: Person,
  { period, grossLine }: { period: number; grossLine: boolean },
  r: Random,
): PayslipDraft {
  const { departmentId, hourly = false } = person.department;
  const date = new Date(Date.UTC(2024 + Math.floor(period / 12), (period % 12) + 1, 0)).toISOString().slice(0, 10);
  const unit = 'EUR';
  const lines: Line[] = [];
  if (hourly) {
    const hours = Math.max(8, Math.round(person.hours * (1 + person.restless * r.normal()) * 4) / 4);
    lines.push(counted('hourlyPay', 'h', person.rate, hours));
    if (r.chance(0.5)) lines.push(counted('eveningHours', 'h', money(1.2 * person.rate), r.integer(2, 30)));
  } else lines.push({ type: 'monthlyPay', unit, amount: person.salary });
  const regular = lines.reduce((sum, { amount }) => sum + amount, 0);
  if (r.chance(0.12)) lines.push({ type: 'commission', unit, amount: money(person.salary * r.between(0.05, 0.4)) });
  if (person.car > 0) lines.push({ type: 'carBenefit', unit, amount: person.car });
  if (r.chance(person.travels)) {
    lines.push({ type: 'travelExpense', unit, amount: money(person.trip * Math.exp(0.8 * r.normal())) });
    if (r.chance(0.7)) lines.push(counted('dailyAllowance', 'd', 51, r.integer(1, 9)));
  }
  if (person.loan > 0) lines.push({ type: 'loan', unit, amount: -person.loan });
  return {
    id: `${date}/${person.employeeId}`,
    date,
    employeeId: person.employeeId,
    employeeGroups: [departmentId],
    lines,
    exempt,
    deductions: (gross) => [
      { type: 'tax', unit, amount: money(0 - gross * person.taxRate) },
      { type: 'pension', unit, amount: money(0 - 0.068 * Math.min(gross, regular)) },
      { type: 'insurance', unit, amount: money(0 - 0.021 * gross) },
    ],
    totals: (gross, net) => [
      ...(grossLine ? [{ type: 'grossPay', unit, amount: gross }] : []),
      { type: 'netPay', unit, amount: net },
    ],
  };
}
