import { toDate, toDay } from './calendar.ts';
import { fixedLines, type PayrollCompanyOptions, payrollCompany } from './payroll-company.ts';
import { counted, type Line, money, type PayslipDraft } from './payroll-payslip.ts';
import type { Random } from './random.ts';

interface Section {
  readonly name: string;
  readonly share: number;
  readonly level: number;
  readonly nights: number;
  readonly weekends: number;
  readonly tools?: boolean;
}

const departments: readonly Section[] = [
  { name: 'foundry', share: 6, level: 1.1, nights: 1, weekends: 0, tools: true },
  { name: 'packing', share: 5, level: 0.9, nights: 0, weekends: 1 },
  { name: 'warehouse', share: 4, level: 0.95, nights: 1, weekends: 1 },
  { name: 'maintenance', share: 3, level: 1.25, nights: 0, weekends: 0, tools: true },
  { name: 'canteen', share: 1, level: 0.8, nights: 0, weekends: 0 },
];

/**
 * Fortnightly payslips of a plant: hourly wages with restless hours, night, weekend and overtime supplements, tool money,
 * meals, attachments of earnings, holiday money in July, a gift in December, raises in two steps, many joiners and
 * leavers. No gross line, another currency, other names. Held back: no model was tuned with this family.
 */
export const fortnightlyPlant = (options: PayrollCompanyOptions) => {
  const { periods } = options;
  return payrollCompany(
    { departments, person: (r, section, index) => personOf(r, section, index, periods), raise, draft },
    options,
  );
};

type Person = ReturnType<typeof personOf>;

const personOf = (r: Random, section: Section, index: number, periods: number) => ({
  employeeId: `${section.name.slice(0, 2).toUpperCase()}${1000 + index}`,
  section,
  rate: money(r.between(150, 290) * section.level),
  hours: r.weighted([75, 60, 37.5].map((hours, at) => [hours, [6, 2, 1][at] ?? 0] as const)),
  joined: r.chance(0.18) ? r.integer(4, periods - 1) : 0,
  left: r.chance(0.12) ? r.integer(10, periods - 1) : periods,
  nights: section.nights * r.between(10, 45),
  weekends: section.weekends * r.between(6, 24),
  overtimeShare: r.chance(0.6) ? r.between(0.3, 0.95) : 0.03,
  overtime: r.between(2, 8),
  meals: r.chance(0.7) ? r.integer(5, 9) : 0,
  attachment: r.chance(0.06) ? 900 + 100 * r.integer(0, 12) : 0,
  taxRate: r.between(0.24, 0.33),
});

function raise(r: Random, person: Person, period: number): void {
  if (period % 26 === 7) person.rate = money(person.rate * (1 + r.between(0.008, 0.02)));
  if (period % 26 === 20 && r.chance(0.4)) person.rate = money(person.rate * (1 + r.between(0.01, 0.05)));
}

function draft(r: Random, person: Person, period: number): PayslipDraft {
  const { section, rate, joined, employeeId, taxRate } = person;
  const date = toDate(toDay('2024-01-12') + 14 * period);
  const unit = 'SEK';
  const period14 = {
    fromDate: toDate(toDay(date) - 13),
    toDate: date,
    costUnits: [{ location: section.name, company: 'plant' }],
  };
  const away = r.chance(0.07) ? r.between(0.1, 0.5) : 0;
  const starts = period === joined && period > 0 ? r.between(0.3, 1) : 1;
  const hours = tenth(person.hours * starts * (1 - away) - r.exponential(1.2));
  const lines: Line[] = [];
  const pay = (type: string, hourly: number, quantity: number, rest: Partial<Line> = {}) =>
    lines.push(counted(type, 'hour', hourly, quantity, rest));
  const varied = (usual: number, spread: number) => tenth(usual * Math.exp(spread * r.normal()));
  pay('wage', rate, Math.max(4, hours), { subType: 'ordinary', ...period14 });
  if (away > 0) pay('absencePay', money(0.8 * rate), tenth(person.hours * away));
  if (person.nights > 0) pay('supplement', 42.5, varied(person.nights, 0.3), { subType: 'night' });
  if (person.weekends > 0 && r.chance(0.9)) pay('supplement', 61, varied(person.weekends, 0.3), { subType: 'weekend' });
  if (r.chance(person.overtimeShare)) pay('overtime', money(1.7 * rate), Math.max(0.5, varied(person.overtime, 0.4)));
  const month = Number(date.slice(5, 7));
  const isFirstOfMonth = Number(date.slice(8)) <= 14;
  const since = period - joined;
  const hasHolidayMoney = month === 7 && isFirstOfMonth && since > 2;
  lines.push(
    ...fixedLines(unit, {
      toolMoney: section.tools ? 120 : 0,
      holidayMoney: hasHolidayMoney
        ? money(0.12 * rate * person.hours * Math.min(26, since + 4) * r.between(0.9, 1.05))
        : 0,
      gift: month === 12 && isFirstOfMonth ? 500 : 0,
    }),
  );
  if (person.meals > 0) lines.push(counted('meals', 'pcs', -65, Math.max(1, person.meals + r.integer(-2, 2))));
  lines.push(...fixedLines(unit, { attachment: -person.attachment }));
  return {
    id: `${date}/${employeeId}`,
    date,
    employeeId,
    employeeGroups: [section.name],
    lines,
    deductions: (gross) => {
      const tax = Math.round(0 - gross * (taxRate + 0.05 * Math.min(1, gross / 60_000)));
      return [
        { type: 'tax', subType: 'preliminary', unit, amount: tax },
        { type: 'pension', unit, amount: money(0 - 0.045 * gross) },
      ];
    },
    totals: (_, net) => [{ type: 'payout', unit, amount: net }],
  };
}

const tenth = (hours: number) => Math.round(hours * 10) / 10;
