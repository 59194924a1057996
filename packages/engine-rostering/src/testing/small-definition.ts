import { compileInstance } from '../model/compile-instance.js';
import { readJobDefinition } from '../read/read-job-definition.js';

type Json = Record<string, unknown>;

/** Creates two employees, two days, and demand for one eight-hour shift a day. `change` replaces top-level fields. */
export function createSmallDefinition(change: Json = {}, info: Json = {}): Json {
  return {
    jobInfo: {
      id: 'small',
      organisationId: 'org',
      scheduleType: 'CALENDAR',
      demandType: 'SHIFT_DEMAND',
      planningHorizon: { startDate: '2026-03-02', endDate: '2026-03-03' },
      ...info,
    },
    employees: [{ id: 'a' }, { id: 'b' }],
    shifts: [{ id: 'day', intervals: [{ startTime: '08:00', endTime: '16:00' }] }],
    demands: [{ shiftDemands: [{ shiftId: 'day', min: 1, ideal: 1, max: 1 }] }],
    ...change,
  };
}

/** Creates the same demand as slots of four hours from 08:00, without shifts. */
export function createSlotDefinition(change: Json = {}, info: Json = {}): Json {
  return createSmallDefinition(
    {
      shifts: [],
      timeSlots: [
        { id: 'am', startTime: '08:00', endTime: '12:00' },
        { id: 'pm', startTime: '12:00', endTime: '16:00' },
      ],
      demands: [
        {
          timeDemands: [
            { timeSlotId: 'am', min: 1, ideal: 1, max: 1 },
            { timeSlotId: 'pm', min: 1, ideal: 1, max: 2 },
          ],
        },
      ],
      ...change,
    },
    { demandType: 'TIME_DEMAND', ...info },
  );
}

/** Creates the constraints of a definition: one STRICT rule. */
export const strictRule = (family: string, own: Json): Json => ({
  [`${family}Constraints`]: [{ id: 'rule', importance: 'STRICT', ...own }],
});

/** Creates a filter that selects one employee. */
export const onlyEmployee = (id: string): Json => ({ filters: { employees: { employeeIds: [id] } } });

export const compileDefinition = (definition: unknown) => compileInstance(readJobDefinition(definition));
