import type { DistributionConstraint } from '../model/constraint.js';
import { costUnits, type RosteringInstance } from '../model/instance.js';
import { penaltyTiers } from './row-rules.js';

/** The totals of some employees in a period. Each unit outside floor(mean)..ceil(mean) costs `weight`. */
export interface Spread {
  readonly tier: number;
  /** The cost at the last accepted change. */
  cost: number;
  /** Recomputes the total of an employee's row. */
  count(employee: number): void;
  computeCost(): number;
}

export function createSpreads(
  { grid, instance, width }: { grid: Int16Array; instance: RosteringInstance; width: number },
  constraint: DistributionConstraint,
): Spread[] {
  const { shiftMinutes } = instance;
  const { employees, periods, shifts, strict, target } = constraint;
  const hours = target === 'HOURS';
  const placeOf = new Map(employees.map((employee, place) => [employee, place]));
  return periods.map(({ from, to }) => {
    const sums = new Float64Array(employees.length);
    const spread: Spread = {
      tier: strict ? penaltyTiers.breach : penaltyTiers.soft,
      cost: 0,
      count: (employee) => {
        const place = placeOf.get(employee);
        if (place === undefined) return;
        let sum = 0;
        const first = employee * width + instance.historyDays;
        for (let at = first + from; at < first + to; at += 1) {
          const shift = grid[at] as number;
          if (shift >= 0 && shifts[shift] === 1) sum += hours ? (shiftMinutes[shift] as number) : 1;
        }
        sums[place] = sum;
      },
      computeCost: () => {
        let total = 0;
        for (const sum of sums) total += sum;
        const mean = total / Math.max(1, sums.length);
        let away = 0;
        for (const sum of sums) away += Math.max(0, sum - Math.ceil(mean), Math.floor(mean) - sum);
        return away * constraint.weight * (hours ? 1 : costUnits);
      },
    };
    for (const employee of employees) spread.count(employee);
    spread.cost = spread.computeCost();
    return spread;
  });
}
