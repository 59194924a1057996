import { namesOf, staffing } from './company.ts';
import { counted, type Line, money, type PayslipDraft } from './payroll-payslip.ts';
import { type Random, randomOf } from './random.ts';

interface PayrollCompanyOptions {
  readonly seed: number;
  readonly employees: number;
  /** Months from January 2024. */
  readonly periods: number;
  /** Travel expenses without deductions, which gross pay leaves out, and no gross line. No model was tuned with these. */
  readonly heldBack?: boolean;
}

interface Department {
  readonly departmentId: string;
  readonly share: number;
  readonly level: number;
  readonly bonus?: boolean;
  readonly hourly?: boolean;
  readonly drives?: boolean;
  readonly nights?: boolean;
}

const departments: readonly Department[] = [
  { departmentId: 'office', share: 4, level: 1, bonus: true },
  { departmentId: 'development', share: 5, level: 1.2, bonus: true },
  { departmentId: 'workshop', share: 5, level: 0.9, hourly: true },
  { departmentId: 'field', share: 3, level: 0.95, drives: true },
  { departmentId: 'shop', share: 3, level: 0.75, hourly: true },
  { departmentId: 'bakery', share: 2, level: 0.8, hourly: true, nights: true },
];

/** Monthly payslips of a service company with gross and net. The models were tuned with this family. */
export function monthlyFirm({ seed, employees, periods, heldBack = false }: PayrollCompanyOptions) {
  const r = randomOf(seed);
  const names = namesOf(seed);
  const staff = staffing(departments, employees).map((department, index) => ({
    ...personOf(r, department, index, periods),
    name: names.person(),
  }));
  const drafts: PayslipDraft[] = [];
  for (let period = 0; period < periods; period += 1) {
    for (const person of staff) {
      raise(r, person, period);
      if (period < person.joined || period > person.left) continue;
      const ordinary = draft(r, person, period);
      drafts.push(heldBack ? withExpenses(r, ordinary) : ordinary);
    }
  }
  return { drafts };
}

/** The last day of a month, counted from January 2024. */
const monthEnd = (period: number): string =>
  new Date(Date.UTC(2024 + Math.floor(period / 12), (period % 12) + 1, 0)).toISOString().slice(0, 10);

const exempt = new Set(['travelExpense', 'dailyAllowance']);

/** Some payslips with expenses of very different size. */
function withExpenses(r: Random, ordinary: PayslipDraft): PayslipDraft {
  const lines = [...ordinary.lines];
  if (r.chance(0.2)) {
    lines.push({ type: 'travelExpense', unit: 'EUR', amount: money(450 * Math.exp(0.8 * r.normal())) });
    if (r.chance(0.7)) lines.push(counted('dailyAllowance', 'd', 51, r.integer(1, 9)));
  }
  return { ...ordinary, lines, exempt, totals: (gross, net) => ordinary.totals(gross, net).slice(1) };
}

type Person = ReturnType<typeof personOf>;

const personOf = (r: Random, department: Department, index: number, periods: number) => ({
  employeeId: `e${String(index + 1).padStart(3, '0')}`,
  department,
  hourly: department.hourly === true || r.chance(0.1),
  salary: Math.round(r.between(2300, 5200) / 10) * 10 * department.level,
  rate: Math.round(r.between(13, 24) * 100) / 100,
  hours: r.chance(0.25) ? r.between(80, 130) : 160,
  joined: index % 9 === 8 ? r.integer(3, periods - 1) : 0,
  left: index % 14 === 13 ? r.integer(Math.floor(periods / 2), periods - 1) : periods,
  /** Worked part of the first month. */
  joinShare: r.between(0.3, 0.9),
  overtime: r.chance(0.5) ? r.between(2, 14) : 0,
  km: department.drives ? r.between(400, 1400) : 0,
  phone: r.chance(0.4),
  union: r.chance(0.6) ? money(r.between(18, 42)) : 0,
  bonus: department.bonus ? r.between(0.4, 1.2) : 0,
  taxRate: r.between(0.15, 0.31),
});

