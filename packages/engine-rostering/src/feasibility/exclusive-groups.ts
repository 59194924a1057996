import { computeRest } from '../model/allowed-mask.js';
import type { RosteringInstance } from '../model/instance.js';
import type { LaborSupply } from './supply.js';

/** Finds groups of demanded cells of which one employee can serve only one. */
export function findExclusiveGroups(supply: LaborSupply): number[][] {
  const { instance } = supply;
  const { cells } = instance;
  const excludes = exclusion(supply);
  const byStart = Array.from({ length: cells.count }, (_, cell) => cell)
    .filter((cell) => (cells.min[cell] ?? 0) > 0 && (supply.coverers[cell] ?? []).length > 0)
    .sort((a, b) => (cells.start[a] ?? 0) - (cells.start[b] ?? 0) || (cells.min[b] ?? 0) - (cells.min[a] ?? 0));
  return byStart.flatMap((first, position) => {
    const group = [first];
    for (let next = position + 1; next < byStart.length; next += 1) {
      const cell = byStart[next] ?? 0;
      if ((cells.day[cell] ?? 0) - (cells.day[first] ?? 0) > 1) break;
      if (group.every((taken) => excludes(taken, cell))) group.push(cell);
    }
    return group.length > 1 ? [group] : [];
  });
}

/** Returns whether no employee can serve both cells; equal pairs of targets at the same distance are judged once. */
function exclusion(supply: LaborSupply): (a: number, b: number) => boolean {
  const { budget, coverers, instance } = supply;
  const { cells } = instance;
  const rest = commonRest(instance);
  const known = new Map<number, boolean>();
  const targets = instance.job.demandType === 'TIME_DEMAND' ? instance.job.timeSlots.length : instance.shifts;
  const widest = Math.max(...instance.offsets.map(Math.abs));
  /** Cells near the edges are covered by fewer days: they are judged apart. */
  const edgeOf = (cell: number): number => {
    const day = cells.day[cell] ?? 0;
    return Math.min(day, widest) * (widest + 1) + Math.min(instance.days - 1 - day, widest);
  };
  return (a, b) => {
    const apart = (cells.day[b] ?? 0) - (cells.day[a] ?? 0);
    const pair = (cells.target[a] ?? 0) * targets + (cells.target[b] ?? 0);
    const edges = (widest + 1) ** 2;
    const key = ((pair * 3 + apart + 1) * edges + edgeOf(a)) * edges + edgeOf(b);
    budget.spend(1);
    const judged = known.get(key);
    if (judged !== undefined) return judged;
    const covering = [coverers[a] ?? [], coverers[b] ?? []] as const;
    budget.spend(covering[0].length * covering[1].length);
    const both = covering[0].some((one) => covering[1].some((other) => compatible(instance, rest, one, other)));
    known.set(key, !both);
    return !both;
  };
}

function compatible(instance: RosteringInstance, rest: Int32Array, one: number, other: number): boolean {
  if (one === other) return true;
  const { overlap, reach, shifts } = instance;
  const apart = Math.floor(other / shifts) - Math.floor(one / shifts);
  if (apart === 0) return false;
  const [a, b] = apart > 0 ? [one % shifts, other % shifts] : [other % shifts, one % shifts];
  const days = Math.abs(apart);
  if (days <= reach && overlap[((days - 1) * shifts + a) * shifts + b] === 1) return false;
  return computeRest(instance, a, b, days) >= (rest[a] ?? 0);
}

/** Per shift: the strict rest after it that every employee has to keep. */
function commonRest(instance: RosteringInstance): Int32Array {
  const { constraints, employees, shifts } = instance;
  const rest = new Int32Array(shifts);
  for (let shift = 0; shift < shifts; shift += 1) {
    const own = new Int32Array(employees);
    for (const constraint of constraints) {
      if (constraint.family !== 'restBetweenShifts' || !constraint.strict || constraint.shifts[shift] !== 1) continue;
      for (const employee of constraint.employees) {
        own[employee] = Math.max(own[employee] ?? 0, constraint.restMinutes);
      }
    }
    rest[shift] = own.reduce((least, minutes) => Math.min(least, minutes), Number.POSITIVE_INFINITY);
  }
  return rest;
}
