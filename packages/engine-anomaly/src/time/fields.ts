import { bounded, type TimeRow } from './time-row.js';

/**
 * What a number depends on besides the employee: the kind of work, how long the work is or when it starts, two of these, or
 * nothing.
 */
export type Context = 'category' | 'categoryAndLength' | 'categoryAndShift' | 'lengthAndShift' | 'none';

/** A number of a row that has habits. */
export interface NumericField {
  /** Name within the model. */
  key: string;
  /** Name in `significantFields`. */
  field: string;
  /** Least standard deviation that means something. */
  floor: number;
  period?: number;
  context: Context;
  /** Whether habits may differ by weekday. */
  byWeekday: boolean;
  /** Whether habits may differ by shift, where that tells more than the weekday. */
  byShift?: boolean;
  value(row: TimeRow): number;
}

/** A text of a row that has habits. */
export interface CategoricalField {
  field: string;
  value(row: TimeRow): string;
}

const timesAndDurations: readonly NumericField[] = [
  // First, because what a long day makes of its start and break depends on it.
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
    context: 'lengthAndShift',
    byWeekday: false,
    value: ({ pause }) => pause,
  },
  { key: 'misfit', field: 'endTime', floor: 0.1, context: 'none', byWeekday: false, value: ({ misfit }) => misfit },
  {
    key: 'end',
    field: 'endTime',
    floor: 0.25,
    period: 24,
    context: 'category',
    byWeekday: true,
    // Where start and work are given as well, it speaks for the length of the work: see `judgeLateEnd`.
    value: ({ end }) => end,
  },
];

/** Numbers of a row with these extra numericals, each with the least standard deviation of its own. */
export function numericFields(numericals: readonly { name: string; floor: number }[]): NumericField[] {
  return [
    ...timesAndDurations,
    ...numericals.map(
      ({ name, floor }): NumericField => ({
        key: `numerical:${name}`,
        field: name,
        floor,
        context: 'category',
        byWeekday: false,
        value: (row) => bounded(row.numericals.find((entry) => entry.name === name)?.value ?? Number.NaN),
      }),
    ),
  ];
}

/** Texts of a row with these extra categoricals. */
export function categoricalFields(categoricals: readonly string[]): CategoricalField[] {
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

/** Hours of work at which breaks become due, in common working-time law; classes of the context `length`. */
const longDays = [4.5, 6.5];

/** Hours between the starts that stand for shifts; early, late and night shifts start further apart. */
const shiftHours = 3;

/** Value of a context for a row; for work the category, or the project where there are no categories. */
export function contextOf(context: Context, row: TimeRow): string {
  switch (context) {
    case 'category':
      return row.category === '' ? row.project : row.category;
    case 'categoryAndLength':
      return `${contextOf('category', row)}/${lengthOf(row)}`;
    case 'categoryAndShift':
      return `${contextOf('category', row)}/${shiftOf(row)}`;
    case 'lengthAndShift':
      return Number.isNaN(row.duration) ? '' : `${lengthOf(row)}/${shiftOf(row)}`;
    case 'none':
      return '';
  }
}

function lengthOf({ duration }: TimeRow): string {
  return Number.isNaN(duration) ? '' : String(longDays.filter((hours) => duration >= hours).length);
}

/** The shift that a start belongs to, by the nearest of eight times of the day. */
function shiftOf({ start }: TimeRow): string {
  return Number.isNaN(start) ? '' : String(Math.round(start / shiftHours) % (24 / shiftHours));
}
