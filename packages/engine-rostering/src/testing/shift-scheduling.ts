import { createRange, createSchedulingPlan, pickItem, type SchedulingSize } from './scheduling-plan.js';

export type BenchDefinition = ReturnType<typeof createShiftScheduling>;

/**
 * Seeded definitions like the published shift-scheduling benchmarks: contracts with minimum and maximum minutes, runs of
 * work and of days off, weekends and shifts of a type, forbidden sequences, fixed days off, requests of weight 1 to 3, and
 * cover with a cost of 100 for each head below and 1 for each head above.
 *
 * A legal roster is generated first and the rules are drawn around it. Employees cannot work more than in this roster, and
 * cover demands a little more. So no roster covers everything, and the generated roster is far from the best.
 */
export function createShiftScheduling(size: SchedulingSize) {
  const { employees, weeks, shifts: count, seed } = size;
  const { days, shifts, follows, contracts, people, cover, requests } = createSchedulingPlan(size);
  const dateOf = (day: number) => new Date(Date.parse('2026-03-02') + day * 86_400_000).toISOString().slice(0, 10);
  const timeOf = (minute: number) =>
    `${String(Math.floor((minute % 1440) / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
  const idOf = (shift: number) => pickItem(shifts, shift).id;
  const on = (...picked: number[]) => ({
    customDefinitions: picked.map((day) => ({ startDate: dateOf(day), endDate: dateOf(day) })),
  });
  const only = (...employeeIds: string[]) => ({ employees: { employeeIds } });
  const groups = contracts.flatMap((contract) => {
    const ids = people.filter((person) => person.contract === contract).map(({ id }) => id);
    return ids.length > 0 ? [{ ...contract, filters: only(...ids) }] : [];
  });
  const planningHorizon = { startDate: dateOf(0), endDate: dateOf(days - 1) };
  const periods = { customDefinitions: [planningHorizon] };
  const strict = <Own extends object>(id: string, own: Own) => ({ id, importance: 'STRICT', ...own });
  const pairs = shifts.flatMap((one, a) => shifts.map((next, b) => ({ a, b, one, next })));
  return {
    jobInfo: {
      id: `scheduling-${employees}-${weeks}-${count}-${seed}`,
      organisationId: 'bench',
      scheduleType: 'CALENDAR',
      demandType: 'SHIFT_DEMAND',
      planningHorizon,
    },
    employees: people.map(({ id }) => ({ id })),
    shifts: shifts.map(({ id, start, end }) => ({
      id,
      intervals: [{ startTime: timeOf(start), endTime: timeOf(end), dayIndicator: 0 }],
    })),
    demands: cover.map((ofDay, day) => ({
      dates: [dateOf(day)],
      shiftDemands: ofDay.map((ideal, shift) => ({ shiftId: idOf(shift), min: 0, ideal, max: employees + 10 })),
    })),
    constraints: {
      patternConstraints: [
        ...pairs
          .filter(({ a, b }) => !follows[a]?.[b])
          .map(({ one, next }) =>
            strict(`follow-${one.id}-${next.id}`, { isDesired: false, sequence: [one.id, next.id] }),
          ),
        ...groups.flatMap(({ minOff, filters }, group) =>
          createRange(minOff - 1).flatMap((length) =>
            pairs.map(({ one, next }) => {
              const sequence = [one.id, ...createRange(length + 1).map(() => 'OFF'), next.id];
              return strict(`off-${group}-${length + 1}-${one.id}-${next.id}`, { isDesired: false, sequence, filters });
            }),
          ),
        ),
      ],
      consecutiveWorkdaysConstraints: groups.map(({ minOn, maxOn, filters }, group) =>
        strict(`run-${group}`, { minDays: minOn, maxDays: maxOn, filters }),
      ),
      weekendDistributionConstraints: groups.map(({ maxWeekends, filters }, group) =>
        strict(`weekends-${group}`, { maxWorkedWeekends: maxWeekends, periods, filters }),
      ),
      employeeUtilizationConstraints: people.flatMap(({ id, min, max, most }) => [
        strict(`minutes-${id}`, { minHours: min / 60, maxHours: max / 60, periods, filters: only(id) }),
        ...most.flatMap((maxShifts, shift) => {
          const filters = { ...only(id), shifts: { shiftIds: [idOf(shift)] } };
          return maxShifts >= days ? [] : [strict(`most-${id}-${idOf(shift)}`, { maxShifts, periods, filters })];
        }),
      ]),
      employeeAvailabilityConstraints: [
        ...people.map(({ id, off }) =>
          strict(`off-${id}`, { isDesired: false, periods: on(...new Set(off)), filters: only(id) }),
        ),
        ...requests.map(({ id, day, shift, weight, on: isDesired }) => ({
          id: `request-${id}-${day}`,
          weight,
          isDesired,
          periods: on(day),
          filters: { ...only(id), shifts: { shiftIds: [idOf(shift)] } },
        })),
      ],
    },
    configuration: { seed, demandWeights: { min: 0, ideal: 100, max: 1 } },
  };
}
