import { namesOf, staffing } from './company.ts';
import type { PayrollCompany, PayrollCompanyOptions } from './payroll-company.ts';
import { counted, type Line, money, type PayslipDraft } from './payroll-payslip.ts';
import { type Random, randomOf } from './random.ts';

interface Department {
  readonly departmentId: string;
  readonly share: number;
  readonly level: number;
  readonly bonus?: boolean;
  readonly hourly?: boolean;
  readonly drives?: boolean;
  readonly nights?: boolean;
}

interface Person {
  readonly employeeId: string;
  readonly name: string;
  readonly department: Department;
  readonly hourly: boolean;
  salary: number;
  rate: number;
  readonly hours: number;
  readonly joined: number;
  readonly left: number;
  /** Part of the first month that is worked. */
  readonly joinShare: number;
  readonly overtime: number;
  readonly km: number;
  readonly phone: boolean;
  readonly union: number;
  readonly bonus: number;
  readonly taxRate: number;
}

/**
 * Monthly payslips of a service company: salaries and hourly wages, overtime, mileage, benefits, bonus in March, holiday
 * pay in June, a 13th salary in December, raises in April. Gross and net stand on the payslip. The models were tuned by
 * this family.
 */
export function monthlyFirm({ seed, employees, periods }: PayrollCompanyOptions): PayrollCompany {
  const r = randomOf(seed);
  const names = namesOf(seed);
  const staff = staffing(departments, employees).map((department, index): Person => {
    const hourly = department.hourly === true || r.chance(0.1);
    const joins = index % 9 === 8;
    const leaves = index % 14 === 13;
    return {
      employeeId: `e${String(index + 1).padStart(3, '0')}`,
      name: names.person(),
      department,
      hourly,
      salary: Math.round(r.between(2300, 5200) / 10) * 10 * department.level,
      rate: Math.round(r.between(13, 24) * 100) / 100,
      hours: r.chance(0.25) ? r.between(80, 130) : 160,
      joined: joins ? r.integer(3, periods - 1) : 0,
      left: leaves ? r.integer(Math.floor(periods / 2), periods - 1) : periods,
      joinShare: r.between(0.3, 0.9),
      overtime: r.chance(0.5) ? r.between(2, 14) : 0,
      km: department.drives ? r.between(400, 1400) : 0,
      phone: r.chance(0.4),
      union: r.chance(0.6) ? money(r.between(18, 42)) : 0,
      bonus: department.bonus ? r.between(0.4, 1.2) : 0,
      taxRate: r.between(0.15, 0.31),
    };
  });
  const drafts: PayslipDraft[] = [];
  for (let period = 0; period < periods; period += 1) {
    const month = period % 12;
    for (const person of staff) {
      if (month === 3 && period > person.joined) raise(person, r);
      if (period >= person.joined && period <= person.left) drafts.push(draftOf(person, period, r));
    }
  }
  return { customerId: names.company(), staff, drafts, periods };
}

function raise(person: Person, r: Random): void {
  const factor = 1 + (r.chance(0.06) ? r.between(0.06, 0.14) : r.between(0.018, 0.036));
  person.salary = Math.round(person.salary * factor);
  person.rate = money(person.rate * factor);
}

const departments: readonly Department[] = [
  { departmentId: 'office', share: 4, level: 1, bonus: true },
  { departmentId: 'development', share: 5, level: 1.2, bonus: true },
  { departmentId: 'workshop', share: 5, level: 0.9, hourly: true },
  { departmentId: 'field', share: 3, level: 0.95, drives: true },
  { departmentId: 'shop', share: 3, level: 0.75, hourly: true },
  { departmentId: 'bakery', share: 2, level: 0.8, hourly: true, nights: true },
];

