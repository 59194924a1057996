import type { ConstraintPeriod } from '../model/constraint.js';
import type { JsonField } from './field.js';
import type { DefinitionHead } from './horizon.js';
import { readDate } from './times.js';

/**
 * Reads the periods of a constraint as day spans, including both ends. Returns the whole horizon if they are absent.
 */
export function readPeriods(constraint: JsonField, head: DefinitionHead): ConstraintPeriod[] {
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
