import { freeShift, type Roster, type RosteringInstance } from '../model/instance.js';

/** The number of employees per cell, and of matching employees per requirement. */
export interface Staffing {
  present: Int32Array;
  matching: Int32Array;
}

/** Counts who covers each cell, including second locked shifts of a day. */
export function computeStaffing(instance: RosteringInstance, roster: Roster): Staffing {
  const { cells, days, doubleLocks, employees } = instance;
  const staff: Staffing = {
    present: new Int32Array(cells.count),
    matching: new Int32Array(cells.requirementMin.length),
  };
  for (let employee = 0; employee < employees; employee += 1) {
    for (let day = 0; day < days; day += 1) {
      const shift = roster[employee * days + day] ?? freeShift;
      if (shift >= 0) add(instance, staff, employee, day, shift);
    }
  }
  for (const { employee, day, shift } of doubleLocks) add(instance, staff, employee, day, shift);
  return staff;
}

function add(
  instance: RosteringInstance,
  { present, matching }: Staffing,
  employee: number,
  day: number,
  shift: number,
): void {
  const { cells, competent, coverCell, coverFrom, employees, shifts } = instance;
  const at = day * shifts + shift;
  for (let next = coverFrom[at] ?? 0; next < (coverFrom[at + 1] ?? 0); next += 1) {
    const cell = coverCell[next] ?? 0;
    present[cell] = (present[cell] ?? 0) + 1;
    for (let own = cells.requirementFrom[cell] ?? 0; own < (cells.requirementFrom[cell + 1] ?? 0); own += 1) {
      const competency = cells.requirementCompetency[own] ?? 0;
      if (competent[competency * employees + employee] === 1) matching[own] = (matching[own] ?? 0) + 1;
    }
  }
}
