import { freeShift, type Roster, type RosteringInstance, unknownShift } from '../model/instance.js';

/** Returns the employee's shift on a day of the horizon or the history, FREE, or UNKNOWN outside both. */
export function getShiftOn(instance: RosteringInstance, roster: Roster, employee: number, day: number): number {
  const { days, historyDays, history } = instance;
  if (day >= days || day < -historyDays) return unknownShift;
  if (day < 0) return history[employee * historyDays + historyDays + day] ?? unknownShift;
  return roster[employee * days + day] ?? freeShift;
}
