import type { LaborSupply } from './supply.js';

/** The number of missing employees, the slots that lack them, and the full slots that prevent more work there. */
interface CoveringBound {
  readonly missing: number;
  readonly critical: readonly number[];
  readonly full: readonly number[];
}

/**
 * Computes the fewest missing employees in the slots of a day if everyone works one shift a day and no slot exceeds
 * `caps`. Slots of which no shift covers two need different employees. And if all shifts that cover one slot also cover
 * another, everyone in the first is also in the second. `cells` are in order of their start.
 */
export function computeCoveringBound(
  supply: LaborSupply,
  cells: readonly number[],
  caps: readonly number[],
): CoveringBound {
  const { able, budget, coverers, instance } = supply;
  const { base, min } = instance.cells;
  const need = cells.map((cell) => Math.max(0, Math.min(min[cell] ?? 0, able[cell] ?? 0) - (base[cell] ?? 0)));
  const covering = cells.map((cell) => new Set(coverers[cell]));
  const days = new Set(covering.flatMap((own) => [...own]).map((at) => Math.floor(at / instance.shifts)));
  const looks = covering.reduce((sum, { size }) => sum + size, 0) * cells.length;
  budget.spend(looks + days.size * instance.employees * instance.shifts);
  let worst: CoveringBound = { missing: 0, critical: [], full: [] };
  covering.forEach((own, index) => {
    covering.forEach((other, cap) => {
      const missing = (need[index] ?? 0) - (caps[cap] ?? 0);
      if (missing <= worst.missing || cap === index || [...own].some((at) => !other.has(at))) return;
      worst = { missing, critical: cells.slice(index, index + 1), full: cells.slice(cap, cap + 1) };
    });
  });

  // By slot: the maximum number of employees that it and the slots before it need.
  const best: { heads: number; critical: readonly number[] }[] = [{ heads: 0, critical: [] }];
  covering.forEach((own, index) => {
    const firstShared = covering.findIndex((other, before) => before === index || [...own].some((at) => other.has(at)));
    const without = best[index] ?? { heads: 0, critical: [] };
    const before = best[firstShared] ?? without;
    const heads = before.heads + (need[index] ?? 0);
    best.push(heads > without.heads ? { heads, critical: [...before.critical, cells[index] ?? 0] } : without);
  });
  const { heads = 0, critical = [] } = best.at(-1) ?? {};
  let staff = 0;
  for (const day of days) {
    for (let employee = 0; employee < instance.employees; employee += 1) {
      if (supply.canWorkOn(employee, day)) staff += 1;
    }
  }
  return heads - staff > worst.missing ? { missing: heads - staff, critical, full: [] } : worst;
}
