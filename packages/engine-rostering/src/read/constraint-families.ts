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
import { type IdRegistry, type JsonField, readDate, readTime } from './field.js';
import type { DefinitionHead } from './horizon.js';

interface Source {
  item: JsonField;
  head: DefinitionHead;
  strict: boolean;
  /** Sign of an older `weight`, 0 without. */
  sign: number;
  shifts: IdRegistry;
}

type Common = 'id' | 'strict' | 'weight' | 'employees' | 'shifts' | 'pointer';
type Own = Constraint extends infer C ? (C extends Constraint ? Omit<C, Common> : never) : never;

/** Reads the fields specific to each constraint family (rostering.gap.constraint-families). Returns undefined after a finding. */
export const familyReaders: ReadonlyMap<ConstraintFamily, (source: Source) => Own | undefined> = new Map<
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

function readAvailability(source: Source): Omit<AvailabilityConstraint, Common> | undefined {
  const { item, head, strict } = source;
  const isDesired = readDesired(source);
  const startField = item.at('startTime');
  const endField = item.at('endTime');
  const start = startField.absent ? 0 : readTime(startField);
  const end = endField.absent ? minutesPerDay : readTime(endField);
  if (strict && isDesired) {
    item.at('isDesired').fail('job/strict-desired', '"isDesired" must be false in a STRICT availability constraint.');
  }
  if (start === undefined || end === undefined) return undefined;
  const window = startField.absent && endField.absent ? null : { start, end: end <= start ? end + minutesPerDay : end };
  return { family: 'employeeAvailability', isDesired, periods: readPeriods(item, head), window };
}

/** isDesired; without it the sign of an older weight, else not desired. */
function readDesired({ item, sign }: Source): boolean {
  return item.at('isDesired').optionalBoolean(sign > 0);
}

function readUtilization({ item, head }: Source): Omit<UtilizationConstraint, Common> | undefined {
  const hours = (key: string): number | null | undefined => {
    const value = item.at(key).absent ? null : item.at(key).number(0, 24 * 400);
    return typeof value === 'number' ? Math.round(value * 60) : value;
  };
  const minMinutes = hours('minHours');
  const maxMinutes = hours('maxHours');
  const minShifts = item.at('minShifts').optionalInteger(null, 0);
  const maxShifts = item.at('maxShifts').optionalInteger(null, 0);
  const periods = readPeriods(item, head);
  if (minMinutes === undefined || maxMinutes === undefined || minShifts === undefined || maxShifts === undefined) {
    return undefined;
  }
  if (minMinutes === null && maxMinutes === null && minShifts === null && maxShifts === null) {
    return item.fail('job/no-bound', 'The constraint must have "minHours", "maxHours", "minShifts" or "maxShifts".');
  }
  checkOrder(item, 'minHours', 'maxHours');
  checkOrder(item, 'minShifts', 'maxShifts');
  return { family: 'employeeUtilization', periods, minMinutes, maxMinutes, minShifts, maxShifts };
}

function checkOrder(item: JsonField, low: string, high: string): void {
  const min = item.at(low).value;
  const max = item.at(high).value;
  if (typeof min !== 'number' || typeof max !== 'number' || min <= max) return;
  item.at(low).fail('job/bounds-reversed', `"${low}" is ${min} and must not be above "${high}", ${max}.`);
}

/** `{hours}` as minutes. */
function readDuration(field: JsonField): number | undefined {
  const hours = field.isObject() ? field.at('hours').number(0, 24 * 366) : undefined;
  return hours === undefined ? undefined : Math.round(hours * 60);
}

function readPeriodicRest({ item, head }: Source): Omit<PeriodicRestConstraint, Common> | undefined {
  const restMinutes = readDuration(item.at('minimumContinuousRestDuration'));
  const periods = readPeriods(item, head);
  if (restMinutes === undefined) return undefined;
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

function readRest({ item }: Source): Omit<RestConstraint, Common> | undefined {
  const restMinutes = readDuration(item.at('minRestDuration'));
  return restMinutes === undefined ? undefined : { family: 'restBetweenShifts', restMinutes };
}

function readConsecutive({ item }: Source): Omit<ConsecutiveConstraint, Common> | undefined {
  const minDays = item.at('minDays').optionalInteger(null, 1);
  const maxDays = item.at('maxDays').optionalInteger(null, 1);
  if (minDays === undefined || maxDays === undefined) return undefined;
  if (minDays === null && maxDays === null) {
    return item.fail('job/no-bound', 'The constraint must have "minDays" or "maxDays".');
  }
  checkOrder(item, 'minDays', 'maxDays');
  return { family: 'consecutiveWorkdays', minDays, maxDays };
}

function readPattern(source: Source): Omit<PatternConstraint, Common> | undefined {
  const field = source.item.at('sequence');
  const items = field.list('an array of shift ids and OFF');
  const isDesired = readDesired(source);
  if (items === undefined) return undefined;
  if (items.length === 0) return field.fail('job/empty-pattern', '"sequence" must have at least one shift id or OFF.');
  const sequence = items.map((item) => (item.value === 'OFF' ? freeShift : source.shifts.resolve(item)));
  return sequence.every((shift) => shift !== undefined) ? { family: 'pattern', sequence, isDesired } : undefined;
}

function readWeekend({ item, head }: Source): Omit<WeekendConstraint, Common> | undefined {
  const maxWorkedWeekends = item.at('maxWorkedWeekends').integer(0);
  const periods = readPeriods(item, head);
  return maxWorkedWeekends === undefined ? undefined : { family: 'weekendDistribution', periods, maxWorkedWeekends };
}

function readDistribution({ item, head }: Source): Omit<DistributionConstraint, Common> | undefined {
  const target = item.at('target').oneOf(['HOURS', 'SHIFTS']);
  const periods = readPeriods(item, head);
  return target === undefined ? undefined : { family: 'periodDistribution', periods, target };
}

/** Reads the periods of a constraint, or the whole horizon if they are absent. */
function readPeriods(constraint: JsonField, head: DefinitionHead): ConstraintPeriod[] {
  const field = constraint.at('periods');
  const whole = [{ from: 0, to: head.days, whole: true }];
  if (field.absent || !field.isObject()) return whole;
  const recurrent = field.at('recurrentDefinition');
  const custom = field.at('customDefinitions');
  if (!recurrent.absent && !custom.absent) {
    field.fail('job/periods', '"periods" must have either "recurrentDefinition" or "customDefinitions", not both.');
  }
  if (!recurrent.absent) return readRecurrent(recurrent, head);
  if (custom.absent) return whole;
  return (custom.list('an array of {startDate, endDate}') ?? []).flatMap((item) => readCustom(item, head));
}

function readRecurrent(field: JsonField, head: DefinitionHead): ConstraintPeriod[] {
  const length = field.isObject() ? field.at('daysPerPeriod').integer(1) : undefined;
  if (length === undefined) return [];
  return Array.from({ length: Math.ceil(head.days / length) }, (_, index) => {
    const from = index * length;
    return { from, to: Math.min(from + length, head.days), whole: from + length <= head.days };
  });
}

function readCustom(item: JsonField, head: DefinitionHead): ConstraintPeriod[] {
  if (!item.isObject()) return [];
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
  if (date.absent && !index.absent) return index.integer(Number.MIN_SAFE_INTEGER);
  const day = readDate(date);
  if (day === undefined) return undefined;
  if (head.start !== null) return day - head.start;
  return date.fail(
    'job/no-start-date',
    `Dates need "startDate" in the planning horizon; use "${edge}DayIndex" instead.`,
  );
}
