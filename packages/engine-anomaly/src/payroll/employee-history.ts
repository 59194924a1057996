import type { PayslipView } from './payslip-view.js';
import type { PayrollTransaction } from './types.js';

/** The payslips of one employee, oldest first. */
export interface EmployeeHistory {
  employeeId: string;
  groups: readonly string[];
  views: PayslipView[];
}

export interface HistoryEntry {
  line: PayrollTransaction;
  view: PayslipView;
}

/** Groups payslips by employee, sorted by date and id, so that the upload order does not matter. */
export function groupHistories(views: readonly PayslipView[]): EmployeeHistory[] {
  const inOrder = [...views].sort(
    ({ payslip: a }, { payslip: b }) =>
      compareTexts(a.date, b.date) || compareTexts(a.employeeId, b.employeeId) || compareTexts(a.id, b.id),
  );
  const histories = new Map<string, EmployeeHistory>();
  for (const view of inOrder) {
    const { employeeId } = view.payslip;
    const history = histories.get(employeeId);
    if (history === undefined) histories.set(employeeId, { employeeId, groups: view.groups, views: [view] });
    else {
      history.views.push(view);
      history.groups = view.groups;
    }
  }
  return [...histories.values()].sort((a, b) => compareTexts(a.employeeId, b.employeeId));
}

/** Returns the lines of each type by employee, oldest first. */
export function groupLinesByType(
  histories: readonly EmployeeHistory[],
): Map<string, Map<EmployeeHistory, HistoryEntry[]>> {
  const kinds = new Map<string, Map<EmployeeHistory, HistoryEntry[]>>();
  for (const history of histories) {
    for (const view of history.views) {
      for (const [kind, lines] of view.kinds) {
        let owners = kinds.get(kind);
        if (owners === undefined) {
          owners = new Map();
          kinds.set(kind, owners);
        }
        const entries = owners.get(history) ?? [];
        owners.set(history, entries);
        for (const line of lines) entries.push({ line, view });
      }
    }
  }
  return kinds;
}

/** Compares strings by code units, so that the order is the same on every machine. */
export function compareTexts(a: string, b: string): number {
  if (a < b) return -1;
  return a > b ? 1 : 0;
}
