import { createSeededRandom } from './random-definition.js';

/** Returns a number in [0, 1). */
type UniformRandom = () => number;

/** Creates uniform random numbers for a seed, the same on every machine. Adjacent seeds give unrelated numbers. */
const createUniformRandom = (seed: number): UniformRandom => createSeededRandom(Math.imul(seed, 0x9e3779b1));

export function pickItem<Item>(items: readonly Item[], index: number): Item {
  const item = items[index];
  if (item === undefined) throw new RangeError(`There is no item ${index} of ${items.length}.`);
  return item;
}

/** Returns 0, 1, ... below the length, which is rounded down. */
export const createRange = (length: number): number[] => Array.from({ length }, (_, index) => index);

interface ShiftType {
  readonly id: string;
  readonly start: number;
  readonly end: number;
  readonly minutes: number;
}

interface SchedulingContract {
  readonly minOn: number;
  readonly maxOn: number;
  readonly minOff: number;
  readonly maxWeekends: number;
  /** Minutes of work per week. */
  minutes: number;
}

interface SchedulingPerson {
  readonly id: string;
  readonly contract: SchedulingContract;
  /** The planted shift of each day, -1 for a day off. */
  readonly row: readonly number[];
  /** Minutes. */
  readonly min: number;
  readonly max: number;
  /** Number of shifts of each type. */
  readonly most: readonly number[];
  readonly off: readonly number[];
}

interface SchedulingRequest {
  readonly id: string;
  readonly day: number;
  readonly shift: number;
  readonly weight: number;
  readonly on: boolean;
}

export interface SchedulingSize {
  readonly employees: number;
  readonly weeks: number;
  /** Number of shift types, at most 10. */
  readonly shifts: number;
  readonly seed: number;
}

/** Returns a whole number from 0 up to, but not including, the limit. */
type Below = (limit: number) => number;

/** Creates a plan. Its rows are legal, and the rules are drawn around them. */
export function createSchedulingPlan({ employees, weeks, shifts: count, seed }: SchedulingSize) {
  const random = createUniformRandom(seed * 7919 + employees * 31 + weeks * 7 + count + 503);
  const below = (limit: number) => Math.floor(random() * limit);
  const days = weeks * 7;
  const shifts = shiftTypes(count, below);
  const follows = shifts.map((one) => shifts.map((next) => next.start + 1440 - one.end >= 12 * 60));
  const contracts = createRange(Math.max(1, Math.min(4, Math.ceil(employees / 8)))).map(
    (index): SchedulingContract => ({
      minOn: 2 + (index % 2),
      maxOn: 5 + below(2),
      minOff: 2 + (random() < 0.25 ? 1 : 0),
      maxWeekends: Math.max(1, Math.floor(weeks > 4 ? weeks * 0.65 : weeks / 2) + (random() < 0.3 ? 1 : 0)),
      // Minutes per week: full time, four days, three days.
      minutes: pickItem([2400, 2400, 1920, 1440], index % 4),
    }),
  );
  // With three consecutive days off, five shifts a week are impossible.
  for (const contract of contracts) if (contract.minOff > 2) contract.minutes = Math.min(contract.minutes, 1920);
  const people = createRange(employees).map((index): SchedulingPerson => {
    const contract = pickItem(contracts, below(contracts.length));
    const known = shifts.map(() => count === 1 || random() < 0.75);
    if (known.filter(Boolean).length < Math.min(2, count)) known.fill(true);
    const row = legalRow({ contract, shifts, follows, known, days, random, below });
    const worked = minutesOf(row, shifts);
    const free = row.flatMap((shift, day) => (shift < 0 ? [day] : []));
    return {
      id: `p${index}`,
      contract,
      row,
      min: worked - 480 - 240 * below(3),
      // Draws a number without using it, so that seeds still create the instances of the stored results.
      max: worked + 0 * below(2),
      most: shifts.map((_, shift) => {
        const own = row.filter((held) => held === shift).length;
        return known[shift] ? (random() < 0.3 ? own + below(3) : days) : 0;
      }),
      off: createRange(weeks / 2).map(() => pickItem(free, below(free.length))),
    };
  });
  const cover = createRange(days).map((day) =>
    shifts.map((_, shift) => {
      const heads = people.filter(({ row }) => row[day] === shift).length;
      const drift = random();
      return Math.max(0, heads + (drift < 0.22 ? 1 : drift > 0.84 ? -1 : 0));
    }),
  );
  const requests = people.flatMap((person) => requestsOf(person, days, shifts, random, below));
  return { days, shifts, follows, contracts, people, cover, requests };
}

