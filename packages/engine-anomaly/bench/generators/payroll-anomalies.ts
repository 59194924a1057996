import { closePayslip, type DraftedPayslip, grossOf, type Line, money, type PayslipDraft } from './payroll-payslip.ts';
import type { Random } from './random.ts';

/** An anomaly: the line and the side. */
export interface PayrollAnomaly extends Wrong {
  readonly payslipId: string;
  readonly type: string;
}

interface Wrong {
  readonly lineType: string;
  readonly subType?: string;
  readonly field: 'amount' | 'rate' | 'quantity' | 'type';
  readonly anomalyType: 'HIGH_VALUE' | 'LOW_VALUE' | 'MISSING';
  readonly transactionId?: string;
}

/** The usual amounts of a type of line of an employee, in logarithms. */
interface UsualLine {
  readonly n: number;
  /** Share of the payslips with such a line. */
  readonly share: number;
  readonly centre: number;
  readonly spread: number;
}

interface Context {
  readonly r: Random;
  readonly usual: ReadonlyMap<string, UsualLine>;
}

interface Injection {
  readonly r: Random;
  /** Earlier drafts, which show the usual amounts of each employee. */
  readonly history: readonly PayslipDraft[];
  /** Number of each type, such as `{ 'raised-line': 40 }`, or fewer if too few payslips fit. */
  readonly counts: Readonly<Record<string, number>>;
}

type Spoil = (
  draft: PayslipDraft,
  context: Context,
) => { readonly payslip: DraftedPayslip; readonly anomaly: Wrong } | undefined;

const kindOf = ({ type, subType }: Line) => `${type}/${subType ?? ''}`;

/** Types of anomalies. Deductions and totals follow the changed lines; `wrong-net` changes only net pay. */
export const payrollAnomalyTypes: readonly string[] = [
  'raised-line',
  'dropped-line',
  'doubled-line',
  'missing-line',
  'wrong-net',
];

/** Gives drafts at most one anomaly each. Returns all payslips in the order of the drafts. */
export function injectPayrollAnomalies(
  drafts: readonly PayslipDraft[],
  { r, history, counts }: Injection,
): { payslips: DraftedPayslip[]; anomalies: PayrollAnomaly[] } {
  const usual = usualLines(history);
  const payslips = drafts.map((draft) => closePayslip(draft));
  const free = r.shuffle([...drafts.keys()]);
  const anomalies: PayrollAnomaly[] = [];
  for (const [type, count] of Object.entries(counts)) {
    const spoil = spoils[type];
    if (spoil === undefined) throw new RangeError(`There is no anomaly ${type}.`);
    let left = count;
    for (let place = 0; place < free.length && left > 0; place += 1) {
      const index = free[place];
      const draft = index === undefined ? undefined : drafts[index];
      if (index === undefined || draft === undefined) continue;
      const wrong = spoil(draft, { r, usual: usual.get(draft.employeeId) ?? new Map() });
      if (wrong === undefined) continue;
      payslips[index] = wrong.payslip;
      anomalies.push({ payslipId: wrong.payslip.id, type, ...wrong.anomaly });
      free.splice(place, 1);
      place -= 1;
      left -= 1;
    }
  }
  return { payslips, anomalies };
}

const spoils: Readonly<Record<string, Spoil>> = {
  'raised-line': (draft, context) => changed(draft, context, 1),
  'dropped-line': (draft, context) => changed(draft, context, -1),
  'doubled-line': (draft, { r, usual }) => {
    const line = pickLine(draft.lines, { r, usual });
    if (line === undefined) return undefined;
    const payslip = closePayslip(draft, {
      lines: (lines) => lines.flatMap((other) => (other === line ? [line, { ...line }] : [other])),
    });
    return { payslip, anomaly: { ...named(payslip, line, 1), field: 'type', anomalyType: 'HIGH_VALUE' } };
  },
  'missing-line': (draft, { r, usual }) => {
    const regular = [...draft.lines, ...draft.deductions(100)].filter(
      (line) => (usual.get(kindOf(line))?.share ?? 0) > 0.95,
    );
    if (regular.length === 0) return undefined;
    const missing = r.pick(regular);
    const kind = kindOf(missing);
    const without = (lines: readonly Line[]) => lines.filter((line) => kindOf(line) !== kind);
    const payslip = closePayslip(draft, { lines: without, deductions: without });
    const { type, subType } = missing;
    return { payslip, anomaly: { lineType: type, ...(subType && { subType }), field: 'type', anomalyType: 'MISSING' } };
  },
  'wrong-net': (draft, { r }) => {
    const factor = r.chance(0.5) ? r.between(0.7, 0.95) : r.between(1.05, 1.3);
    const payslip = closePayslip(draft, {
      totals: (totals) => totals.with(-1, { ...lastOf(totals), amount: money(lastOf(totals).amount * factor) }),
    });
    const anomalyType = factor > 1 ? 'HIGH_VALUE' : 'LOW_VALUE';
    return { payslip, anomaly: { ...named(payslip, lastOf(payslip.transactions), 0), field: 'amount', anomalyType } };
  },
};

