import type { Roster, RosteringInstance } from '../model/instance.js';
import { getShiftOn } from './shift-on.js';

/** Counts the pairs of an employee's assignments that overlap. The later one is in the horizon. */
export function countConcurrentShifts(instance: RosteringInstance, roster: Roster, employee: number): number {
  const { days, overlap, reach, shifts } = instance;
  let pairs = 0;
  for (let day = 0; day < days; day += 1) {
    const later = getShiftOn(instance, roster, employee, day);
    if (later < 0) continue;
    for (let apart = 1; apart <= reach; apart += 1) {
      const earlier = getShiftOn(instance, roster, employee, day - apart);
      if (earlier >= 0) pairs += overlap[((apart - 1) * shifts + earlier) * shifts + later] ?? 0;
    }
  }
  return pairs;
}
