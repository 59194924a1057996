import { calibrateCounted, clampNats, type FieldCalibration, toScore } from '../core/contributions.js';
import { addToHistogram, countHistogramValues } from '../core/histogram.js';
import { computeMedian, summarize } from '../core/robust-summary.js';
import { round } from '../core/round.js';
import { addScores, computeThresholds } from '../core/thresholds.js';
import { trainAttendance } from './attendance/train-attendance.js';
import { assignRowGroups, countNumber, type RowGroups } from './count-number.js';
import { countTexts } from './count-texts.js';
import { createCategoricalFields, createNumericFields } from './fields.js';
import { prepareTime } from './prepare-time.js';
import { defaultCalibration, type RowScorer } from './row-scorer.js';
import type { RowModel, TimeModel } from './time-model.js';
import { clampNumber, type TimeRow, toDayRows, toTimeRow } from './time-row.js';
import type { TimeFeedback, TimeRegistration } from './types.js';

/** The users' feedback on earlier predictions, oldest first. */
interface TimeTrainingOptions {
  feedback?: readonly TimeFeedback[];
}

const mostMarked = 1000;
/** Target share of ordinary registrations with low severity. */
const ordinaryShare = 0.955;

/**
 * Trains from scratch on at least one registration. Excludes registrations marked as TRUE_POSITIVE, and gives the
 * patterns of those marked as FALSE_POSITIVE more weight.
 * @throws RangeError if a date does not exist
 */
export function trainTime(registrations: readonly TimeRegistration[], options: TimeTrainingOptions = {}): TimeModel {
  return learn(registrations, options.feedback ?? [], undefined);
}

/** Adds the registrations since the last training (`time.gap.rebuild-models`). Does not change the given model. */
export function updateTime(
  model: TimeModel,
  newRegistrations: readonly TimeRegistration[],
  options: TimeTrainingOptions = {},
): TimeModel {
  return learn(newRegistrations, options.feedback ?? [], model);
}

function learn(
  registrations: readonly TimeRegistration[],
  feedback: readonly TimeFeedback[],
  earlier: TimeModel | undefined,
): TimeModel {
  const last = new Map(feedback.map((entry) => [entry.registration.registrationId, entry]));
  const rows = registrations
    .filter(({ registrationId }) => last.get(registrationId)?.feedback !== 'TRUE_POSITIVE')
    .map(toTimeRow);
  if (rows.length === 0 && earlier === undefined) {
    throw new RangeError('There is no data to train on: the dataset has no registrations. Upload registrations first.');
  }
  const model: TimeModel = {
    ...countRows(rows, earlier),
    marked: [
      ...(earlier?.marked ?? []).filter(({ registrationId }) => !last.has(registrationId)),
      ...[...last.values()].flatMap((entry) => (entry.feedback === 'FALSE_POSITIVE' ? [entry.registration] : [])),
    ].slice(-mostMarked),
  };
  const days = toDayRows(rows).map(({ row }) => row);
  // Surprises do not depend on the calibration, so they are computed once and weighted later.
  const scorers = prepareTime(model);
  const said = computeSurprises(scorers.registrations, rows);
  learnCalibration(model.registrations, said, rows.length);
  learnCalibration(model.days, computeSurprises(scorers.days, days), days.length);
  const unseen = unseenRows(rows, earlier, model);
  const judged = unseen === undefined ? said : computeSurprises(prepareTime(unseen.judge).registrations, unseen.judged);
  const scores = scoreRows(judged, (unseen?.judged ?? rows).length, new Map(model.registrations.calibrations));
  model.scores = addScores(earlier?.scores, scores);
  model.severityThresholds = computeThresholds(model.scores, { lowMid: ordinaryShare });
  return model;
}

/**
 * Returns a model trained on the rows and merged with an earlier model, without calibration and marked registrations.
 */
function countRows(rows: readonly TimeRow[], earlier: TimeModel | undefined): TimeModel {
  const days = toDayRows(rows).map(({ row }) => row);
  return {
    format: 2,
    registrationCount: (earlier?.registrationCount ?? 0) + rows.length,
    severityThresholds: computeThresholds([]),
    scores: [],
    registrations: summarizeRows(rows, earlier?.registrations),
    days: summarizeRows(days, earlier?.days),
    attendance: trainAttendance(rows, earlier?.attendance),
    marked: [],
  };
}

/** Thresholds are based on the last days of a history if this many times more rows precede them. */
const judgedDays = 28;
const leastBefore = 2;

/** Returns rows, and a model trained without them. Undefined if too few rows remain for that model. */
function unseenRows(
  rows: readonly TimeRow[],
  earlier: TimeModel | undefined,
  model: TimeModel,
): { judge: TimeModel; judged: readonly TimeRow[] } | undefined {
  if (earlier !== undefined) {
    return rows.length <= earlier.registrationCount ? { judge: earlier, judged: rows } : undefined;
  }
  const from = rows.reduce((latest, { day }) => Math.max(latest, day), 0) - judgedDays;
  const judged = rows.filter(({ day }) => day > from);
  if (rows.length - judged.length < leastBefore * judged.length) return undefined;
  const before = rows.filter(({ day }) => day <= from);
  // Thresholds are based only on registrations, so the days of the whole model can be used.
  const judge = { ...model, registrations: summarizeRows(before), attendance: trainAttendance(before, undefined) };
  return { judge, judged };
}

/** Calibrates the fields that the model knows. Features that it does not know remain unusual until a rebuild. */
function learnCalibration(model: RowModel, said: SurprisesByField, count: number): void {
  const fields = [...createNumericFields(model.numericals), ...createCategoricalFields(model.categoricals)];
  const known = new Set(['date', 'publicHoliday', ...fields.map(({ field }) => field)]);
  const counted = new Map([...said].filter(([field]) => known.has(field)));
  model.surprises = addSurprises(model.surprises, counted, count);
  model.calibrations = calibrateFields(model.surprises);
}

