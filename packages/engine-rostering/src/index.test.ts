import { expect, it } from 'vitest';
import {
  buildResult,
  checkFeasibility,
  checkJobDefinition,
  compileInstance,
  createSolver,
  readJobDefinition,
} from './index.js';

it('runs the example of the README', async () => {
  const definition = {
    jobInfo: {
      id: 'week-10',
      organisationId: 'shop',
      scheduleType: 'CALENDAR',
      demandType: 'SHIFT_DEMAND',
      planningHorizon: { startDate: '2026-03-02', endDate: '2026-03-03' },
    },
    employees: [{ id: 'ann' }, { id: 'bob' }],
    shifts: [{ id: 'day', intervals: [{ startTime: '08:00', endTime: '16:00', dayIndicator: 0 }] }],
    demands: [{ shiftDemands: [{ shiftId: 'day', min: 1, ideal: 2, max: 2 }] }],
  };
  expect(checkJobDefinition(definition)).toEqual([]);
  const instance = compileInstance(readJobDefinition(definition));
  expect(checkFeasibility(instance).status).toEqual(['FEASIBLE']);
  const { roster } = await createSolver(instance, { seed: 1, iterations: 10_000 }).run();
  const result = buildResult(instance, roster, { fullSchedule: true });
  expect(result.solution.score).toEqual({ hard: 0, soft: 0 });
  expect(result.roster.employeeRosters[0]?.assignments).toHaveLength(2);
});
