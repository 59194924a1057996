import { createSeededRandom } from './random-definition.js';

type Json = Record<string, unknown>;

/** A feasible definition with the roster that proves it: shift index per employee and day, -1 free. */
interface PlantedRoster {
  definition: PlantedDefinition;
  roster: number[][];
}

/** The members that tests change. */
interface PlantedDefinition extends Json {
  employees: Json[];
  shifts: { id: string; intervals: Json[] }[];
  timeSlots: { id: string; startTime: string; endTime: string }[];
  demands: Json[];
  constraints: Record<string, Json[]>;
}

const start = Date.parse('2026-03-02T00:00:00Z'); // a Monday
const toDefinitionDate = (day: number): string => new Date(start + day * 86_400_000).toISOString().slice(0, 10);
const clock = (hour: number): string => `${String(((hour % 24) + 24) % 24).padStart(2, '0')}:00`;

/** Draws a roster first, then demand and STRICT bounds as tight as that roster just allows. */
export function createPlantedDefinition(seed: number): PlantedRoster {
  const random = createSeededRandom(seed);
  const pick = (from: number, to: number): number => from + Math.floor(random() * (to - from + 1));
  const time = seed % 2 === 1;
  const days = pick(1, 4) * 7;
  const staff = pick(3, 12);
  const hours = Array.from({ length: pick(2, 4) }, (_, shift) => {
    const from = [6, 14, 22, 8][shift] ?? 9;
    return { from, length: pick(4, 9) };
  });
  const busy = 0.3 + random() * 0.5;
  const roster = Array.from({ length: staff }, () => {
    const row: number[] = [];
    for (let day = 0; day < days; day += 1) {
      const drawn = random() < busy ? pick(0, hours.length - 1) : -1;
      const before = hours[row[day - 1] ?? -1];
      const next = hours[drawn];
      // No concurrent shifts: the rest after yesterday's must not be negative.
      const gap = before === undefined || next === undefined ? 0 : next.from + 24 - before.from - before.length;
      row.push(gap < 0 ? -1 : drawn);
    }
    return row;
  });
  const shifts = hours.map(({ from, length }, index) => ({
    id: `S${index}`,
    intervals: [{ startTime: clock(from), endTime: clock(from + length), dayIndicator: 0 }],
  }));
  const skilled = roster.map(() => random() < 0.5);
  const lockedShare = random() < 0.3 ? 0.3 : 0;
  const employees = roster.map((row, index) => ({
    id: `E${index}`,
    attributes: skilled[index] === true ? [{ id: 'skill', values: ['senior'] }] : [],
    scheduledShifts: row.flatMap((shift, day) =>
      shift >= 0 && random() < lockedShare ? [{ shiftId: `S${shift}`, day: { date: toDefinitionDate(day) } }] : [],
    ),
  }));
  const definition: PlantedDefinition = {
    jobInfo: {
      id: `planted-${seed}`,
      organisationId: 'o',
      scheduleType: 'CALENDAR',
      demandType: time ? 'TIME_DEMAND' : 'SHIFT_DEMAND',
      planningHorizon: { startDate: toDefinitionDate(0), endDate: toDefinitionDate(days - 1) },
    },
    employees,
    shifts,
    timeSlots: time ? slotsOf() : [],
    demands: [],
    constraints: boundsOf(roster, hours, days, random),
  };
  for (let day = 0; day < days; day += 1) {
    definition.demands.push(
      time
        ? { dates: [toDefinitionDate(day)], timeDemands: slotDemands(roster, hours, day, random) }
        : { dates: [toDefinitionDate(day)], shiftDemands: shiftDemands(roster, skilled, hours.length, day, random) },
    );
  }
  return { definition, roster };
}

type Hours = readonly { from: number; length: number }[];

function slotsOf(): PlantedDefinition['timeSlots'] {
  return Array.from({ length: 12 }, (_, slot) => ({
    id: `T${slot}`,
    startTime: clock(slot * 2),
    endTime: clock(slot * 2 + 2),
  }));
}

function levels(present: number, random: () => number): Json {
  const min = random() < 0.7 ? present : Math.floor(random() * (present + 1));
  return { min, ideal: present, max: present + 1 };
}

function slotDemands(roster: number[][], hours: Hours, day: number, random: () => number): Json[] {
  return slotsOf().map(({ id }, slot) => {
    const from = day * 24 + slot * 2;
    const present = roster.filter((row) =>
      row.some((shift, on) => {
        const work = hours[shift];
        if (work === undefined) return false;
        const begins = on * 24 + work.from;
        return begins <= from && from + 2 <= begins + work.length;
      }),
    ).length;
    return { timeSlotId: id, ...levels(present, random) };
  });
}

