import type { FuzzEnvironment } from '@understudy/kernel/fuzz';
import type { FuzzApi, FuzzCall } from '@understudy/kernel/testing';

const horizon = { startDate: '2026-03-02', endDate: '2026-03-04' };
const employees = [{ id: 'E1' }, { id: 'E2', attributes: [{ id: 'language', values: ['fi'] }] }, { id: 'E3' }];
const shifts = [
  { id: 'early', intervals: [{ startTime: '07:00', endTime: '15:00', dayIndicator: 0, breakMinutes: 30 }] },
  { id: 'night', intervals: [{ startTime: '22:00', endTime: '06:00' }] },
];
const timeSlots = [{ id: 'morning', startTime: '08:00', endTime: '12:00' }];
// Whatever is mutated, no search continues for long.
const configuration = { timeLimitSeconds: 1, seed: 1 };

export const rosteringFuzz: FuzzApi<{ readonly jobs: readonly string[] }> = {
  prepare,
  values: {
    CUSTOMER_ID: ['fuzz'],
    USER_ID: ['fuzz'],
    ACCEPT_LANGUAGE: ['en-US', 'fi-FI'],
    full_schedule: ['True', 'False', 'true', 'false'],
  },
  /** Definitions of every kind, each of which is served. */
  definitions: [
    byShift(),
    bySlot(),
    bySlot({ shifts: undefined, constraints: undefined }),
    byWeek(),
    withLockedWork(),
    { jobInfo: jobInfo('TIME_DEMAND'), employees: [{ id: 'E1' }], demands: [] },
  ],
};

async function prepare({ control }: FuzzEnvironment, call: FuzzCall): Promise<{ jobs: string[] }> {
  const start = async (definition: object) => String((await call('/jobs', definition))['jobId']);
  const stopped = [await start(byShift()), await start(bySlot())];
  for (const { id, status } of await control.jobs.list()) {
    if (status !== 'stopped') throw new Error(`Preparing rostering: job ${id} should end as stopped`);
  }
  await control.settings.change({ progression: 'manual' });
  const held = [await start(byShift()), await start(withLockedWork())];
  return { jobs: [...stopped, ...held] };
}

function jobInfo(demandType: string) {
  return { id: 'fuzz', organisationId: 'bakery', scheduleType: 'CALENDAR', demandType, planningHorizon: horizon };
}

function byShift() {
  const requirement = { id: 'language', values: ['fi'], matchType: 'ANY', min: 1 };
  return {
    jobInfo: jobInfo('SHIFT_DEMAND'),
    employees,
    shifts,
    demands: [
      { dates: ['2026-03-02'], shiftDemands: [{ shiftId: 'early', min: 1, ideal: 1, max: 2, priority: 2 }] },
      {
        days: { dayIndexes: [1] },
        shiftDemands: [{ shiftId: 'night', min: 1, ideal: 1, max: 1, attributeRequirements: [requirement] }],
      },
    ],
    constraints: {
      restBetweenShiftsConstraints: [{ id: 'rest', importance: 'STRICT', minRestDuration: { hours: 11 } }],
      consecutiveWorkdaysConstraints: [{ id: 'run', importance: 'HIGH', maxDays: 2 }],
      employeeUtilizationConstraints: [
        {
          id: 'week',
          importance: 'STRICT',
          maxHours: 24,
          filters: { employees: { employeeIds: ['E1'] }, shifts: { shiftIds: ['early'] } },
          periods: { recurrentDefinition: { daysPerPeriod: 7 } },
        },
      ],
      patternConstraints: [{ id: 'pattern', importance: 'LOW', sequence: ['night', 'OFF'], isDesired: true }],
      weekendDistributionConstraints: [{ id: 'weekends', importance: 'MEDIUM', maxWorkedWeekends: 1 }],
      periodDistributionConstraints: [{ id: 'even', importance: 'VERY_LOW', target: 'SHIFTS' }],
      periodicRestConstraints: [{ id: 'long', importance: 'LOW', minimumContinuousRestDuration: { hours: 24 } }],
    },
    configuration,
  };
}

function bySlot(changes: object = {}) {
  return {
    jobInfo: { ...jobInfo('TIME_DEMAND'), planningHorizon: { ...horizon, nrOfWeeks: 1, fteEndDay: { dayIndex: 1 } } },
    employees,
    timeSlots,
    shifts,
    demands: [{ days: null, timeDemands: [{ timeSlotId: 'morning', min: 1, ideal: 1, max: 1 }] }],
    constraints: {
      employeeAvailabilityConstraints: [
        {
          id: 'away',
          importance: 'STRICT',
          isDesired: false,
          filters: { employees: { attributes: [{ id: 'language', values: ['fi'] }] } },
          periods: { customDefinitions: [{ startDate: '2026-03-03', endDate: '2026-03-03' }] },
        },
      ],
    },
    configuration: { ...configuration, analyzeInput: true },
    shiftTemplates: [],
    ...changes,
  };
}

function byWeek() {
  return {
    jobInfo: { ...jobInfo('SHIFT_DEMAND'), scheduleType: 'RECURRING', planningHorizon: { nrOfWeeks: 1 } },
    employees,
    shifts,
    demands: [{ days: { dayIndexes: [0, 3] }, shiftDemands: [{ shiftId: 'early', min: 1, ideal: 1, max: 1 }] }],
    configuration,
  };
}

function withLockedWork() {
  const [first, ...others] = employees;
  const scheduledShifts = [{ shiftId: 'early', day: { date: '2026-03-02' }, roleId: 'baker' }];
  return {
    ...byShift(),
    employees: [{ ...first, roles: [{ id: 'baker' }], workTime: { maxHoursPerWeek: 40 }, scheduledShifts }, ...others],
    extensions: {
      lockedAssignments: [{ employeeId: 'E3', day: { dayIndex: 2 }, shiftId: 'early' }],
      history: [{ employeeId: 'E2', date: '2026-03-01', shiftId: 'early' }],
    },
  };
}