function draftOf(person: Person, period: number, r: Random): PayslipDraft {
  const { departmentId, nights } = person.department;
  const year = 2024 + Math.floor(period / 12);
  const month = period % 12;
  const date = new Date(Date.UTC(year, month + 1, 0)).toISOString().slice(0, 10);
  const from = { fromDate: `${date.slice(0, 8)}01`, toDate: date };
  const place = { costUnits: [{ department: departmentId }] };
  const rest = { contractId: person.hourly ? 'hourly' : 'monthly' };
  const part = period === person.joined && period > 0 ? person.joinShare : 1;
  const sickDays = r.chance(0.05) ? r.integer(2, 7) : 0;
  const lines: Line[] = [];
  const monthly = person.hourly ? person.rate * person.hours : person.salary;
  if (person.hourly) {
    const hours = Math.round(person.hours * part * (1 + 0.05 * r.normal()) * 4) / 4 - 7.5 * sickDays;
    lines.push(counted('hourlyWage', 'h', person.rate, Math.max(7.5, hours), { ...rest, ...from, ...place }));
  } else {
    lines.push({ type: 'baseSalary', ...rest, unit: 'EUR', ...from, ...place, amount: money(person.salary * part) });
  }
  if (sickDays > 0 && person.hourly) lines.push(counted('sickPay', 'h', person.rate, 7.5 * sickDays, rest));
  const overtime = person.overtime > 0 && r.chance(0.85) ? person.overtime * Math.exp(0.35 * r.normal()) : 0;
  if (overtime >= 0.5) {
    const hour = person.hourly ? person.rate : money(person.salary / 158);
    lines.push(counted('overtime', 'h', money(1.5 * hour), Math.round(overtime * 2) / 2, { ...rest, ...place }));
  }
  if (nights) lines.push(counted('shiftAllowance', 'h', 3.2, Math.round(120 * part * (1 + 0.08 * r.normal())), rest));
  if (person.km > 0) {
    lines.push(counted('mileage', 'km', 0.57, Math.round(person.km * Math.exp(0.25 * r.normal())), place));
  }
  if (person.phone) lines.push({ type: 'phoneBenefit', unit: 'EUR', amount: 20 });
  if (month === 2 && person.bonus > 0 && period - person.joined > 3) {
    lines.push({ type: 'bonus', unit: 'EUR', amount: money(person.bonus * monthly * r.between(0.8, 1.25)) });
  }
  if (month === 5) {
    const share = Math.min(1, (period - person.joined + (person.joined === 0 ? 12 : 1)) / 12);
    lines.push({ type: 'holidayPay', unit: 'EUR', amount: money(0.5 * monthly * share) });
  }
  if (month === 11 && departmentId === 'office') {
    lines.push({ type: 'thirteenthSalary', unit: 'EUR', amount: money(monthly) });
  }
  if (period === person.left)
    lines.push({ type: 'holidayPayout', unit: 'EUR', amount: money(monthly * r.between(0.2, 0.7)) });
  if (person.union > 0) lines.push({ type: 'unionFee', unit: 'EUR', amount: -person.union });
  return {
    id: `${date.slice(0, 7)}-${person.employeeId}`,
    date,
    employeeId: person.employeeId,
    employeeGroups: [departmentId, person.hourly ? 'hourly' : 'salaried'],
    lines,
    deductions: (gross) => [
      {
        type: 'incomeTax',
        subType: 'tableTax',
        unit: 'EUR',
        amount: money(0 - gross * taxShare(person.taxRate, gross, monthly)),
      },
      { type: 'pensionContribution', unit: 'EUR', amount: money(0 - gross * 0.0715) },
      { type: 'unemploymentInsurance', unit: 'EUR', amount: money(0 - gross * 0.015) },
    ],
    totals: (gross, net) => [
      { type: 'grossSalary', unit: 'EUR', amount: gross },
      { type: 'netPay', unit: 'EUR', amount: net },
    ],
  };
}

/** Tax grows with pay: what lies above the usual monthly pay is taxed by a third more. */
function taxShare(rate: number, gross: number, usual: number): number {
  const above = gross === 0 ? 0 : Math.max(0, gross - usual) / gross;
  return Math.min(0.5, rate * (1 + above / 3));
}
