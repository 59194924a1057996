import { type BenchDefinition, createRange, pickItem } from './bench-definition.js';

export interface ShiftType {
  readonly id: string;
  readonly start: number;
  readonly end: number;
  readonly minutes: number;
}

export interface SchedulingContract {
  readonly minOn: number;
  readonly maxOn: number;
  readonly minOff: number;
  readonly maxWeekends: number;
  /** Of a week. */
  minutes: number;
}

export interface SchedulingPerson {
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

export interface SchedulingRequest {
  readonly id: string;
  readonly day: number;
  readonly shift: number;
  readonly weight: number;
  readonly on: boolean;
}

/** A generated plan. Its rows are legal, and the rules are drawn around them. */
interface SchedulingPlan {
  readonly employees: number;
  readonly weeks: number;
  /** Number of shift types. */
  readonly count: number;
  readonly seed: number;
  readonly days: number;
  readonly shifts: readonly ShiftType[];
  /** Whether a shift, by its number, may come on the day after another. */
  readonly follows: readonly (readonly boolean[])[];
  readonly contracts: readonly SchedulingContract[];
  readonly people: readonly SchedulingPerson[];
  /** Heads by day and shift. */
  readonly cover: readonly (readonly number[])[];
  readonly requests: readonly SchedulingRequest[];
}

/** Creates the job definition of a generated plan. */
export function createSchedulingDefinition(plan: SchedulingPlan): BenchDefinition {
  const { employees, weeks, count, seed, days, shifts, follows, contracts, people, cover, requests } = plan;
  const dateOf = (day: number) => new Date(Date.parse('2026-03-02') + day * 86_400_000).toISOString().slice(0, 10);
  const timeOf = (minute: number) =>
    `${String(Math.floor((minute % 1440) / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
  const idOf = (shift: number) => pickItem(shifts, shift).id;
  const on = (day: number) => ({ customDefinitions: [{ startDate: dateOf(day), endDate: dateOf(day) }] });
  const only = (...employeeIds: string[]) => ({ employees: { employeeIds } });
  const of = (contract: SchedulingContract) =>
    people.filter((person) => person.contract === contract).map(({ id }) => id);
  const groups = contracts.map((contract) => ({ contract, ids: of(contract) })).filter(({ ids }) => ids.length > 0);
  const whole = { customDefinitions: [{ startDate: dateOf(0), endDate: dateOf(days - 1) }] };
  const pairs = shifts.flatMap((one, a) => shifts.map((next, b) => ({ a, b, one, next })));
  return {
    jobInfo: {
      id: `scheduling-${employees}-${weeks}-${count}-${seed}`,
      organisationId: 'bench',
      scheduleType: 'CALENDAR',
      demandType: 'SHIFT_DEMAND',
      planningHorizon: { startDate: dateOf(0), endDate: dateOf(days - 1) },
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
          .map(({ one, next }) => ({
            id: `follow-${one.id}-${next.id}`,
            importance: 'STRICT',
            isDesired: false,
            sequence: [one.id, next.id],
          })),
        ...groups.flatMap(({ contract, ids }, group) =>
          createRange(contract.minOff - 1).flatMap((length) =>
            pairs.map(({ one, next }) => ({
              id: `off-${group}-${length + 1}-${one.id}-${next.id}`,
              importance: 'STRICT',
              isDesired: false,
              sequence: [one.id, ...createRange(length + 1).map(() => 'OFF'), next.id],
              filters: only(...ids),
            })),
          ),
        ),
      ],
      consecutiveWorkdaysConstraints: groups.map(({ contract, ids }, group) => ({
        id: `run-${group}`,
        importance: 'STRICT',
        minDays: contract.minOn,
        maxDays: contract.maxOn,
        filters: only(...ids),
      })),
      weekendDistributionConstraints: groups.map(({ contract, ids }, group) => ({
        id: `weekends-${group}`,
        importance: 'STRICT',
        maxWorkedWeekends: contract.maxWeekends,
        periods: whole,
        filters: only(...ids),
      })),
      employeeUtilizationConstraints: people.flatMap(({ id, min, max, most }) => [
        {
          id: `minutes-${id}`,
          importance: 'STRICT',
          minHours: min / 60,
          maxHours: max / 60,
          periods: whole,
          filters: only(id),
        },
        ...most.flatMap((maxShifts, shift) =>
          maxShifts >= days
            ? []
            : [
                {
                  id: `most-${id}-${idOf(shift)}`,
                  importance: 'STRICT',
                  maxShifts,
                  periods: whole,
                  filters: { ...only(id), shifts: { shiftIds: [idOf(shift)] } },
                },
              ],
        ),
      ]),
      employeeAvailabilityConstraints: [
        ...people.map(({ id, off }) => ({
          id: `off-${id}`,
          importance: 'STRICT',
          isDesired: false,
          periods: {
            customDefinitions: [...new Set(off)].map((day) => ({ startDate: dateOf(day), endDate: dateOf(day) })),
          },
          filters: only(id),
        })),
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
