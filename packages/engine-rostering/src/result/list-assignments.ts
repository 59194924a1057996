import { freeShift, listCoveredCells, type Roster, type RosteringInstance } from '../model/instance.js';

/** An assignment of an employee, as indexes. */
export interface Assignment {
  day: number;
  shift: number;
  locked: boolean;
  roleId: string | null;
}

/** Lists every employee's assignments by day, including second locked shifts of a day. */
export function listAssignments(instance: RosteringInstance, roster: Roster): Assignment[][] {
  const { days, employees, job, locked } = instance;
  const roles = new Map(job.locks.map((lock) => [`${lock.employee}/${lock.day}/${lock.shift}`, lock.roleId]));
  return Array.from({ length: employees }, (_, employee) => {
    const assignments: Assignment[] = [];
    const lock = (day: number, shift: number): Assignment => {
      const roleId = roles.get(`${employee}/${day}/${shift}`) ?? job.employees[employee]?.roleIds[0] ?? null;
      return { day, shift, locked: true, roleId };
    };
    for (let day = 0; day < days; day += 1) {
      const shift = roster[employee * days + day] ?? freeShift;
      if (shift === freeShift) continue;
      if (locked[employee * days + day] === shift) assignments.push(lock(day, shift));
      else assignments.push({ day, shift, locked: false, roleId: roleFor(instance, employee, day, shift) });
    }
    for (const second of instance.doubleLocks) {
      if (second.employee === employee) assignments.push(lock(second.day, second.shift));
    }
    return assignments.sort((a, b) => a.day - b.day);
  });
}

/** The employee's first role that a requirement of the demand asks for, else the first role (rostering.gap.role-id). */
function roleFor(instance: RosteringInstance, employee: number, day: number, shift: number): string | null {
  const roleIds = instance.job.employees[employee]?.roleIds ?? [];
  for (const cell of roleIds.length > 1 ? listCoveredCells(instance, day, shift) : []) {
    const requirements = instance.job.demands[cell]?.requirements ?? [];
    const wanted = requirements.flatMap(({ matchType, values }) => (matchType === 'NONE' ? [] : values));
    const role = roleIds.find((id) => wanted.includes(id));
    if (role !== undefined) return role;
  }
  return roleIds[0] ?? null;
}