function raise(r: Random, person: Person, period: number): void {
  if (period % 12 !== 3 || period <= person.joined) return;
  const factor = 1 + (r.chance(0.06) ? r.between(0.06, 0.14) : r.between(0.018, 0.036));
  person.salary = Math.round(person.salary * factor);
  person.rate = money(person.rate * factor);
}

function draft(r: Random, person: Person, period: number): PayslipDraft {
  const { departmentId, nights } = person.department;
  const { hourly, employeeId, taxRate, joined } = person;
  const month = period % 12;
  const date = monthEnd(period);
  const from = { fromDate: `${date.slice(0, 8)}01`, toDate: date };
  const place = { costUnits: [{ department: departmentId }] };
  const rest = { contractId: hourly ? 'hourly' : 'monthly' };
  const unit = 'EUR';
  const part = period === joined && period > 0 ? person.joinShare : 1;
  const sickDays = r.chance(0.05) ? r.integer(2, 7) : 0;
  const lines: Line[] = [];
  const monthly = hourly ? person.rate * person.hours : person.salary;
  if (hourly) {
    const hours = Math.round(person.hours * part * (1 + 0.05 * r.normal()) * 4) / 4 - 7.5 * sickDays;
    lines.push(counted('hourlyWage', 'h', person.rate, Math.max(7.5, hours), { ...rest, ...from, ...place }));
  } else {
    lines.push({ type: 'baseSalary', ...rest, unit, ...from, ...place, amount: money(person.salary * part) });
  }
  if (sickDays > 0 && hourly) lines.push(counted('sickPay', 'h', person.rate, 7.5 * sickDays, rest));
  const overtime = person.overtime > 0 && r.chance(0.85) ? person.overtime * Math.exp(0.35 * r.normal()) : 0;
  if (overtime >= 0.5) {
    const hour = hourly ? person.rate : money(person.salary / 158);
    lines.push(counted('overtime', 'h', money(1.5 * hour), Math.round(overtime * 2) / 2, { ...rest, ...place }));
  }
  if (nights) lines.push(counted('shiftAllowance', 'h', 3.2, Math.round(120 * part * (1 + 0.08 * r.normal())), rest));
  if (person.km > 0) {
    lines.push(counted('mileage', 'km', 0.57, Math.round(person.km * Math.exp(0.25 * r.normal())), place));
  }
  const pay = (type: string, amount: number) => lines.push({ type, unit, amount });
  if (person.phone) pay('phoneBenefit', 20);
  if (month === 2 && person.bonus > 0 && period - joined > 3)
    pay('bonus', money(person.bonus * monthly * r.between(0.8, 1.25)));
  if (month === 5)
    pay('holidayPay', money(0.5 * monthly * Math.min(1, (period - joined + (joined === 0 ? 12 : 1)) / 12)));
  if (month === 11 && departmentId === 'office') pay('thirteenthSalary', money(monthly));
  if (period === person.left) pay('holidayPayout', money(monthly * r.between(0.2, 0.7)));
  if (person.union > 0) pay('unionFee', -person.union);
  return {
    id: `${date.slice(0, 7)}-${employeeId}`,
    date,
    employeeId,
    employeeGroups: [departmentId, hourly ? 'hourly' : 'salaried'],
    lines,
    deductions: (gross) => [
      { type: 'incomeTax', subType: 'tableTax', unit, amount: money(0 - gross * taxShare(taxRate, gross, monthly)) },
      { type: 'pensionContribution', unit, amount: money(0 - gross * 0.0715) },
      { type: 'unemploymentInsurance', unit, amount: money(0 - gross * 0.015) },
    ],
    totals: (gross, net) => [
      { type: 'grossSalary', unit, amount: gross },
      { type: 'netPay', unit, amount: net },
    ],
  };
}

/** Pay above the usual monthly pay is taxed by a third more. */
function taxShare(rate: number, gross: number, usual: number): number {
  const above = gross === 0 ? 0 : Math.max(0, gross - usual) / gross;
  return Math.min(0.5, rate * (1 + above / 3));
}