/** The surprise of each field in each training row, in nats; 0 means no surprise. */
type SurprisesByField = Map<string, Float64Array>;

/** Computes the surprises of all fields in all rows, one column at a time, so that only numbers are stored. */
function computeSurprises(scorer: RowScorer, rows: readonly TimeRow[]): SurprisesByField {
  const said: SurprisesByField = new Map();
  for (const [index, row] of rows.entries()) {
    for (const { field, nats } of scorer.surprises(row)) {
      let column = said.get(field);
      if (column === undefined) {
        column = new Float64Array(rows.length);
        said.set(field, column);
      }
      column[index] = nats;
    }
  }
  return said;
}

/** Width, in nats, of the bins in which surprises are counted. */
const natsPerBin = 0.02;

/** Adds the surprises of `count` rows to those of earlier rows. A field can be new. */
function addSurprises(earlier: RowModel['surprises'], said: SurprisesByField, count: number): RowModel['surprises'] {
  const fields = new Map(earlier);
  const before = Math.max(0, ...earlier.map(([, nats]) => countHistogramValues(nats)));
  for (const field of said.keys()) {
    if (!fields.has(field)) fields.set(field, { width: natsPerBin, doublings: 0, zeros: before, bins: [] });
  }
  return [...fields].map(([field, nats]) => [field, addToHistogram(nats, said.get(field) ?? new Float64Array(count))]);
}

function calibrateFields(surprises: RowModel['surprises']): RowModel['calibrations'] {
  return surprises.map(([field, nats]) => [field, calibrateCounted(nats)]);
}

function scoreRows(
  said: SurprisesByField,
  count: number,
  calibrations: ReadonlyMap<string, FieldCalibration>,
): Float64Array {
  const sums = new Float64Array(count);
  for (const [field, column] of said) {
    const calibration = calibrations.get(field) ?? defaultCalibration;
    for (let index = 0; index < count; index += 1) {
      sums[index] = (sums[index] ?? 0) + clampNats(column[index] ?? 0, calibration);
    }
  }
  return sums.map(toScore);
}

/**
 * Returns a model of rows without calibration. The extra fields of an earlier model do not change
 * (`time.gap.rebuild-models`).
 */
function summarizeRows(rows: readonly TimeRow[], earlier?: RowModel): RowModel {
  const numericals = earlier?.numericals ?? findNumericals(rows);
  const categoricals = earlier?.categoricals ?? findCategoricals(rows);
  const employees = findEmployees(rows, earlier);
  const homes = new Map(employees.map(([employee, , department]) => [employee, department]));
  const departmentOf = (row: TimeRow) => homes.get(row.employee) ?? row.department;
  const cache = new Map<string, RowGroups>();
  const numbers = createNumericFields(numericals).map((field) =>
    countNumber(
      field,
      rows,
      (level, context) => {
        const name =
          level === 'context' || level === 'departmentContext' || level === 'weekday' || level === 'shift'
            ? level + context
            : level;
        const known = cache.get(name) ?? assignRowGroups(rows, level, context, departmentOf);
        cache.set(name, known);
        return known;
      },
      earlier?.numbers.find(({ key }) => key === field.key),
    ),
  );
  const texts = createCategoricalFields(categoricals).map((field) =>
    countTexts(
      field,
      rows,
      departmentOf,
      earlier?.texts.find((known) => known.field === field.field),
    ),
  );
  return { numericals, categoricals, employees, numbers, texts, surprises: earlier?.surprises ?? [], calibrations: [] };
}

/**
 * Finds the extra numericals and their minimum standard deviations: a hundredth of the usual amount or a tenth of the
 * usual deviation.
 */
function findNumericals(rows: readonly TimeRow[]): RowModel['numericals'] {
  const values = new Map<string, number[]>();
  for (const { numericals } of rows) {
    for (const { name, value } of numericals) {
      const known = values.get(name);
      if (known === undefined) values.set(name, [clampNumber(value)]);
      else known.push(clampNumber(value));
    }
  }
  return [...values].map(([name, all]) => {
    const { modes } = summarize(Float64Array.from(all), { floor: Number.POSITIVE_INFINITY });
    const sizes = all.map(Math.abs).filter((size) => size > 0);
    const size = computeMedian(sizes.sort((a, b) => a - b));
    const floor = Math.max(1e-6, 0.01 * size, 0.15 * (modes[0]?.mad ?? 0));
    return { name, floor: round(floor, 9) };
  });
}

function findCategoricals(rows: readonly TimeRow[]): string[] {
  return [...new Set(rows.flatMap(({ categoricals }) => categoricals.map(({ name }) => name)))];
}

function findEmployees(rows: readonly TimeRow[], earlier: RowModel | undefined): RowModel['employees'] {
  const found = new Map<string, { rows: number; departments: Map<string, number> }>();
  for (const [employee, count, department] of earlier?.employees ?? []) {
    found.set(employee, { rows: count, departments: new Map(department === '' ? [] : [[department, count]]) });
  }
  for (const { employee, department } of rows) {
    const known = found.get(employee) ?? { rows: 0, departments: new Map() };
    found.set(employee, known);
    known.rows += 1;
    if (department !== '') known.departments.set(department, (known.departments.get(department) ?? 0) + 1);
  }
  return [...found].map(([employee, { rows: count, departments }]) => {
    let home = '';
    for (const [department, times] of departments) if (times > (departments.get(home) ?? 0)) home = department;
    return [employee, count, home];
  });
}
