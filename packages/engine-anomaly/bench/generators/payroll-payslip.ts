/** A line of a payslip before it has an id. */
export interface Line {
  readonly type: string;
  readonly subType?: string;
  readonly contractId?: string;
  readonly unit: string;
  readonly fromDate?: string;
  readonly toDate?: string;
  readonly costUnits?: readonly Readonly<Record<string, string>>[];
  readonly rate?: number;
  readonly quantity?: number;
  readonly amount: number;
}

export interface PayslipDraft {
  readonly id: string;
  readonly date: string;
  readonly employeeId: string;
  readonly employeeGroups: readonly string[];
  readonly lines: readonly Line[];
  /** The lines that go with gross pay, of negative amounts. */
  readonly deductions: (gross: number) => Line[];
  readonly totals: (gross: number, net: number) => Line[];
  /** Types that are paid out but are no part of gross pay. */
  readonly exempt?: ReadonlySet<string>;
}

export interface DraftedPayslip extends Pick<PayslipDraft, 'id' | 'date' | 'employeeId' | 'employeeGroups'> {
  readonly transactions: (Line & { readonly id: string })[];
}

type EditLines = (lines: readonly Line[]) => readonly Line[];

interface Edits {
  /** Changes the drafted lines before anything is computed of them. */
  readonly lines?: EditLines;
  /** Changes the deductions before net pay is computed. */
  readonly deductions?: EditLines;
  readonly totals?: EditLines;
}

/** Cents, in the usual way. */
export const money = (amount: number): number => Math.round(amount * 100) / 100;

/** A line of the amount `rate * quantity`. */
export const counted = (
  type: string,
  unit: string,
  rate: number,
  quantity: number,
  rest: Partial<Line> = {},
): Line => ({ type, ...rest, unit, rate, quantity, amount: money(rate * quantity) });

/** Sum of the positive lines that deductions are made from. */
export const grossOf = ({ exempt }: PayslipDraft, lines: readonly Line[]): number =>
  money(lines.reduce((sum, { type, amount }) => (amount > 0 && !exempt?.has(type) ? sum + amount : sum), 0));

export function closePayslip(draft: PayslipDraft, edits: Edits = {}): DraftedPayslip {
  const same: EditLines = (lines) => lines;
  const { lines: editLines = same, deductions: editDeductions = same, totals: editTotals = same } = edits;
  const lines = editLines(draft.lines);
  const sum = (list: readonly Line[]) => money(list.reduce((total, { amount }) => total + amount, 0));
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
