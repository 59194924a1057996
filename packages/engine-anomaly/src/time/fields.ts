import { clampNumber, type TimeRow } from './time-row.js';

/** The context of a number besides the employee: the kind of work, its length, both, or none. */
export type FieldContext = 'category' | 'categoryAndLength' | 'length' | 'none';

/** A number of a row for which habits are learned. */
export interface NumericField {
  /** Name in the model. */
  key: string;
  /** Name in `significantFields`. */
  field: string;
  /** Minimum relevant standard deviation. */
  floor: number;
  period?: number;
  context: FieldContext;
  /** True if habits can differ by weekday. */
  byWeekday: boolean;
  /** True if habits can differ by the employee's shift, if it explains more than the weekday. */
  byShift?: true;
  value(row: TimeRow): number;
}

/** A text field of a row for which habits are learned. */
export interface CategoricalField {
  field: string;
  value(row: TimeRow): string;
}

const timesAndDurations: readonly NumericField[] = [
  {
    key: 'duration',
    field: 'workDuration',
    floor: 0.25,
    context: 'category',
    byWeekday: true,
    byShift: true,
    value: ({ duration }) => duration,
  },
  {
    key: 'start',
    field: 'startTime',
    floor: 0.25,
    period: 24,
    context: 'categoryAndLength',
    byWeekday: true,
    value: ({ start }) => start,
  },
  {
    key: 'pause',
    field: 'breakDuration',
    floor: 0.1,
    context: 'length',
    byWeekday: false,
    value: ({ pause }) => pause,
  },
  { key: 'misfit', field: 'endTime', floor: 0.1, context: 'none', byWeekday: false, value: ({ misfit }) => misfit },
];

/** Lists the numbers of a row, including the extra numericals with their minimum standard deviations. */
export function createNumericFields(numericals: readonly { name: string; floor: number }[]): NumericField[] {
  return [
    ...timesAndDurations,
    ...numericals.map(
      ({ name, floor }): NumericField => ({
        key: `numerical:${name}`,
        field: name,
        floor,
        context: 'category',
        byWeekday: false,
        value: (row) => clampNumber(row.numericals.find((entry) => entry.name === name)?.value ?? Number.NaN),
      }),
    ),
  ];
}

/** Lists the text fields of a row, including the extra categoricals. */
export function createCategoricalFields(categoricals: readonly string[]): CategoricalField[] {
  return [
    { field: 'workCategory', value: ({ category }) => category },
    { field: 'projectId', value: ({ project }) => project },
    { field: 'departmentId', value: ({ department }) => department },
    ...categoricals.map((name) => ({
      field: name,
      value: (row: TimeRow) => row.categoricals.find((entry) => entry.name === name)?.value ?? '',
    })),
  ];
}

/**
 * Hours of work after which common working-time laws require breaks. They separate the classes of the context `length`.
 */
const longDays = [4.5, 6.5];

/** Returns the context of a row. The kind of work is the category, or the project if there are no categories. */
export function toContextKey(context: FieldContext, row: TimeRow): string {
  switch (context) {
    case 'category':
      return row.category === '' ? row.project : row.category;
    case 'categoryAndLength':
      return `${toContextKey('category', row)}/${lengthOf(row)}`;
    case 'length':
      return lengthOf(row);
    case 'none':
      return '';
  }
}

function lengthOf({ duration }: TimeRow): string {
  return Number.isNaN(duration) ? '' : String(longDays.filter((hours) => duration >= hours).length);
}
