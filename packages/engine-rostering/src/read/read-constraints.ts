import { minutesPerDay } from '../model/calendar.js';
import type {
  AvailabilityConstraint,
  ConsecutiveConstraint,
  Constraint,
  ConstraintFamily,
  ConstraintPeriod,
  DistributionConstraint,
  PatternConstraint,
  PeriodicRestConstraint,
  RestConstraint,
  UtilizationConstraint,
  WeekendConstraint,
} from '../model/constraint.js';
import { freeShift } from '../model/instance.js';
import { type JobAttribute, type JobEmployee, type JobShift, matchesAttribute } from '../model/job.js';
import { type IdRegistry, type JsonField, readAttributeFilter, readDate, readTime } from './field.js';
import type { DefinitionHead } from './horizon.js';
import { rosteringLimits } from './limits.js';
import type { DefinitionIds } from './read-locks.js';

/** Soft weights of importance (rostering.gap.score-sign). */
const weights: Readonly<Record<string, number>> = {
  NONE: 0,
  VERY_LOW: 1,
  LOW: 3,
  MEDIUM: 10,
  HIGH: 30,
  VERY_HIGH: 100,
  STRICT: 1,
};

interface Source {
  item: JsonField;
  head: DefinitionHead;
  /** Sign of the older `weight`, or 0 if there is none. */
  sign: number;
  shifts: IdRegistry;
}

type Common = 'id' | 'strict' | 'weight' | 'employees' | 'shifts' | 'pointer';
type Own = Constraint extends infer C ? (C extends Constraint ? Omit<C, Common> : never) : never;

/** Reads the fields specific to each constraint family (rostering.gap.constraint-families). Undefined after a finding. */
const familyReaders: ReadonlyMap<ConstraintFamily, (source: Source) => Own | undefined> = new Map<
  ConstraintFamily,
  (source: Source) => Own | undefined
>([
  ['employeeAvailability', readAvailability],
  ['employeeUtilization', readUtilization],
  ['periodicRest', readPeriodicRest],
  ['restBetweenShifts', readRest],
  ['consecutiveWorkdays', readConsecutive],
  ['pattern', readPattern],
  ['weekendDistribution', readWeekend],
  ['periodDistribution', readDistribution],
]);

/** Reads every known family, including inactive constraints. Ignores unknown ones (rostering.gap.unknown-fields). */
export function readConstraints(
  field: JsonField,
  head: DefinitionHead,
  employees: JobEmployee[],
  shifts: JobShift[],
  ids: DefinitionIds,
): Constraint[] {
  const constraints: Constraint[] = [];
  let count = 0;
  for (const [family, readOwn] of familyReaders) {
    const items = field.at(`${family}Constraints`).items();
    const seen = new Map<string, number>();
    count += items.length;
    if (count > rosteringLimits.maxConstraints) {
      field.fail('job/too-many', `"constraints" has more than ${rosteringLimits.maxConstraints} constraints.`);
      return constraints;
    }
    items.forEach((item, index) => {
      const id = readId(item.at('id'), index, seen);
      const { weight, strict, sign } = readImportance(item);
      const filtered = readFilters(item, employees, shifts, ids);
      const own = readOwn({ item, head, sign, shifts: ids.shifts });
      if (own === undefined || weight === 0) return;
      constraints.push({ id, strict, weight, pointer: item.pointer, ...filtered, ...own });
    });
  }
  return constraints;
}

function readId(field: JsonField, index: number, seen: Map<string, number>): string {
  const id = field.string();
  const earlier = seen.get(id);
  if (earlier !== undefined) {
    field.fail(
      'job/duplicate-id',
      `The id "${id}" is given twice: constraint ${earlier} of this family has it as well.`,
    );
  }
  seen.set(id, index);
  return id;
}

