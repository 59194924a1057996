import type { RawJobDefinition, RawRule, RawShift, RawValues } from './judge-types.js';

const week = 7;
const importances = ['NONE', 'VERY_LOW', 'LOW', 'MEDIUM', 'HIGH', 'VERY_HIGH', 'STRICT'];
const skills = ['nurse', 'senior', 'cashier', 'driver'];

/** Returns a generator of numbers from 0 up to 1, the same for the same seed (mulberry32). */
export function createSeededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Creates a job definition that uses all documented features at random. */
export function createRandomDefinition(seed: number): RawJobDefinition {
  const random = createSeededRandom(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  const between = (low: number, high: number) => low + below(high - low + 1);
  const chance = (share: number) => random() < share;
  const pick = <T>(from: readonly T[]): T => {
    const one = from[below(from.length)];
    if (one === undefined) throw new Error('Nothing to pick from');
    return one;
  };
  const some = <T>(from: readonly T[], share: number) => from.filter(() => chance(share));

  const recurring = chance(0.2);
  const weeks = between(1, 3);
  const days = recurring ? weeks * week : between(5, weeks * week);
  const first = Date.parse('2026-03-02') + below(week) * 86_400_000;
  const dateOf = (day: number) => new Date(first + day * 86_400_000).toISOString().slice(0, 10);
  const timeDemand = chance(0.4);

  const attributes = (): RawValues[] => [{ id: 'skill', values: some(skills, 0.5) }];
  const employees = Array.from({ length: between(2, 7) }, (_, index) => ({
    id: `e${index}`,
    attributes: attributes(),
    ...(chance(0.3) ? { workTime: { maxHoursPerWeek: between(8, 40) } } : {}),
    ...(chance(0.3) ? { roles: [{ id: 'worker' }] } : {}),
  }));

  const hour = (value: number) => `${String(value % 24).padStart(2, '0')}:00`;
  const shifts: RawShift[] = [
    ['early', 6, 14],
    ['late', 14, 22],
    ['night', 22, 6],
    ['day', 8, 16],
    ['short', 10, 14],
  ].map(([id, start, end]) => ({
    id: String(id),
    intervals: [
      {
        startTime: hour(Number(start)),
        endTime: hour(Number(end)),
        ...(chance(0.3) ? { dayIndicator: 0 } : {}),
        ...(chance(0.3) ? { breakMinutes: 30 } : {}),
      },
    ],
    attributes: [{ id: 'kind', values: some(['busy', 'quiet'], 0.5) }],
  }));
  if (chance(0.3)) {
    shifts.push({ id: 'eve', intervals: [{ startTime: '20:00', endTime: '02:00', dayIndicator: -1 }] });
    shifts.push({ id: 'far', intervals: [{ startTime: '08:00', endTime: '14:00', dayIndicator: 3 }] });
    shifts.push({
      id: 'split',
      intervals: [
        { startTime: '08:00', endTime: '12:00' },
        { startTime: '16:00', endTime: '20:00' },
      ],
    });
  }
  const shiftIds = shifts.map(({ id }) => id);

  const levels = () => {
    const min = below(3);
    const ideal = min + below(2);
    return { min, ideal, max: ideal + below(2), ...(chance(0.2) ? { priority: between(1, 3) } : {}) };
  };
  const shiftDemand = (shiftId: string) => {
    const wanted = levels();
    if (wanted.max === 0 || chance(0.6)) return { shiftId, ...wanted };
    const matchType = pick(['ANY', 'NONE', 'ALL']);
    const requirement = { id: 'skill', values: [pick(skills)], matchType, min: between(1, wanted.max) };
    return { shiftId, ...wanted, attributeRequirements: [requirement] };
  };
  const when = (part: number, parts: number) => {
    const mine = Array.from({ length: days }, (_, day) => day).filter((day) => day % parts === part);
    if (parts === 1 && chance(0.5)) return {};
    return recurring || chance(0.3) ? { days: { dayIndexes: mine } } : { dates: mine.map(dateOf) };
  };
  const timeSlots = [
    { id: 'morning', startTime: '08:00', endTime: '12:00' },
    { id: 'noon', startTime: '12:00', endTime: '14:00' },
    { id: 'evening', startTime: '18:00', endTime: '22:00' },
    { id: 'midnight', startTime: '23:00', endTime: '01:00' },
  ];
  const parts = between(1, 3);
  const demands = Array.from({ length: parts }, (_, part) => ({
    ...when(part, parts),
    ...(timeDemand
      ? { timeDemands: timeSlots.filter(() => chance(0.8)).map(({ id }) => ({ timeSlotId: id, ...levels() })) }
      : { shiftDemands: some(shiftIds, 0.8).map((shiftId) => shiftDemand(shiftId)) }),
  }));

  let rules = 0;
  const rule = (own: Partial<RawRule>): RawRule => {
    rules += 1;
    return {
      id: `r${rules}`,
      importance: pick(importances),
      ...(chance(0.5)
        ? {
            filters: {
              ...(chance(0.6) ? { employees: { employeeIds: some(employees, 0.6).map(({ id }) => id) } } : {}),
              ...(chance(0.3)
                ? { shifts: { attributes: [{ id: 'kind', values: ['busy'], matchType: pick(['ANY', 'NONE']) }] } }
                : {}),
              ...(chance(0.3) ? { shifts: { shiftIds: [...new Set([pick(shiftIds), pick(shiftIds)])] } } : {}),
            },
          }
        : {}),
      ...own,
    };
  };
  const periods = (shortest = 2): Partial<RawRule> => {
    if (chance(0.3)) return {};
    if (recurring || chance(0.6)) return { periods: { recurrentDefinition: { daysPerPeriod: between(shortest, 9) } } };
    const from = below(days - shortest);
    const until = between(from + shortest - 1, days - 1);
    return { periods: { customDefinitions: [{ startDate: dateOf(from), endDate: dateOf(until) }] } };
  };
  const family = (make: () => RawRule) => Array.from({ length: below(3) }, make);
  const constraints = {
    employeeAvailabilityConstraints: family(() => {
      const importance = pick(importances);
      return rule({
        ...periods(),
        importance,
        isDesired: importance === 'STRICT' ? false : chance(0.5),
        ...(chance(0.4) ? { startTime: '12:00', endTime: pick(['18:00', '02:00']) } : {}),
      });
    }),
    employeeUtilizationConstraints: family(() =>
      rule(
        chance(0.5)
          ? { ...periods(), minHours: between(0, 10), maxHours: between(10, 30) }
          : { ...periods(), minShifts: between(0, 2), maxShifts: between(2, 4) },
      ),
    ),
    periodicRestConstraints: family(() =>
      rule({ ...periods(3), minimumContinuousRestDuration: { hours: pick([24, 36, 60.5]) } }),
    ),
    restBetweenShiftsConstraints: family(() => rule({ minRestDuration: { hours: pick([8, 11, 16.5]) } })),
    consecutiveWorkdaysConstraints: family(() =>
      rule(chance(0.5) ? { maxDays: between(1, 4) } : { minDays: between(2, 3) }),
    ),
    patternConstraints: family(() =>
      rule({
        sequence: Array.from({ length: between(2, 3) }, () => (chance(0.4) ? 'OFF' : pick(shiftIds))),
        isDesired: chance(0.4),
      }),
    ),
    weekendDistributionConstraints: recurring ? [] : family(() => rule({ ...periods(), maxWorkedWeekends: below(2) })),
    periodDistributionConstraints: family(() => rule({ ...periods(), target: pick(['HOURS', 'SHIFTS']) })),
  };

  const locked = Array.from({ length: below(4) }, () => ({
    employeeId: pick(employees).id,
    day: { dayIndex: below(days) },
    shiftId: pick(shiftIds),
  })).filter((one, index, all) => all.findIndex((other) => other.employeeId === one.employeeId) === index);
  const history = recurring
    ? []
    : some(employees, 0.3).map(({ id }) => ({ employeeId: id, date: dateOf(-1), shiftId: pick(shiftIds) }));

  return {
    jobInfo: {
      id: `random-${seed}`,
      organisationId: 'org',
      scheduleType: recurring ? 'RECURRING' : 'CALENDAR',
      demandType: timeDemand ? 'TIME_DEMAND' : 'SHIFT_DEMAND',
      planningHorizon: recurring ? { nrOfWeeks: weeks } : { startDate: dateOf(0), endDate: dateOf(days - 1) },
    },
    employees,
    shifts: shifts,
    ...(timeDemand ? { timeSlots } : {}),
    demands,
    constraints,
    configuration: { seed, ...(chance(0.3) ? { demandWeights: { min: 50, ideal: 5, max: 2 } } : {}) },
    extensions: { lockedAssignments: locked, history },
  } as RawJobDefinition;
}
