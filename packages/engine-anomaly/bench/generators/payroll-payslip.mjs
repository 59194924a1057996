/** Cents, in the usual way. */
export const money = (amount) => Math.round(amount * 100) / 100;

/** A line of the amount `rate * quantity`. */
export const counted = (type, unit, rate, quantity, rest = {}) => ({
  type,
  ...rest,
  unit,
  rate,
  quantity,
  amount: money(rate * quantity),
});

/** Sum of the positive lines that deductions are made from. */
export const grossOf = ({ exempt }, lines) =>
  money(lines.reduce((sum, { type, amount }) => (amount > 0 && !exempt?.has(type) ? sum + amount : sum), 0));

/**
 * Makes a payslip of its drafted lines. A draft is `{id, date, employeeId, employeeGroups, lines, deductions, totals}`:
 * `deductions(gross)` gives the lines that go with gross pay (negative amounts), `totals(gross, net)` the closing lines,
 * `exempt` the types that are paid out but are no part of gross pay.
 *
 * @param edits.lines - changes the drafted lines before anything is computed of them
 * @param edits.deductions - changes the deductions before net pay is computed
 * @param edits.totals - changes the closing lines
 */
export function closePayslip(draft, edits = {}) {
  const same = (lines) => lines;
  const { lines: editLines = same, deductions: editDeductions = same, totals: editTotals = same } = edits;
  const lines = editLines(draft.lines);
  const sum = (list) => money(list.reduce((total, { amount }) => total + amount, 0));
  const gross = grossOf(draft, lines);
  const deductions = editDeductions([...lines.filter(({ amount }) => amount <= 0), ...draft.deductions(gross)]);
  const net = sum([...lines.filter(({ amount }) => amount > 0), ...deductions]);
  const closing = editTotals(draft.totals(gross, net));
  const all = [...lines.filter(({ amount }) => amount > 0), ...deductions, ...closing];
  return {
    id: draft.id,
    date: draft.date,
    employeeId: draft.employeeId,
    employeeGroups: draft.employeeGroups,
    transactions: all.map((line, index) => ({ id: `${draft.id}-${index + 1}`, ...line })),
  };
}
