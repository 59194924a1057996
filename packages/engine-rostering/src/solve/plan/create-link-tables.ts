import { computeRest } from '../../model/allowed-mask.js';
import type { RestConstraint } from '../../model/constraint.js';
import { costUnits, type RosteringInstance } from '../../model/instance.js';
import { type LinkTable, type PenaltyTier, penaltyTiers, type SolverPlan } from '../plan.js';
import type { PlanDraft } from './plan-draft.js';

/** Creates tables, by class of employees, for the rest between consecutive assignments and for overlapping work. */
export function createLinkTables(instance: RosteringInstance, draft: PlanDraft): Pick<SolverPlan, 'classOf' | 'links'> {
  const rests = instance.constraints.filter((constraint) => constraint.family === 'restBetweenShifts');
  const { classOf, sets } = classesOf(instance.employees, rests);
  const { width } = draft;
  const links: LinkTable[] = [];
  const table = (distance: number, next: boolean, of: PenaltyTier): Float64Array => {
    const found = links.find((link) => link.distance === distance && link.next === next && link.tier === of);
    if (found !== undefined) return found.cost;
    const cost = new Float64Array(Math.max(1, sets.length) * width * width);
    links.push({ tier: of, distance, next, cost });
    return cost;
  };
  const add = (cost: Float64Array, set: number, first: number, second: number, amount: number): void => {
    const at = (set * width + first + 1) * width + second + 1;
    cost[at] = (cost[at] ?? 0) + amount;
  };
  const { shifts, reach, overlap } = instance;
  sets.forEach((set, number) => {
    for (let first = 0; first < shifts; first += 1) {
      for (let second = 0; second < shifts; second += 1) {
        for (let distance = 1; distance <= reach; distance += 1) {
          if (overlap[((distance - 1) * shifts + first) * shifts + second] !== 1) continue;
          add(table(distance, false, penaltyTiers.breach), number, first, second, costUnits);
        }
        for (const rest of set) {
          if (rest.shifts[first] !== 1) continue;
          const farthest = Math.min(draft.days, reach + 1 + Math.ceil(rest.restMinutes / 1440));
          for (let distance = 1; distance <= farthest; distance += 1) {
            const short = rest.restMinutes - computeRest(instance, first, second, distance);
            // No `break`: with a day indicator the work of a later day may lie nearer.
            if (short <= 0) continue;
            const costTier = rest.strict ? penaltyTiers.breach : penaltyTiers.soft;
            add(table(distance, true, costTier), number, first, second, short * rest.weight);
          }
        }
      }
    }
  });
  return { classOf, links };
}

function classesOf(
  employees: number,
  rests: readonly RestConstraint[],
): { classOf: Uint16Array; sets: readonly (readonly RestConstraint[])[] } {
  const setOf = Array.from({ length: employees }, (): RestConstraint[] => []);
  for (const rest of rests) for (const employee of rest.employees) setOf[employee]?.push(rest);
  const sets: RestConstraint[][] = [];
  const numbers = new Map<string, number>();
  const indexOf = new Map(rests.map((rest, index) => [rest, index]));
  const classOf = Uint16Array.from(setOf, (set) => {
    const key = set.map((rest) => indexOf.get(rest)).join();
    const known = numbers.get(key);
    if (known !== undefined) return known;
    sets.push(set);
    numbers.set(key, sets.length - 1);
    return sets.length - 1;
  });
  return { classOf, sets };
}
