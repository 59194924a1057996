import type { Instance } from '../model/instance.js';

/** Hours an employee can work, without the days blocked by STRICT availability (rostering.gap.max-available-hours). */
export function maxAvailableHours(instance: Instance, employee: number): number {
  const { constraints, constraintsOf, days, job } = instance;
  const weekly = job.employees[employee]?.maxHoursPerWeek ?? null;
  if (weekly === null) return 24 * days;
  const taken = new Set<number>();
  for (const index of constraintsOf[employee] ?? []) {
    const constraint = constraints[index];
    if (constraint?.family !== 'employeeAvailability' || !constraint.strict || constraint.isDesired) continue;
    if (constraint.window !== null || constraint.shifts.includes(0)) continue;
    for (const { from, to } of constraint.periods) for (let day = from; day < to; day += 1) taken.add(day);
  }
  return Math.max(0, weekly * job.nrOfWeeks - (weekly / 5) * taken.size);
}
