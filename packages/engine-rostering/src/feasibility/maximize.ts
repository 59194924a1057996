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