/** Net pay, which closes the payslip. */
function lastOf(lines: readonly Line[]): Line {
  const last = lines.at(-1);
  if (last === undefined) throw new Error('The payslip has no lines.');
  return last;
}

/** Changes a line by a factor that is large for its type, through its quantity, its rate or its amount. */
function changed(draft: PayslipDraft, { r, usual }: Context, direction: 1 | -1): ReturnType<Spoil> {
  const line = pickLine([...draft.lines, ...draft.deductions(grossOf(draft, draft.lines))], { r, usual });
  const ordinary = line && usual.get(kindOf(line));
  if (line === undefined || ordinary === undefined) return undefined;
  const { centre, spread } = ordinary;
  const factor = Math.exp(direction * (r.between(0.3, 0.8) + 3.5 * Math.min(0.5, spread)));
  const { quantity, rate } = line;
  const isCounted = quantity !== undefined && rate !== undefined;
  const field = isCounted ? r.pick(['quantity', 'rate', 'amount'] as const) : 'amount';
  const target = Math.sign(line.amount) * Math.exp(centre) * factor;
  let wrong: Line = { ...line, amount: money(target) };
  if (isCounted && field === 'quantity') {
    const other = Math.round((target / line.amount) * quantity * 2) / 2;
    wrong = { ...line, quantity: other, amount: money(rate * other) };
  } else if (isCounted && field === 'rate') {
    const other = Math.round((target / line.amount) * rate * 100) / 100;
    wrong = { ...line, rate: other, amount: money(other * quantity) };
  }
  if (wrong.amount === 0 || Math.sign(wrong.amount) !== Math.sign(line.amount)) return undefined;
  if (Math.abs(wrong.amount) === Math.abs(line.amount)) return undefined;
  const kind = kindOf(line);
  const replace = (lines: readonly Line[]) =>
    lines.map((other) => (kindOf(other) === kind && other.amount === line.amount ? wrong : other));
  const payslip = closePayslip(draft, { lines: replace, deductions: replace });
  // A larger deduction is a higher value.
  return {
    payslip,
    anomaly: { ...named(payslip, wrong, 0), field, anomalyType: direction > 0 ? 'HIGH_VALUE' : 'LOW_VALUE' },
  };
}

function pickLine(lines: readonly Line[], { r, usual }: Context): Line | undefined {
  const known = lines.filter((line) => (usual.get(kindOf(line))?.n ?? 0) >= 5);
  return known.length === 0 ? undefined : r.pick(known);
}

/** Names the `nth` of the equal lines on the payslip. */
function named(
  payslip: DraftedPayslip,
  { type, subType, amount }: Line,
  nth: number,
): Pick<Wrong, 'lineType' | 'subType' | 'transactionId'> {
  const alike = payslip.transactions.filter(
    (line) => line.type === type && line.subType === subType && line.amount === amount,
  );
  const line = alike[nth];
  if (line === undefined) throw new Error(`The payslip ${payslip.id} has no line ${type} of ${amount}.`);
  return { lineType: type, ...(subType && { subType }), transactionId: line.id };
}

/** The usual lines by employee and type of line. */
function usualLines(drafts: readonly PayslipDraft[]): Map<string, Map<string, UsualLine>> {
  const people = new Map<string, { payslips: number; kinds: Map<string, number[]> }>();
  for (const draft of drafts) {
    let person = people.get(draft.employeeId);
    if (person === undefined) {
      person = { payslips: 0, kinds: new Map() };
      people.set(draft.employeeId, person);
    }
    person.payslips += 1;
    for (const line of closePayslip(draft).transactions) {
      const logs = person.kinds.get(kindOf(line)) ?? [];
      logs.push(Math.log(Math.abs(line.amount)));
      person.kinds.set(kindOf(line), logs);
    }
  }
  return new Map(
    [...people].map(([employeeId, { payslips, kinds }]) => [
      employeeId,
      new Map(
        [...kinds].map(([kind, logs]) => [kind, { n: logs.length, share: logs.length / payslips, ...around(logs) }]),
      ),
    ]),
  );
}

function around(logs: readonly number[]): Pick<UsualLine, 'centre' | 'spread'> {
  const recent = logs.slice(-8);
  const middle = (list: readonly number[]) => list.toSorted((a, b) => a - b)[list.length >> 1] ?? 0;
  const centre = middle(recent);
  return { centre, spread: middle(recent.map((value) => Math.abs(value - centre))) / 0.6745 };
}
