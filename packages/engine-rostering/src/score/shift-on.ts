import { FREE, type Instance, type Roster, UNKNOWN } from '../model/instance.js';

/** The employee's shift on a day of the horizon or the history, FREE, or UNKNOWN outside both. */
export function shiftOn(instance: Instance, roster: Roster, employee: number, day: number): number {
  const { days, historyDays, history } = instance;
  if (day >= days || day < -historyDays) return UNKNOWN;
  if (day < 0) return history[employee * historyDays + historyDays + day] ?? UNKNOWN;
  return roster[employee * days + day] ?? FREE;
}
