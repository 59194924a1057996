import { minutesPerDay } from '../../model/calendar.js';
import type { PeriodicRestConstraint } from '../../model/constraint.js';
import { penaltyTiers } from '../plan.js';
import type { PlanDraft } from './plan-draft.js';

export function addPeriodicRest(draft: PlanDraft, constraint: PeriodicRestConstraint): void {
  const { instance, lead } = draft;
  const member = draft.members(constraint.shifts);
  const intervals = [...member].map((asked, shift) =>
    asked === 1 ? (instance.job.shifts[shift - 1]?.intervals ?? []).map(({ start, end }) => [start, end] as const) : [],
  );
  const reachBack = Math.max(0, ...instance.shiftEnd) / minutesPerDay;
  const reachOn = -Math.min(0, ...instance.shiftStart) / minutesPerDay;
  for (const { from, to, whole } of constraint.periods) {
    if (!whole) continue;
    const first = Math.max(0, lead + from - Math.ceil(reachBack));
    const last = Math.min(draft.days - 1, lead + to - 1 + Math.ceil(reachOn));
    const begin = (lead + from) * minutesPerDay;
    const end = (lead + to) * minutesPerDay;
    for (const employee of constraint.employees) {
      draft.rows.push({
        employee,
        from: first,
        to: last,
        tier: constraint.strict ? penaltyTiers.breach : penaltyTiers.soft,
        weight: constraint.weight,
        rest: { begin, end, minutes: constraint.restMinutes, intervals },
        evaluate: (grid, offset) => {
          let starts = 0;
          for (let day = first; day <= last; day += 1) {
            for (const interval of intervals[grid[offset + day] as number] as (typeof intervals)[number]) {
              starts = insert(starts, day * minutesPerDay + interval[0], day * minutesPerDay + interval[1]);
            }
          }
          return Math.max(0, constraint.restMinutes - longestFree(starts, begin, end));
        },
      });
    }
  }
}

const workStart = new Float64Array(4096);
const workEnd = new Float64Array(4096);

/** Keeps the intervals in order of their start, in which they nearly always come. @returns how many there are */
function insert(count: number, start: number, end: number): number {
  if (count === workStart.length) return count;
  let place = count;
  while (place > 0 && (workStart[place - 1] as number) > start) {
    workStart[place] = workStart[place - 1] as number;
    workEnd[place] = workEnd[place - 1] as number;
    place -= 1;
  }
  workStart[place] = start;
  workEnd[place] = end;
  return count + 1;
}

function longestFree(count: number, begin: number, end: number): number {
  let free = begin;
  let longest = 0;
  for (let index = 0; index < count; index += 1) {
    const start = Math.min(workStart[index] as number, end);
    if (start - free > longest) longest = start - free;
    if ((workEnd[index] as number) > free) free = workEnd[index] as number;
  }
  return Math.max(longest, end - free);
}