/** Reads the importance. Without one, reads the older `weight` of -100 to 100, with its sign. */
function readImportance(item: JsonField): { weight: number; strict: boolean; sign: number } {
  const field = item.at('importance');
  const priority = item.at('weight').optionalNumber(undefined);
  if (field.absent && priority !== undefined)
    return { weight: Math.abs(priority), strict: false, sign: Math.sign(priority) };
  const importance = field.optionalString() ?? 'MEDIUM';
  return { weight: weights[importance] ?? 0, strict: importance === 'STRICT', sign: 0 };
}

/** Reads the employees and shifts of a constraint: the union of ids and attributes, or all if there is no filter. */
function readFilters(constraint: JsonField, employees: JobEmployee[], shifts: JobShift[], ids: DefinitionIds) {
  const filters = constraint.at('filters');
  const chosenEmployees = readFilter(filters.at('employees'), 'employeeIds', employees, ids.employees);
  const chosenShifts = readFilter(filters.at('shifts'), 'shiftIds', shifts, ids.shifts);
  return {
    employees: employees.flatMap((_, index) =>
      chosenEmployees === undefined || chosenEmployees.has(index) ? [index] : [],
    ),
    shifts: Uint8Array.from(shifts, (_, index) => Number(chosenShifts === undefined || chosenShifts.has(index))),
  };
}

function readFilter(
  field: JsonField,
  idsKey: string,
  things: readonly { attributes: readonly JobAttribute[] }[],
  registry: DefinitionIds['employees'],
): Set<number> | undefined {
  const byId = field.at(idsKey);
  const byAttribute = field.at('attributes');
  if (byId.absent && byAttribute.absent) return undefined;
  const chosen = new Set<number>();
  for (const item of byId.items()) {
    const index = registry.resolve(item);
    if (index !== undefined) chosen.add(index);
  }
  for (const item of byAttribute.items()) {
    const filter = readAttributeFilter(item);
    things.forEach(({ attributes }, index) => {
      if (matchesAttribute(attributes, filter)) chosen.add(index);
    });
  }
  return chosen;
}

function readAvailability(source: Source): Omit<AvailabilityConstraint, Common> {
  const { item, head } = source;
  const isDesired = readDesired(source);
  const startField = item.at('startTime');
  const endField = item.at('endTime');
  const start = startField.absent ? 0 : readTime(startField);
  const end = endField.absent ? minutesPerDay : readTime(endField);
  const window = startField.absent && endField.absent ? null : { start, end: end <= start ? end + minutesPerDay : end };
  return { family: 'employeeAvailability', isDesired, periods: readPeriods(item, head), window };
}

/** Reads isDesired. If it is missing, the sign of the older weight decides; the default is not desired. */
function readDesired({ item, sign }: Source): boolean {
  const field = item.at('isDesired');
  return field.absent ? sign > 0 : field.boolean();
}

function readUtilization({ item, head }: Source): Omit<UtilizationConstraint, Common> {
  const minutes = (key: string) => (item.at(key).absent ? null : Math.round(item.at(key).number() * 60));
  checkOrder(item, 'minHours', 'maxHours');
  checkOrder(item, 'minShifts', 'maxShifts');
  return {
    family: 'employeeUtilization',
    periods: readPeriods(item, head),
    minMinutes: minutes('minHours'),
    maxMinutes: minutes('maxHours'),
    minShifts: item.at('minShifts').optionalNumber(null),
    maxShifts: item.at('maxShifts').optionalNumber(null),
  };
}

function checkOrder(item: JsonField, low: string, high: string): void {
  const min = item.at(low).value;
  const max = item.at(high).value;
  if (typeof min !== 'number' || typeof max !== 'number' || min <= max) return;
  item.at(low).fail('job/bounds-reversed', `"${low}" is ${min} and must not be above "${high}", ${max}.`);
}

/** Reads `{hours}` as minutes. */
function readDuration(field: JsonField): number {
  return Math.round(field.at('hours').number() * 60);
}

