import { expect, it } from 'vitest';
import { compileInstance, createSolver, readJobDefinition } from '../index.js';

/** One employee, one shift wanted twice on each of some days. */
function understaffed(days: number) {
  return {
    jobInfo: {
      id: 'tiny',
      organisationId: 'org',
      scheduleType: 'CALENDAR',
      demandType: 'SHIFT_DEMAND',
      planningHorizon: { startDate: '2026-03-02', endDate: `2026-03-0${1 + days}` },
    },
    employees: [{ id: 'e' }],
    shifts: [{ id: 's', intervals: [{ startTime: '08:00', endTime: '16:00' }] }],
    demands: [{ shiftDemands: [{ shiftId: 's', min: 2, ideal: 2, max: 2 }] }],
    constraints: {
      employeeUtilizationConstraints: [{ id: 'u', importance: 'STRICT', maxShifts: 2 }],
      consecutiveWorkdaysConstraints: [{ id: 'c', importance: 'HIGH', maxDays: 1 }],
    },
  };
}

it('proves the best roster of a tiny job, although demand stays missing, in hardly more work than there are rosters', async () => {
  const instance = compileInstance(readJobDefinition(understaffed(5)));
  const { reason, score, bound, iterations, roster } = await createSolver(instance).run();
  expect(reason).toBe('optimal');
  // Each roster is a unit of work; so is what the first roster took.
  expect(iterations).toBeGreaterThanOrEqual(2 ** 5);
  expect(iterations).toBeLessThan(3 * 2 ** 5);
  // Two of ten are there, on days that do not follow each other.
  expect(score).toMatchObject({ missing: 8 * 60, strict: 0 });
  expect(bound).toEqual({ hard: score.hard, soft: score.soft });
  const worked = [...roster].flatMap((shift, day) => (shift < 0 ? [] : [day]));
  expect(worked).toHaveLength(2);
  expect(Math.abs((worked[0] ?? 0) - (worked[1] ?? 0))).toBeGreaterThan(1);
});
