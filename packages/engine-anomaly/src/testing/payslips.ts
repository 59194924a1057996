import type { PayrollTransaction, Payslip } from '../payroll/types.js';

/** The last day of each month, starting with January 2024. */
const monthEnds = Array.from({ length: 36 }, (_, month) =>
  new Date(Date.UTC(2024, month + 1, 0)).toISOString().slice(0, 10),
);

/** Creates a payslip of employee `index`. `edit` changes the lines before tax and totals are computed. */
export function createPayslip(
  index: number,
  month: number,
  edit: (lines: PayrollTransaction[]) => PayrollTransaction[] = (lines) => lines,
): Payslip {
  const id = `${monthEnds[month]?.slice(0, 7)}-e${index}`;
  const quantity = 100 + ((7 * month + 3 * index) % 11);
  const lines = edit([
    { id: `${id}-salary`, type: 'salary', amount: 3000 + 100 * index },
    { id: `${id}-km`, type: 'mileage', unit: 'km', rate: 0.5, quantity, amount: 0.5 * quantity },
    { id: `${id}-fee`, type: 'fee', amount: -20 },
  ]);
  const sum = (list: PayrollTransaction[]) => list.reduce((total, { amount }) => total + amount, 0);
  const gross = sum(lines.filter(({ amount }) => amount > 0));
  const tax = { id: `${id}-tax`, type: 'tax', subType: 'income', amount: Math.round(-20 * gross) / 100 };
  return {
    id,
    date: monthEnds[month] ?? '',
    employeeId: `e${index}`,
    employeeGroups: ['office'],
    transactions: [
      ...lines,
      tax,
      { id: `${id}-gross`, type: 'gross', amount: gross },
      { id: `${id}-net`, type: 'net', amount: sum(lines) + tax.amount },
    ],
  };
}

/** Creates the payslips of the first `employees` employees for the first `months` months. */
export function createPayslips(employees: number, months: number): Payslip[] {
  return Array.from({ length: employees * months }, (_, index) =>
    createPayslip(index % employees, Math.floor(index / employees)),
  );
}

export const editLine = (type: string, by: Partial<PayrollTransaction>) => (lines: PayrollTransaction[]) =>
  lines.map((line) => (line.type === type ? { ...line, ...by } : line));

export const repeatLine = (type: string) => (lines: PayrollTransaction[]) =>
  lines.flatMap((line) => (line.type === type ? [line, { ...line, id: 'again' }] : [line]));

/** Returns an edit that leaves out the lines of a type. */
export const dropLines = (type: string) => (lines: PayrollTransaction[]) => lines.filter((line) => line.type !== type);

export const addGift = (lines: PayrollTransaction[]) => [...lines, { id: 'gift', type: 'gift', amount: 5 }];

/** Returns the payslip with changed amounts in lines of a type. Does not recompute tax and totals. */
export function setAmount(payslip: Payslip, type: string, amountOf: (amount: number) => number): Payslip {
  const transactions = payslip.transactions.map((line) =>
    line.type === type ? { ...line, amount: amountOf(line.amount) } : line,
  );
  return { ...payslip, transactions };
}
