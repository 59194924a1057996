import { freeShift, type Roster, type RosteringInstance } from '../model/instance.js';
import { createStartRoster, scoreRoster } from '../score/score-roster.js';
import { computeStaffing } from '../score/staffing.js';

/** Lists violations of a solver's duties (rostering.gap.hard-never-broken, rostering.gap.max-demand). */
export function checkSolverDuties(instance: RosteringInstance, roster: Roster): string[] {
  const { allowed, cells, days, employees, locked, shifts } = instance;
  const violations: string[] = [];
  if (roster.length !== employees * days) return [`The roster has ${roster.length} entries, not ${employees * days}.`];
  roster.forEach((shift, at) => {
    const lock = locked[at] ?? freeShift;
    const where = `employee ${Math.floor(at / days)} on day ${at % days}`;
    if (lock !== freeShift) {
      if (shift !== lock) violations.push(`The locked shift ${lock} of ${where} was changed to ${shift}.`);
    } else if (shift !== freeShift && (shift < 0 || shift >= shifts || allowed[at * shifts + shift] !== 1)) {
      violations.push(`Shift ${shift} is not allowed for ${where}.`);
    }
  });
  const first = createStartRoster(instance);
  const before = scoreRoster(instance, first).strict;
  const after = scoreRoster(instance, roster).strict;
  if (after > before)
    violations.push(`Strict breaches are ${after / 60}, above the ${before / 60} of the locked work alone.`);
  const lockedStaff = computeStaffing(instance, first).present;
  computeStaffing(instance, roster).present.forEach((present, cell) => {
    const most = Math.max(cells.max[cell] ?? 0, lockedStaff[cell] ?? 0);
    if (present > most) violations.push(`Cell ${cell} has ${present} employees, above ${most}.`);
  });
  return violations;
}