function shiftDemands(
  roster: number[][],
  skilled: boolean[],
  shifts: number,
  day: number,
  random: () => number,
): Json[] {
  return Array.from({ length: shifts }, (_, shift) => {
    const present = roster.flatMap((row, employee) => (row[day] === shift ? [employee] : []));
    const able = present.filter((employee) => skilled[employee]).length;
    const attributeRequirements = able > 0 ? [{ id: 'skill', values: ['senior'], matchType: 'ANY', min: able }] : [];
    return { shiftId: `S${shift}`, ...levels(present.length, random), attributeRequirements };
  });
}

/** STRICT bounds at exactly what the roster does; each family by a throw of the dice. */
function boundsOf(
  roster: number[][],
  hours: Hours,
  days: number,
  random: () => number,
): PlantedDefinition['constraints'] {
  const weekly = { recurrentDefinition: { daysPerPeriod: 7 } };
  const weeks = Array.from({ length: days / 7 }, (_, week) => week * 7);
  const each = <T>(make: (row: number[], id: string) => T): T[] => roster.map((row, index) => make(row, `E${index}`));
  const only = (id: string): Json => ({ importance: 'STRICT', filters: { employees: { employeeIds: [id] } } });
  const inWeek = (row: number[], week: number): number[] => row.slice(week, week + 7).filter((shift) => shift >= 0);
  const hoursIn = (row: number[], week: number): number =>
    inWeek(row, week).reduce((sum, shift) => sum + (hours[shift]?.length ?? 0), 0);
  const keep = <T>(items: T[]): T[] => (random() < 0.7 ? items : []);
  return {
    employeeUtilizationConstraints: keep(
      each((row, id) => ({
        id: `use-${id}`,
        ...only(id),
        periods: weekly,
        minHours: Math.min(...weeks.map((week) => hoursIn(row, week))),
        maxHours: Math.max(...weeks.map((week) => hoursIn(row, week))),
        minShifts: Math.min(...weeks.map((week) => inWeek(row, week).length)),
        maxShifts: Math.max(...weeks.map((week) => inWeek(row, week).length)),
      })),
    ),
    restBetweenShiftsConstraints: keep(
      each((row, id) => ({ id: `rest-${id}`, ...only(id), minRestDuration: { hours: leastRest(row, hours) } })),
    ),
    consecutiveWorkdaysConstraints: keep(
      each((row, id) => ({ id: `row-${id}`, ...only(id), maxDays: Math.max(1, ...runs(row)) })),
    ),
    weekendDistributionConstraints: keep(
      each((row, id) => ({
        id: `weekend-${id}`,
        ...only(id),
        maxWorkedWeekends: weeks.filter((week) => row.slice(week + 5, week + 7).some((shift) => shift >= 0)).length,
      })),
    ),
    periodicRestConstraints: keep(
      each((row, id) => ({
        id: `free-${id}`,
        ...only(id),
        periods: weekly,
        minimumContinuousRestDuration: { hours: Math.min(...weeks.map((week) => longestFree(row, hours, week))) },
      })),
    ),
    employeeAvailabilityConstraints: keep(
      each((row, id) => ({
        id: `off-${id}`,
        ...only(id),
        isDesired: false,
        periods: {
          customDefinitions: row.flatMap((shift, day) =>
            shift < 0 && random() < 0.5 ? [{ startDate: toDefinitionDate(day), endDate: toDefinitionDate(day) }] : [],
          ),
        },
      })),
    ),
  };
}

function leastRest(row: number[], hours: Hours): number {
  let least = 48;
  let end: number | undefined;
  row.forEach((shift, day) => {
    const work = hours[shift];
    if (work === undefined) return;
    const begins = day * 24 + work.from;
    if (end !== undefined) least = Math.min(least, begins - end);
    end = begins + work.length;
  });
  return least;
}

function runs(row: number[]): number[] {
  const lengths: number[] = [];
  let run = 0;
  for (const shift of [...row, -1]) {
    if (shift >= 0) run += 1;
    else {
      if (run > 0) lengths.push(run);
      run = 0;
    }
  }
  return lengths;
}

function longestFree(row: number[], hours: Hours, week: number): number {
  let free = week * 24;
  let longest = 0;
  row.forEach((shift, day) => {
    const work = hours[shift];
    if (work === undefined) return;
    const begins = day * 24 + work.from;
    longest = Math.max(longest, Math.min(begins, (week + 7) * 24) - free);
    free = Math.max(free, begins + work.length);
  });
  return Math.max(longest, (week + 7) * 24 - free);
}
