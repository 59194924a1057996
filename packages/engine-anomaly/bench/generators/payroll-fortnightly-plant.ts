import { toDate, toDay } from './calendar.ts';
import { namesOf, staffing } from './company.ts';
import type { PayrollCompany, PayrollCompanyOptions } from './payroll-company.ts';
import { counted, type Line, money, type PayslipDraft } from './payroll-payslip.ts';
import { type Random, randomOf } from './random.ts';

interface Section {
  readonly name: string;
  readonly share: number;
  readonly level: number;
  readonly nights: number;
  readonly weekends: number;
  readonly tools?: boolean;
}

interface Person {
  readonly employeeId: string;
  readonly name: string;
  readonly section: Section;
  rate: number;
  readonly hours: number;
  readonly joined: number;
  readonly left: number;
  readonly nights: number;
  readonly weekends: number;
  readonly overtimeShare: number;
  readonly overtime: number;
  readonly meals: number;
  readonly attachment: number;
  readonly tools: boolean;
  readonly taxRate: number;
}

/**
 * Fortnightly payslips of a plant: hourly wages with restless hours, night, weekend and overtime supplements, tool money,
 * meals, attachments of earnings, holiday money in July, a gift in December, raises in two steps, many joiners and
 * leavers. No gross line, another currency, other names. Held back: no model was tuned by this family.
 */
export function fortnightlyPlant({ seed, employees, periods }: PayrollCompanyOptions): PayrollCompany {
  const r = randomOf(seed);
  const names = namesOf(seed);
  const staff = staffing(sections, employees).map(
    (section, index): Person => ({
      employeeId: `${section.name.slice(0, 2).toUpperCase()}${1000 + index}`,
      name: names.person(),
      section,
      rate: money(r.between(150, 290) * section.level),
      hours: r.weighted([
        [75, 6],
        [60, 2],
        [37.5, 1],
      ]),
      joined: r.chance(0.18) ? r.integer(4, periods - 1) : 0,
      left: r.chance(0.12) ? r.integer(10, periods - 1) : periods,
      nights: section.nights * r.between(10, 45),
      weekends: section.weekends * r.between(6, 24),
      overtimeShare: r.chance(0.6) ? r.between(0.3, 0.95) : 0.03,
      overtime: r.between(2, 8),
      meals: r.chance(0.7) ? r.integer(5, 9) : 0,
      attachment: r.chance(0.06) ? 900 + 100 * r.integer(0, 12) : 0,
      tools: section.tools === true,
      taxRate: r.between(0.24, 0.33),
    }),
  );
  const drafts: PayslipDraft[] = [];
  const first = toDay('2024-01-12');
  for (let period = 0; period < periods; period += 1) {
    const date = toDate(first + 14 * period);
    for (const person of staff) {
      if (period % 26 === 7) person.rate = money(person.rate * (1 + r.between(0.008, 0.02)));
      if (period % 26 === 20 && r.chance(0.4)) person.rate = money(person.rate * (1 + r.between(0.01, 0.05)));
      if (period >= person.joined && period <= person.left) drafts.push(draftOf(person, { period, date }, r));
    }
  }
  return { customerId: names.company(), staff, drafts, periods };
}

const sections: readonly Section[] = [
  { name: 'foundry', share: 6, level: 1.1, nights: 1, weekends: 0, tools: true },
  { name: 'packing', share: 5, level: 0.9, nights: 0, weekends: 1 },
  { name: 'warehouse', share: 4, level: 0.95, nights: 1, weekends: 1 },
  { name: 'maintenance', share: 3, level: 1.25, nights: 0, weekends: 0, tools: true },
  { name: 'canteen', share: 1, level: 0.8, nights: 0, weekends: 0 },
];

function draftOf(person: Person, { period, date }: { period: number; date: string }, r: Random): PayslipDraft {
  const { section, rate } = person;
  const unit = 'SEK';
  const place = { costUnits: [{ location: section.name, company: 'plant' }] };
  const from = { fromDate: toDate(toDay(date) - 13), toDate: date };
  const starts = period === person.joined && period > 0;
  const away = r.chance(0.07) ? r.between(0.1, 0.5) : 0;
  const hours = tenth(person.hours * (starts ? r.between(0.3, 1) : 1) * (1 - away) - r.exponential(1.2));
  const lines: Line[] = [counted('wage', 'hour', rate, Math.max(4, hours), { subType: 'ordinary', ...from, ...place })];
  if (away > 0) lines.push(counted('absencePay', 'hour', money(0.8 * rate), tenth(person.hours * away)));
  if (person.nights > 0) {
    lines.push(
      counted('supplement', 'hour', 42.5, tenth(person.nights * Math.exp(0.3 * r.normal())), { subType: 'night' }),
    );
  }
  if (person.weekends > 0 && r.chance(0.9)) {
    lines.push(
      counted('supplement', 'hour', 61, tenth(person.weekends * Math.exp(0.3 * r.normal())), { subType: 'weekend' }),
    );
  }
  if (r.chance(person.overtimeShare)) {
    lines.push(
      counted(
        'overtime',
        'hour',
        money(1.7 * rate),
        Math.max(0.5, tenth(person.overtime * Math.exp(0.4 * r.normal()))),
      ),
    );
  }
  if (person.tools) lines.push({ type: 'toolMoney', unit, amount: 120 });
  const month = Number(date.slice(5, 7));
  const firstOfMonth = Number(date.slice(8)) <= 14;
  if (month === 7 && firstOfMonth && period - person.joined > 2) {
    lines.push({
      type: 'holidayMoney',
      unit,
      amount: money(0.12 * rate * person.hours * Math.min(26, period - person.joined + 4) * r.between(0.9, 1.05)),
    });
  }
  if (month === 12 && firstOfMonth) lines.push({ type: 'gift', unit, amount: 500 });
  if (person.meals > 0) lines.push(counted('meals', 'pcs', -65, Math.max(1, person.meals + r.integer(-2, 2))));
  if (person.attachment > 0) lines.push({ type: 'attachment', unit, amount: -person.attachment });
  return {
    id: `${date}/${person.employeeId}`,
    date,
    employeeId: person.employeeId,
    employeeGroups: [section.name],
    lines,
    deductions: (gross) => [
      {
        type: 'tax',
        subType: 'preliminary',
        unit,
        amount: Math.round(0 - gross * (person.taxRate + 0.05 * Math.min(1, gross / 60_000))),
      },
      { type: 'pension', unit, amount: money(0 - 0.045 * gross) },
    ],
    totals: (_, net) => [{ type: 'payout', unit, amount: net }],
  };
}

const tenth = (hours: number) => Math.round(hours * 10) / 10;
