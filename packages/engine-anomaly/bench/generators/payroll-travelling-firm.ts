import { fixedLines, monthEnd, type PayrollCompanyOptions, payrollCompany } from './payroll-company.ts';
import { counted, type Line, money, type PayslipDraft } from './payroll-payslip.ts';
import type { Random } from './random.ts';

interface Department {
  readonly departmentId: string;
  readonly share: number;
  readonly level: number;
  readonly travel: number;
  readonly hourly?: boolean;
}

const departments: readonly Department[] = [
  { departmentId: 'advice', share: 5, level: 1.2, travel: 0.8 },
  { departmentId: 'installation', share: 5, level: 0.9, travel: 0.9, hourly: true },
  { departmentId: 'service', share: 4, level: 0.8, travel: 0.15, hourly: true },
  { departmentId: 'administration', share: 3, level: 1, travel: 0.2 },
];

/**
 * Monthly payslips of people who travel: expenses and daily allowances without deductions, on some payslips and of very
 * different size. Hourly staff with varying hours and steady rates. A pension contribution from regular pay only. With or
 * without a gross line, which excludes the expenses.
 */
export const travellingFirm = (options: PayrollCompanyOptions & { readonly grossLine?: boolean }) => {
  const { periods, grossLine = true } = options;
  return payrollCompany(
    {
      departments,
      person: (r, department: Department, index) => personOf(r, department, index, periods),
      raise,
      draft: (r, person, period) => draft(r, person, period, grossLine),
    },
    options,
  );
};

type Person = ReturnType<typeof personOf>;

const personOf = (r: Random, department: Department, index: number, periods: number) => ({
  employeeId: `t${200 + index}`,
  department,
  salary: money(r.between(2600, 6100) * department.level),
  rate: money(r.between(14, 31) * department.level),
  hours: r.between(70, 165),
  /** Standard deviation of the hours, as a share. */
  restless: r.between(0.08, 0.3),
  /** Probability of a journey in a month, and its cost. */
  travels: department.travel * r.between(0.05, 0.4),
  trip: r.between(150, 1300),
  joined: index % 10 === 9 ? r.integer(3, periods - 2) : 0,
  left: periods,
  taxRate: r.between(0.14, 0.34),
  car: r.chance(0.2) ? money(r.between(180, 420)) : 0,
  loan: r.chance(0.1) ? 25 * r.integer(2, 12) : 0,
});

function raise(r: Random, person: Person, period: number): void {
  if (period % 12 !== 4 || period <= person.joined) return;
  const factor = 1 + r.between(0.012, 0.045);
  person.salary = money(person.salary * factor);
  person.rate = money(person.rate * factor);
}

const exempt = new Set(['travelExpense', 'dailyAllowance']);

function draft(r: Random, person: Person, period: number, grossLine: boolean): PayslipDraft {
  const { departmentId, hourly = false } = person.department;
  const date = monthEnd(period);
  const unit = 'EUR';
  const lines: Line[] = [];
  if (hourly) {
    const hours = Math.max(8, Math.round(person.hours * (1 + person.restless * r.normal()) * 4) / 4);
    lines.push(counted('hourlyPay', 'h', person.rate, hours));
    if (r.chance(0.5)) lines.push(counted('eveningHours', 'h', money(1.2 * person.rate), r.integer(2, 30)));
  } else lines.push({ type: 'monthlyPay', unit, amount: person.salary });
  const regular = lines.reduce((sum, { amount }) => sum + amount, 0);
  const commission = r.chance(0.12) ? money(person.salary * r.between(0.05, 0.4)) : 0;
  lines.push(...fixedLines(unit, { commission, carBenefit: person.car }));
  if (r.chance(person.travels)) {
    lines.push({ type: 'travelExpense', unit, amount: money(person.trip * Math.exp(0.8 * r.normal())) });
    if (r.chance(0.7)) lines.push(counted('dailyAllowance', 'd', 51, r.integer(1, 9)));
  }
  lines.push(...fixedLines(unit, { loan: -person.loan }));
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
