import type {
  AvailabilityConstraint,
  ConsecutiveConstraint,
  Constraint,
  ConstraintFamily,
  DistributionConstraint,
  PatternConstraint,
  PeriodicRestConstraint,
  RestConstraint,
  UtilizationConstraint,
  WeekendConstraint,
} from '../model/constraint.js';
import { freeShift } from '../model/instance.js';
import type { JsonField } from './field.js';
import type { DefinitionHead } from './horizon.js';
import { readPeriods } from './read-periods.js';
import type { IdRegistry } from './registry.js';
import { minutesPerDay, readTime } from './times.js';

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
  const field = item.at('isDesired');
  return field.absent ? sign > 0 : (field.boolean() ?? false);
}

function readUtilization({ item, head }: Source): Omit<UtilizationConstraint, Common> | undefined {
  const hours = (key: string): number | null | undefined => {
    const value = item.at(key).absent ? null : item.at(key).number(0, 24 * 400);
    return typeof value === 'number' ? Math.round(value * 60) : value;
  };
  const shifts = (key: string): number | null | undefined => (item.at(key).absent ? null : item.at(key).integer(0));
  const minMinutes = hours('minHours');
  const maxMinutes = hours('maxHours');
  const minShifts = shifts('minShifts');
  const maxShifts = shifts('maxShifts');
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
  const minDays = item.at('minDays').absent ? null : item.at('minDays').integer(1);
  const maxDays = item.at('maxDays').absent ? null : item.at('maxDays').integer(1);
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
