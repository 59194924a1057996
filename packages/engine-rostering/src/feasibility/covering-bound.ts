import type { LaborSupply } from './supply.js';

/** Tables beyond this size are left to the other checks. */
const maxTable = 1_500_000;

/**
 * Minimum number of missing employees in the cells if everyone works one shift a day and no cell exceeds `caps`. This
 * is the dual of covering cells by shifts. Each cell has a price from 0 to 1 for its need and one for its cap. A day
 * costs as much as its most valuable shift, times the employees who can work that day. Missing heads are the value of
 * the need minus the cost of caps and days. Any prices prove it, so the bound is valid even if the search for the best
 * prices stops early.
 */
export function computeCoveringBound(supply: LaborSupply, cells: readonly number[], caps: readonly number[]) {
  const { able, budget, coverers, instance } = supply;
  const { base, min } = instance.cells;
  const need = cells.map((cell) => Math.max(0, Math.min(min[cell] ?? 0, able[cell] ?? 0) - (base[cell] ?? 0)));
  const covered = new Map<number, number[]>();
  cells.forEach((cell, index) => {
    for (const at of coverers[cell] ?? []) covered.set(at, [...(covered.get(at) ?? []), index]);
  });
  // Of shifts of a day that cover the same cells one is enough.
  const shifts = new Map<string, { day: number; indexes: number[] }>();
  for (const [at, indexes] of covered) {
    const day = Math.floor(at / instance.shifts);
    shifts.set(`${day}/${indexes.join()}`, { day, indexes });
  }
  const days = [...new Set([...shifts.values()].map(({ day }) => day))];
  const { employees } = instance.job;
  budget.spend(days.length * instance.employees * instance.shifts);
  const staff = days.map((day) => employees.filter((_, employee) => supply.canWorkOn(employee, day)).length);
  const count = cells.length;
  const height = shifts.size + count;
  const width = 2 * count + days.length;
  if (height * (height + width) > maxTable) return { missing: 0, critical: [], full: [] };
  budget.spend(height * (height + width) * 8);

  const rows = [...shifts.values()].map(({ day, indexes }) => {
    const row = new Array<number>(width).fill(0);
    for (const index of indexes) {
      row[index] = 1;
      row[count + index] = -1;
    }
    row[2 * count + days.indexOf(day)] = -1;
    return row;
  });
  for (let index = 0; index < count; index += 1) {
    const row = new Array<number>(width).fill(0);
    row[index] = 1;
    rows.push(row);
  }
  const limits = rows.map((_, index) => (index < shifts.size ? 0 : 1));
  const gain = [...need, ...caps.map((cap) => -cap), ...staff.map((heads) => -heads)];
  const solution = maximizeLinear(gain, rows, limits, 3 * height);
  const price = cells.map((_, index) => Math.min(1, Math.max(0, solution[index] ?? 0)));
  const capPrice = cells.map((_, index) => Math.max(0, solution[count + index] ?? 0));

  // The days' cost is computed again from the prices, so that rounding in the search proves nothing.
  const dearest = days.map(() => 0);
  for (const { day, indexes } of shifts.values()) {
    const worth = indexes.reduce((sum, index) => sum + (price[index] ?? 0) - (capPrice[index] ?? 0), 0);
    const place = days.indexOf(day);
    dearest[place] = Math.max(dearest[place] ?? 0, worth);
  }
  const total = (amounts: readonly number[], prices: readonly number[]): number =>
    amounts.reduce((sum, amount, index) => sum + amount * (prices[index] ?? 0), 0);
  const missing = total(need, price) - total(caps, capPrice) - total(staff, dearest);
  return {
    missing: Math.max(0, Math.ceil(missing - 1e-6)),
    critical: cells.filter((_, index) => (price[index] ?? 0) > 1e-6 && (need[index] ?? 0) > 0),
    full: cells.filter((_, index) => (capPrice[index] ?? 0) > 1e-6),
  };
}

/** Maximizes `gain . v` over v >= 0 with `rows . v <= limits` (simplex, Bland's rule), at most `steps` pivots. */
export function maximizeLinear(
  gain: readonly number[],
  rows: readonly (readonly number[])[],
  limits: readonly number[],
  steps: number,
): number[] {
  const count = gain.length;
  const width = count + rows.length + 1;
  const table = rows.map((row, index) => {
    const line = new Float64Array(width);
    line.set(row);
    line[count + index] = 1;
    line[width - 1] = limits[index] ?? 0;
    return line;
  });
  const cost = new Float64Array(width);
  cost.set(gain);
  const basis = rows.map((_, index) => count + index);
  let stalled = 0;
  for (let step = 0; step < steps; step += 1) {
    const enter = entering(cost, width - 1, stalled > 20);
    const leave = enter < 0 ? -1 : leaving(table, basis, enter, width - 1);
    const pivotRow = table[leave];
    if (pivotRow === undefined) break;
    stalled = (pivotRow[width - 1] ?? 0) < 1e-12 ? stalled + 1 : 0;
    const pivot = pivotRow[enter] ?? 1;
    for (let at = 0; at < width; at += 1) pivotRow[at] = (pivotRow[at] ?? 0) / pivot;
    for (const line of [...table, cost]) {
      const factor = line[enter] ?? 0;
      if (line === pivotRow || factor === 0) continue;
      for (let at = 0; at < width; at += 1) line[at] = (line[at] ?? 0) - factor * (pivotRow[at] ?? 0);
    }
    basis[leave] = enter;
  }
  const solution = new Array<number>(count).fill(0);
  basis.forEach((variable, row) => {
    if (variable < count) solution[variable] = table[row]?.[width - 1] ?? 0;
  });
  return solution;
}

/** Returns the most gaining variable; the first gaining one while the search stands still. */
function entering(cost: Float64Array, last: number, first: boolean): number {
  let best = -1;
  for (let at = 0; at < last; at += 1) {
    if ((cost[at] ?? 0) <= 1e-9) continue;
    if (first) return at;
    if (best < 0 || (cost[at] ?? 0) > (cost[best] ?? 0)) best = at;
  }
  return best;
}

function leaving(table: readonly Float64Array[], basis: readonly number[], enter: number, last: number): number {
  let leave = -1;
  let least = Number.POSITIVE_INFINITY;
  table.forEach((line, row) => {
    const pivot = line[enter] ?? 0;
    if (pivot <= 1e-9) return;
    const ratio = (line[last] ?? 0) / pivot;
    if (ratio > least + 1e-12) return;
    if (ratio > least - 1e-12 && (basis[row] ?? 0) > (basis[leave] ?? Number.POSITIVE_INFINITY)) return;
    least = Math.min(least, ratio);
    leave = row;
  });
  return leave;
}
