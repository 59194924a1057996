import type { DistributionConstraint } from '../model/constraint.js';
import { costUnits, freeShift, type Roster, type RosteringInstance } from '../model/instance.js';

/**
 * Computes the violation of each of the constraint's employees, in their order: the distance to
 * floor(mean)..ceil(mean), per period.
 */
export function findDistributionViolations(
  instance: RosteringInstance,
  constraint: DistributionConstraint,
  roster: Roster,
): Float64Array {
  const { employees, shifts, periods, target } = constraint;
  const breaches = new Float64Array(employees.length);
  const unit = target === 'HOURS' ? 1 : costUnits;
  for (const { from, to } of periods) {
    const sums = employees.map((employee) => {
      let sum = 0;
      for (let day = from; day < to; day += 1) {
        const shift = roster[employee * instance.days + day] ?? freeShift;
        if (shift >= 0 && shifts[shift] === 1) sum += target === 'HOURS' ? (instance.shiftMinutes[shift] ?? 0) : 1;
      }
      return sum;
    });
    const mean = sums.reduce((total, sum) => total + sum, 0) / Math.max(1, sums.length);
    const low = Math.floor(mean);
    const high = Math.ceil(mean);
    sums.forEach((sum, index) => {
      breaches[index] = (breaches[index] ?? 0) + Math.max(0, sum - high, low - sum) * unit;
    });
  }
  return breaches;
}