function readPeriodicRest({ item, head }: Source): Omit<PeriodicRestConstraint, Common> {
  const restMinutes = readDuration(item.at('minimumContinuousRestDuration'));
  const periods = readPeriods(item, head);
  const short = periods.find(({ from, to, whole }) => whole && (to - from) * minutesPerDay < restMinutes);
  if (short !== undefined) {
    item
      .at('minimumContinuousRestDuration')
      .fail(
        'job/rest-too-long',
        `A rest of ${restMinutes / 60} hours does not fit into a period of ${short.to - short.from} days.`,
      );
  }
  return { family: 'periodicRest', periods, restMinutes };
}

function readRest({ item }: Source): Omit<RestConstraint, Common> {
  return { family: 'restBetweenShifts', restMinutes: readDuration(item.at('minRestDuration')) };
}

function readConsecutive({ item }: Source): Omit<ConsecutiveConstraint, Common> {
  const minDays = item.at('minDays').optionalNumber(null);
  const maxDays = item.at('maxDays').optionalNumber(null);
  checkOrder(item, 'minDays', 'maxDays');
  return { family: 'consecutiveWorkdays', minDays, maxDays };
}

function readPattern(source: Source): Omit<PatternConstraint, Common> | undefined {
  const isDesired = readDesired(source);
  const sequence = source.item
    .at('sequence')
    .items()
    .map((item) => (item.value === 'OFF' ? freeShift : source.shifts.resolve(item)));
  return sequence.every((shift) => shift !== undefined) ? { family: 'pattern', sequence, isDesired } : undefined;
}

function readWeekend({ item, head }: Source): Omit<WeekendConstraint, Common> {
  const maxWorkedWeekends = item.at('maxWorkedWeekends').number();
  return { family: 'weekendDistribution', periods: readPeriods(item, head), maxWorkedWeekends };
}

function readDistribution({ item, head }: Source): Omit<DistributionConstraint, Common> {
  const target = item.at('target').oneOf(['HOURS', 'SHIFTS']);
  return { family: 'periodDistribution', periods: readPeriods(item, head), target };
}

/** Reads the periods of a constraint, or the whole horizon if they are absent. */
function readPeriods(constraint: JsonField, head: DefinitionHead): ConstraintPeriod[] {
  const field = constraint.at('periods');
  const recurrent = field.at('recurrentDefinition');
  const custom = field.at('customDefinitions');
  if (!recurrent.absent) return readRecurrent(recurrent.at('daysPerPeriod').number(), head);
  if (custom.absent) return [{ from: 0, to: head.days, whole: true }];
  return custom.items().flatMap((item) => readCustom(item, head));
}

function readRecurrent(length: number, head: DefinitionHead): ConstraintPeriod[] {
  return Array.from({ length: Math.ceil(head.days / length) }, (_, index) => {
    const from = index * length;
    return { from, to: Math.min(from + length, head.days), whole: from + length <= head.days };
  });
}

function readCustom(item: JsonField, head: DefinitionHead): ConstraintPeriod[] {
  const start = readEdge(item, 'start', head);
  const end = readEdge(item, 'end', head);
  if (start === undefined || end === undefined) return [];
  if (end < start) {
    item.fail('job/period-reversed', 'The period must not end before it begins.');
    return [];
  }
  const from = Math.max(start, 0);
  const to = Math.min(end + 1, head.days);
  return from < to ? [{ from, to, whole: start >= 0 && end < head.days }] : [];
}

function readEdge(item: JsonField, edge: 'start' | 'end', head: DefinitionHead): number | undefined {
  const index = item.at(`${edge}DayIndex`);
  const date = item.at(`${edge}Date`);
  if (date.absent && !index.absent) return index.number();
  if (head.start !== null) return readDate(date) - head.start;
  return date.fail(
    'job/no-start-date',
    `Dates need "startDate" in the planning horizon; use "${edge}DayIndex" instead.`,
  );
}
