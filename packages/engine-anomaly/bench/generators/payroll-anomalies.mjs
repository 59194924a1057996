import { closePayslip, grossOf, money } from './payroll-payslip.mjs';

const kindOf = ({ type, subType }) => `${type}/${subType ?? ''}`;

/**
 * The anomalies that are injected into payslips. `raised-line` and `dropped-line` change a wage line or a deduction,
 * `doubled-line` and `missing-line` repeat one or leave it out, and everything that follows of it is computed anew;
 * `wrong-net` changes net pay alone, `changed-rate` an hourly rate, whatever the hours. What is wrong is told by the line and the side: `HIGH_VALUE`, `LOW_VALUE`, `MISSING`.
 */
export const payrollAnomalyTypes = ['raised-line', 'dropped-line', 'doubled-line', 'missing-line', 'wrong-net'];

/**
 * @param drafts - drafts of payslips that may be spoiled, one anomaly each
 * @param history - earlier drafts, which show what is usual for each employee
 * @param counts - number of each type, such as `{ 'raised-line': 40 }`; fewer are made when too few payslips fit
 * @returns `payslips` in the order of the drafts, and `anomalies`: `{payslipId, type, lineType, subType?, field,
 *   anomalyType, transactionId?}`
 */
export function injectPayrollAnomalies(drafts, { r, history, counts }) {
  const usual = usualLines(history);
  const payslips = drafts.map((draft) => closePayslip(draft));
  const free = r.shuffle([...drafts.keys()]);
  const anomalies = [];
  for (const [type, count] of Object.entries(counts)) {
    let left = count;
    for (let place = 0; place < free.length && left > 0; place += 1) {
      const index = free[place];
      const wrong = spoil[type](drafts[index], { r, usual: usual.get(drafts[index].employeeId) ?? new Map() });
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

const spoil = {
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
    const kind = kindOf(r.pick(regular));
    const without = (lines) => lines.filter((line) => kindOf(line) !== kind);
    const payslip = closePayslip(draft, { lines: without, deductions: without });
    const { type, subType } = regular.find((line) => kindOf(line) === kind);
    return { payslip, anomaly: { lineType: type, ...(subType && { subType }), field: 'type', anomalyType: 'MISSING' } };
  },
  'changed-rate': (draft, { r, usual }) => {
    const line = pickLine(
      draft.lines.filter(({ rate }) => rate > 0),
      { r, usual },
    );
    if (line === undefined) return undefined;
    const factor = r.chance(0.5) ? r.between(1.15, 1.6) : 1 / r.between(1.15, 1.6);
    const rate = money(line.rate * factor);
    const wrong = { ...line, rate, amount: money(rate * line.quantity) };
    const payslip = closePayslip(draft, { lines: (lines) => lines.map((other) => (other === line ? wrong : other)) });
    const anomalyType = factor > 1 ? 'HIGH_VALUE' : 'LOW_VALUE';
    return { payslip, anomaly: { ...named(payslip, wrong, 0), field: 'rate', anomalyType } };
  },
  'wrong-net': (draft, { r }) => {
    const factor = r.chance(0.5) ? r.between(0.7, 0.95) : r.between(1.05, 1.3);
    let net;
    const payslip = closePayslip(draft, {
      totals: (totals) => {
        net = { ...totals.at(-1), amount: money(totals.at(-1).amount * factor) };
        return [...totals.slice(0, -1), net];
      },
    });
    const anomalyType = factor > 1 ? 'HIGH_VALUE' : 'LOW_VALUE';
    return { payslip, anomaly: { ...named(payslip, net, 0), field: 'amount', anomalyType } };
  },
};

/** A line times or divided by a factor that is large for its kind, through its quantity, its rate or its amount alone. */
function changed(draft, { r, usual }, direction) {
  const line = pickLine([...draft.lines, ...draft.deductions(grossOf(draft, draft.lines))], { r, usual });
  if (line === undefined) return undefined;
  const { centre, spread } = usual.get(kindOf(line));
  const factor = Math.exp(direction * (r.between(0.3, 0.8) + 3.5 * Math.min(0.5, spread)));
  const field = line.quantity === undefined ? 'amount' : r.pick(['quantity', 'rate', 'amount']);
  const steps = field === 'quantity' ? 2 : 100;
  const target = Math.sign(line.amount) * Math.exp(centre) * factor;
  const value = field === 'amount' ? money(target) : Math.round((target / line.amount) * line[field] * steps) / steps;
  const wrong = { ...line, [field]: value };
  if (field !== 'amount') wrong.amount = money(wrong.rate * wrong.quantity);
  if (wrong.amount === 0 || Math.sign(wrong.amount) !== Math.sign(line.amount)) return undefined;
  if (Math.abs(wrong.amount) === Math.abs(line.amount)) return undefined;
  const kind = kindOf(line);
  const replace = (lines) =>
    lines.map((other) => (kindOf(other) === kind && other.amount === line.amount ? wrong : other));
  const payslip = closePayslip(draft, { lines: replace, deductions: replace });
  // Above and below are by the size of the line: a larger deduction is above.
  return {
    payslip,
    anomaly: { ...named(payslip, wrong, 0), field, anomalyType: direction > 0 ? 'HIGH_VALUE' : 'LOW_VALUE' },
  };
}

function pickLine(lines, { r, usual }) {
  const known = lines.filter((line) => (usual.get(kindOf(line))?.n ?? 0) >= 5);
  return known.length === 0 ? undefined : r.pick(known);
}

/** The line as it stands on the payslip; `nth` of those that are alike. */
function named(payslip, { type, subType, amount }, nth) {
  const alike = payslip.transactions.filter(
    (line) => line.type === type && line.subType === subType && line.amount === amount,
  );
  return { lineType: type, ...(subType && { subType }), transactionId: alike[nth].id };
}

/** For each employee and kind of line: on how many of the last payslips, and around which amount (logarithms). */
function usualLines(drafts) {
  const people = new Map();
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

function around(logs) {
  const recent = logs.slice(-8);
  const middle = (list) => [...list].sort((a, b) => a - b)[list.length >> 1];
  const centre = middle(recent);
  return { centre, spread: middle(recent.map((value) => Math.abs(value - centre))) / 0.6745 };
}
