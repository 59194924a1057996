import {
  type BenchDefinition,
  type BenchRule,
  itemOf,
  range,
  type SchedulingSize,
  type Shift,
  shiftScheduling,
  type Uniform,
  uniform,
} from '@understudy/engine-rostering/testing';

/** Seeded job definitions of the benchmark. The same seed gives the same definition on every machine. */

const start = Date.parse('2026-03-02');
const dateOf = (day: number) => new Date(start + day * 86_400_000).toISOString().slice(0, 10);
const isWeekend = (day: number) => day % 7 >= 5;

/** A shop or ward: three shifts of eight hours, rest, weekly hours, runs, weekends, wishes. */
function threeShifts(employees: number, seed: number): BenchDefinition {
  const random = uniform(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  const days = 28;
  const shifts = [shift('E', '06:00', '14:00'), shift('L', '14:00', '22:00'), shift('N', '22:00', '06:00')];
  const shares = new Map([
    ['E', 0.42],
    ['L', 0.34],
    ['N', 0.18],
  ]);
  const perDay = (employees * 5) / 7;
  const demands = range(days).map((day) => ({
    dates: [dateOf(day)],
    shiftDemands: shifts.map(({ id }) => {
      const ideal = Math.max(
        1,
        Math.round(perDay * (shares.get(id) ?? 0) * (isWeekend(day) ? 0.7 : 1) + random() - 0.5),
      );
      return { shiftId: id, min: Math.max(1, ideal - 1 - below(2)), ideal, max: ideal + 2 };
    }),
  }));
  const ids = range(employees).map((index) => `e${index}`);
  return {
    jobInfo: jobInfo(`three-shifts-${employees}-${seed}`, days),
    employees: ids.map((id) => ({ id, workTime: { maxHoursPerWeek: random() < 0.2 ? 32 : 40 } })),
    shifts,
    demands,
    constraints: {
      restBetweenShiftsConstraints: [{ id: 'rest', importance: 'STRICT', minRestDuration: { hours: 11 } }],
      consecutiveWorkdaysConstraints: [
        { id: 'run', importance: 'STRICT', maxDays: 6 },
        { id: 'short-run', importance: 'LOW', minDays: 2 },
      ],
      weekendDistributionConstraints: [{ id: 'weekends', importance: 'MEDIUM', maxWorkedWeekends: 2 }],
      employeeAvailabilityConstraints: wishes(ids, days, shifts, random, 0.06),
      employeeUtilizationConstraints: [{ id: 'enough', importance: 'LOW', minShifts: 14 }],
    },
    configuration: { seed },
  };
}

/** Nurse rostering style: six shifts, forbidden sequences, strict weekends and runs, single days off, requests. */
function sixShifts(seed: number): BenchDefinition {
  const random = uniform(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  const employees = 50;
  const days = 28;
  const shifts = [
    shift('E', '07:00', '15:00'),
    shift('F', '08:00', '16:00'),
    shift('D', '09:00', '17:00'),
    shift('L', '14:00', '22:00'),
    shift('M', '15:00', '23:00'),
    shift('N', '22:00', '07:00'),
  ];
  const demands = range(days).map((day) => ({
    dates: [dateOf(day)],
    shiftDemands: shifts.map(({ id }) => {
      const min = isWeekend(day) ? 3 : 4 + (random() < 0.4 ? 1 : 0);
      const ideal = min + below(2);
      return { shiftId: id, min, ideal, max: ideal + 2 };
    }),
  }));
  const ids = range(employees).map((index) => `n${index}`);
  const others = ['E', 'F', 'D', 'L', 'M'];
  const never = [...others.map((id) => ['N', 'OFF', id]), ...['E', 'F', 'D'].map((id) => ['L', id])];
  const singles = shifts.flatMap(({ id }) => shifts.map((other) => [id, 'OFF', other.id]));
  return {
    jobInfo: jobInfo(`six-shifts-${seed}`, days),
    employees: ids.map((id) => ({ id })),
    shifts,
    demands,
    constraints: {
      restBetweenShiftsConstraints: [{ id: 'rest', importance: 'STRICT', minRestDuration: { hours: 11 } }],
      consecutiveWorkdaysConstraints: [
        { id: 'run', importance: 'STRICT', maxDays: 6 },
        { id: 'short-run', importance: 'MEDIUM', minDays: 3 },
      ],
      patternConstraints: [
        ...never.map((sequence, index) => ({ id: `never-${index}`, importance: 'STRICT', isDesired: false, sequence })),
        ...singles.map((sequence, index) => ({ id: `single-${index}`, importance: 'LOW', isDesired: false, sequence })),
      ],
      weekendDistributionConstraints: [{ id: 'weekends', importance: 'STRICT', maxWorkedWeekends: 2 }],
      employeeUtilizationConstraints: [
        { id: 'shifts', importance: 'STRICT', maxShifts: 20 },
        { id: 'enough', importance: 'MEDIUM', minShifts: 15 },
        { id: 'nights', importance: 'STRICT', maxShifts: 5, filters: { shifts: { shiftIds: ['N'] } } },
      ],
      employeeAvailabilityConstraints: [
        ...wishes(ids, days, shifts, random, 0.1),
        ...absences(ids, days, random, 0.05),
      ],
    },
    configuration: { seed },
  };
}

function jobInfo(id: string, days: number): BenchDefinition['jobInfo'] {
  return {
    id,
    organisationId: 'bench',
    scheduleType: 'CALENDAR',
    demandType: 'SHIFT_DEMAND',
    planningHorizon: { startDate: dateOf(0), endDate: dateOf(days - 1) },
  };
}

function shift(id: string, startTime: string, endTime: string): Shift {
  return { id, intervals: [{ startTime, endTime, dayIndicator: 0 }] };
}

function on(day: number) {
  return { customDefinitions: [{ startDate: dateOf(day), endDate: dateOf(day) }] };
}

/** Shifts and days off that someone would like. */
function wishes(
  ids: readonly string[],
  days: number,
  shifts: readonly Shift[],
  random: Uniform,
  share: number,
): BenchRule[] {
  const found: BenchRule[] = [];
  for (const id of ids) {
    for (const day of range(days)) {
      if (random() >= share) continue;
      const shiftIds =
        random() < 0.5 ? [itemOf(shifts, Math.floor(random() * shifts.length)).id] : shifts.map((one) => one.id);
      found.push({
        id: `wish-${id}-${day}`,
        importance: itemOf(['VERY_LOW', 'LOW', 'MEDIUM'], Math.floor(random() * 3)),
        isDesired: random() < 0.5,
        periods: on(day),
        filters: { employees: { employeeIds: [id] }, shifts: { shiftIds } },
      });
    }
  }
  return found;
}

function absences(ids: readonly string[], days: number, random: Uniform, share: number): BenchRule[] {
  return ids.flatMap((id) =>
    range(days)
      .filter(() => random() < share)
      .map((day) => ({
        id: `absent-${id}-${day}`,
        importance: 'STRICT',
        isDesired: false,
        periods: on(day),
        filters: { employees: { employeeIds: [id] } },
      })),
  );
}

/** A plain shop: three shifts, rest, weekly hours, absences and wishes; small enough to be solved to the optimum. */
function shop(employees: number, seed: number): BenchDefinition {
  const random = uniform(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  const days = 28;
  const shifts = [shift('E', '06:00', '14:00'), shift('D', '10:00', '18:00'), shift('L', '14:00', '22:00')];
  const demands = range(days).map((day) => ({
    dates: [dateOf(day)],
    shiftDemands: shifts.map(({ id }) => {
      const ideal = Math.round((employees * 0.76) / 3) - (isWeekend(day) ? 2 : 0) + below(3) - 1;
      return { shiftId: id, min: Math.max(0, ideal - 2), ideal, max: ideal + 1 };
    }),
  }));
  const ids = range(employees).map((index) => `s${index}`);
  return {
    jobInfo: jobInfo(`shop-${employees}-${seed}`, days),
    employees: ids.map((id) => ({ id, workTime: { maxHoursPerWeek: 40 } })),
    shifts,
    demands,
    constraints: {
      restBetweenShiftsConstraints: [{ id: 'rest', importance: 'STRICT', minRestDuration: { hours: 11 } }],
      employeeAvailabilityConstraints: [
        ...wishes(ids, days, shifts, random, 0.15),
        ...absences(ids, days, random, 0.12),
      ],
    },
    configuration: { seed },
  };
}

export const instanceKinds = ['shop', 'ward', 'nurses', 'large', 'scheduling', 'tight'] as const;

/** Says which bars hold. */
export type InstanceKind = (typeof instanceKinds)[number];

export interface BenchInstance {
  readonly kind: InstanceKind;
  readonly name: string;
  readonly definition: BenchDefinition;
  /** Of the shift-scheduling kinds: people, weeks and shifts, such as `30-4-4`. */
  readonly size?: string;
}

/** What the benchmark solves. */
export function benchmark(): BenchInstance[] {
  const of = (
    kind: InstanceKind,
    seeds: readonly number[],
    make: (seed: number) => BenchDefinition,
    size?: string,
  ): BenchInstance[] =>
    seeds.map((seed) => {
      const definition = make(seed);
      return { kind, name: definition.jobInfo.id, definition, ...(size === undefined ? {} : { size }) };
    });
  const sizeOf = ({ employees, weeks, shifts }: Omit<SchedulingSize, 'seed'>) => `${employees}-${weeks}-${shifts}`;
  return [
    ...of('shop', [1, 2, 3], (seed) => shop(30, seed)),
    ...of('ward', [1, 2], (seed) => threeShifts(30, seed)),
    ...of('nurses', [1, 2, 3, 4, 5], sixShifts),
    ...of('large', [1], (seed) => threeShifts(100, seed)),
    ...schedulingSizes.flatMap((size) =>
      of('scheduling', [301], (seed) => shiftScheduling({ ...size, seed }).definition, sizeOf(size)),
    ),
    ...schedulingSizes.flatMap((size) =>
      of('tight', [501], (seed) => tightScheduling({ ...size, seed }), sizeOf(size)),
    ),
  ];
}

/** Seeds 101, 201, 401 and 402 were tuned on, 301 and 501 were not. */
function tightScheduling(size: SchedulingSize): BenchDefinition {
  const { definition } = shiftScheduling({ ...size, tight: true });
  return { ...definition, jobInfo: { ...definition.jobInfo, id: `tight-${definition.jobInfo.id}` } };
}

/** Sizes of the published shift-scheduling benchmarks up to 60 people. */
const schedulingSizes = (
  [
    [8, 2, 1],
    [14, 2, 2],
    [20, 2, 3],
    [10, 4, 2],
    [16, 4, 2],
    [18, 4, 3],
    [20, 4, 3],
    [30, 4, 4],
    [36, 4, 4],
    [40, 4, 5],
    [50, 4, 6],
    [60, 4, 10],
  ] as const
).map(([employees, weeks, count]) => ({ employees, weeks, shifts: count }));
