import type { PeriodicRestConstraint } from '../model/constraint.js';
import type { Roster, RosteringInstance } from '../model/instance.js';
import { getShiftOn } from './shift-on.js';

const dayMinutes = 1440;

/** Sums the minutes by which the longest free stretch within each whole period falls short of the required rest. */
export function computePeriodicRestViolation(
  instance: RosteringInstance,
  constraint: PeriodicRestConstraint,
  roster: Roster,
  employee: number,
): number {
  let breach = 0;
  for (const { from, to, whole } of constraint.periods) {
    if (!whole) continue;
    const longest = longestRest(instance, constraint, roster, employee, from, to);
    breach += Math.max(0, constraint.restMinutes - longest);
  }
  return breach;
}

function longestRest(
  instance: RosteringInstance,
  constraint: PeriodicRestConstraint,
  roster: Roster,
  employee: number,
  from: number,
  to: number,
): number {
  const work: { start: number; end: number }[] = [];
  const { offsets } = instance;
  for (let day = from - (offsets.at(-1) ?? 0) - 1; day < to - (offsets[0] ?? 0); day += 1) {
    const shift = getShiftOn(instance, roster, employee, day);
    if (shift < 0 || constraint.shifts[shift] !== 1) continue;
    for (const { start, end } of instance.job.shifts[shift]?.intervals ?? []) {
      work.push({ start: start + day * dayMinutes, end: end + day * dayMinutes });
    }
  }
  work.sort((a, b) => a.start - b.start);
  let free = from * dayMinutes;
  let longest = 0;
  for (const { start, end } of work) {
    longest = Math.max(longest, Math.min(start, to * dayMinutes) - free);
    free = Math.max(free, end);
  }
  return Math.max(longest, to * dayMinutes - free);
}
