/** Creates a week with an early and a late shift for four employees. Tests change parts of it. */
export function createShopDefinition(more: object = {}) {
  return {
    jobInfo: {
      id: 'spring',
      organisationId: 'corner-shop',
      scheduleType: 'CALENDAR',
      demandType: 'SHIFT_DEMAND',
      planningHorizon: { startDate: '2026-03-02', endDate: '2026-03-08' },
    },
    employees: ['ada', 'ben', 'cem', 'dot'].map((id) => ({ id })),
    shifts: [
      { id: 'early', intervals: [{ startTime: '07:00', endTime: '15:00', dayIndicator: 0 }] },
      { id: 'late', intervals: [{ startTime: '14:00', endTime: '22:00', dayIndicator: 0 }] },
    ],
    demands: [
      {
        shiftDemands: [
          { shiftId: 'early', min: 1, ideal: 1, max: 2 },
          { shiftId: 'late', min: 1, ideal: 1, max: 2 },
        ],
      },
    ],
    configuration: { timeLimitSeconds: 1, unimprovedTimeLimitSeconds: 1 },
    ...more,
  };
}

/** Two days with two slots for two employees, shifts left to the solver. */
export function createHelpDeskDefinition(more: object = {}) {
  return {
    jobInfo: {
      id: 'calls',
      organisationId: 'help-desk',
      scheduleType: 'CALENDAR',
      demandType: 'TIME_DEMAND',
      planningHorizon: { startDate: '2026-03-02', endDate: '2026-03-03' },
    },
    employees: [{ id: 'ada' }, { id: 'ben' }],
    timeSlots: [
      { id: 'morning', startTime: '08:00', endTime: '12:00' },
      { id: 'noon', startTime: '12:00', endTime: '16:00' },
    ],
    demands: [
      {
        days: null,
        timeDemands: [
          { timeSlotId: 'morning', min: 1, ideal: 2, max: 2 },
          { timeSlotId: 'noon', min: 1, ideal: 1, max: 2 },
        ],
      },
    ],
    configuration: { timeLimitSeconds: 1, unimprovedTimeLimitSeconds: 1 },
    ...more,
  };
}

/** Creates a roster that a solver can improve for a long time: many employees, wishes that contradict each other. */
export function createHardRoster(seconds: number) {
  const days = Array.from({ length: 28 }, (_, index) =>
    new Date(Date.parse('2026-03-02') + index * 86_400_000).toISOString().slice(0, 10),
  );
  const employees = Array.from({ length: 40 }, (_, index) => ({ id: `e${index}` }));
  return createShopDefinition({
    jobInfo: {
      id: 'hard',
      organisationId: 'ward',
      scheduleType: 'CALENDAR',
      demandType: 'SHIFT_DEMAND',
      planningHorizon: { startDate: days[0], endDate: days.at(-1) },
    },
    employees,
    shifts: [
      { id: 'early', intervals: [{ startTime: '07:00', endTime: '15:00' }] },
      { id: 'late', intervals: [{ startTime: '15:00', endTime: '23:00' }] },
      { id: 'night', intervals: [{ startTime: '23:00', endTime: '07:00' }] },
    ],
    demands: [
      {
        shiftDemands: [
          { shiftId: 'early', min: 8, ideal: 14, max: 15 },
          { shiftId: 'late', min: 8, ideal: 13, max: 14 },
          { shiftId: 'night', min: 5, ideal: 9, max: 10 },
        ],
      },
    ],
    constraints: {
      restBetweenShiftsConstraints: [{ id: 'rest', importance: 'STRICT', minRestDuration: { hours: 11 } }],
      consecutiveWorkdaysConstraints: [{ id: 'row', importance: 'HIGH', minDays: 2, maxDays: 5 }],
      weekendDistributionConstraints: [{ id: 'weekends', importance: 'MEDIUM', maxWorkedWeekends: 2 }],
      employeeAvailabilityConstraints: employees.map(({ id }, index) => ({
        id: `wish-${id}`,
        importance: 'LOW',
        isDesired: false,
        filters: { employees: { employeeIds: [id] } },
        periods: {
          customDefinitions: [3, 11, 20].map((step) => {
            const day = days[(index * 7 + step) % 28];
            return { startDate: day, endDate: day };
          }),
        },
      })),
    },
    configuration: { timeLimitSeconds: seconds, unimprovedTimeLimitSeconds: seconds },
  });
}