const minutesOf = (row: readonly number[], shifts: readonly ShiftType[]) =>
  row.reduce((sum, shift) => sum + (shifts[shift]?.minutes ?? 0), 0);

function shiftTypes(count: number, below: Below): ShiftType[] {
  const starts = [420, 840, 1320, 540, 960, 360, 600, 780, 1140, 480];
  const lengths = [480, 480, 600, 480, 600, 720, 480, 540, 600, 480];
  return createRange(count).map((index) => {
    const start = pickItem(starts, index) + 30 * below(2);
    const minutes = pickItem(lengths, index);
    return { id: `s${index}`, start, end: start + minutes, minutes };
  });
}

/** Creates a row that satisfies the contract, by retrying until one does. */
function legalRow({
  contract,
  shifts,
  follows,
  known,
  days,
  random,
  below,
}: {
  readonly contract: SchedulingContract;
  readonly shifts: readonly ShiftType[];
  readonly follows: readonly (readonly boolean[])[];
  readonly known: readonly boolean[];
  readonly days: number;
  readonly random: UniformRandom;
  readonly below: Below;
}): number[] {
  for (let attempt = 0; attempt < 20_000; attempt += 1) {
    const row: number[] = [];
    let isStuck = false;
    let on = random() < 0.6;
    while (row.length < days) {
      const first = row.length === 0;
      // Employees ahead of their hours get more days off, and employees behind get more work.
      const worked = minutesOf(row, shifts);
      const ahead = worked - (contract.minutes * row.length) / 7;
      if (on) {
        const spread = contract.maxOn - contract.minOn + 1;
        const length = first ? 1 + below(contract.maxOn) : contract.minOn + (ahead < -960 ? spread - 1 : below(spread));
        for (let day = 0; day < length && row.length < days; day += 1) {
          const before = row.at(-1) ?? -1;
          const choices = createRange(shifts.length).filter(
            (shift) => known[shift] && (before < 0 || follows[before]?.[shift]),
          );
          // People mostly have the same shift as on the day before.
          const shift = choices.includes(before) && random() < 0.6 ? before : choices[below(choices.length)];
          if (shift === undefined) isStuck = true;
          row.push(shift ?? -1);
        }
      } else {
        const length = first ? 1 + below(3) : contract.minOff + (ahead > 0 ? below(4) : random() < 0.2 ? 1 : 0);
        for (let day = 0; day < length && row.length < days; day += 1) row.push(-1);
      }
      on = !on;
    }
    if (isStuck) continue;
    const minutes = minutesOf(row, shifts);
    const goal = (contract.minutes * days) / 7;
    if (Math.abs(minutes - goal) > 120 * Math.max(4, days / 7)) continue;
    const weekends = createRange(days / 7).filter((week) =>
      [5, 6].some((day) => (row[week * 7 + day] ?? -1) >= 0),
    ).length;
    if (weekends <= contract.maxWeekends) return row;
  }
  throw new Error('No legal row was found');
}

/** Creates requests for shifts or days off on consecutive days, mostly for what the planted row contains. */
function requestsOf(
  { id, row, most, off }: SchedulingPerson,
  days: number,
  shifts: readonly ShiftType[],
  random: UniformRandom,
  below: Below,
): SchedulingRequest[] {
  const requests = new Map<number, SchedulingRequest>();
  for (let stretch = 0; stretch < days / 7; stretch += 1) {
    const begin = below(days);
    const weight = 1 + below(3);
    const like = random() < 0.75;
    const wanted = random() < 0.7;
    const other = below(shifts.length);
    for (let day = begin; day < Math.min(days, begin + 1 + below(4)); day += 1) {
      const planted = row[day] ?? -1;
      const shift = like ? planted : random() < 0.5 ? -1 : other;
      const on = shift >= 0 && wanted && (most[shift] ?? 0) > 0 && !off.includes(day);
      const asked = on || (shift >= 0 && !like) ? shift : below(shifts.length);
      if (like && !on && asked === planted) requests.delete(day);
      else requests.set(day, { id, day, shift: asked, weight, on });
    }
  }
  return [...requests.values()];
}
