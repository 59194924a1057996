import type { SignificantField } from '../core/contributions.js';
import { round } from '../core/round.js';
import type { SeverityThresholds } from '../core/thresholds.js';
import { toCountIndex } from './attendance/train-attendance.js';
import { toDate, toDayNumber, toWeekday } from './calendar.js';
import {
  predictAggregates,
  predictRegistrations,
  toDayId,
  toPrediction,
  toSubModelId,
} from './predict-registrations.js';
import type { PreparedTimeModel } from './prepare-time.js';
import { checkRules } from './rules/check-rules.js';
import { type TimeRow, toTimeRow } from './time-row.js';
import type { TimePrediction, TimePredictionRequest, TimePredictionResult } from './types.js';

/** Maximum number of days that are checked without an explicit list of dates: about ten years. */
const mostDays = 3660;

/**
 * Runs an asynchronous prediction: registrations with rule violations, aggregated days and missing registrations.
 * @throws RangeError if a date does not exist, a rule has an unknown type, or the dates are too far apart
 */
export function predictTime(prepared: PreparedTimeModel, request: TimePredictionRequest): TimePredictionResult {
  const { registrations } = request;
  const plans = request.plans ?? [];
  const breaches = checkRules(request.rules ?? [], registrations, plans);
  const predictions = predictRegistrations(prepared, registrations);
  for (const [index, prediction] of predictions.entries()) prediction.breaches = breaches.registrations[index] ?? [];
  return {
    severityThresholds: { ...prepared.severityThresholds },
    predictions: [
      ...predictions,
      ...predictAggregates(prepared, registrations, request.aggregateForEmployeeIds ?? []),
      ...predictMissing(prepared, request),
    ],
    plans: plans.map(({ planId, date, employeeId }, index) => ({
      planId,
      date,
      employeeId,
      breaches: breaches.plans[index] ?? [],
    })),
  };
}

/**
 * Predicts days without a registration (`time.gap.missing-dates`). Checks each listed employee, or else each employee
 * of the request, on each listed date. If only employees are listed, it checks every date from the first to the last in
 * the request. The score is the likelihood of a registration. At a probability of one half it is `lowMid`.
 *
 * @throws RangeError if a date does not exist, or if the dates of the request are more than ten years apart without a
 * list of dates.
 */
function predictMissing(prepared: PreparedTimeModel, request: TimePredictionRequest): TimePrediction[] {
  const rows = request.registrations.map(toTimeRow);
  const days = daysOf(
    request,
    rows.map(({ day }) => day),
  );
  if (days.length === 0) return [];
  const listed = request.aggregateForEmployeeIds ?? [];
  const employees = new Set(listed.length > 0 ? listed : rows.map(({ employee }) => employee));
  const seen = readRequestAttendance(prepared, rows);
  const result: TimePrediction[] = [];
  for (const employee of employees) {
    for (const day of days) {
      if (seen.isPresent(employee, day)) continue;
      const date = toDate(day);
      const score = missingScore(seen.probability(employee, day), prepared.severityThresholds);
      const row = { ...toTimeRow({ date, employeeId: employee }), department: seen.departmentOf(employee) };
      const subModelId = toSubModelId(prepared.days, row, true);
      const ids = { registrationId: toDayId(employee, date), date, employeeId: employee, subModelId };
      const field: SignificantField = { field: 'date', significance: score, direction: -1 };
      const scored = { score, significantFields: score > 0 ? [field] : [] };
      result.push(toPrediction(ids, scored, prepared.severityThresholds, { aggregated: true, missing: true }));
    }
  }
  return result;
}

function daysOf(request: TimePredictionRequest, present: readonly number[]): number[] {
  const dates = request.missingRegistrationDates ?? [];
  if (dates.length > 0) return [...new Set(dates.map(toDayNumber))].sort((a, b) => a - b);
  if ((request.aggregateForEmployeeIds ?? []).length === 0 || present.length === 0) return [];
  const first = present.reduce((least, day) => Math.min(least, day));
  const last = present.reduce((most, day) => Math.max(most, day));
  if (last - first > mostDays) {
    throw new RangeError(
      `The registrations lie more than ten years apart, from ${toDate(first)} to ${toDate(last)}. Name the dates to look at in missingRegistrationDates, or correct the dates.`,
    );
  }
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

/**
 * Returns the score of a missing registration: up to `lowMid` for a probability up to one half, and up to 100 above
 * that.
 */
function missingScore(probability: number, { lowMid }: SeverityThresholds): number {
  if (probability < 0.5) return round(Math.max(0, Math.min(2 * probability * lowMid, lowMid - 0.01)), 2);
  return round(lowMid + (100 - lowMid) * (2 * probability - 1), 2);
}

/** A day counts as closed if at least this many registrations were likely, but fewer than this share of them exist. */
const fewestLikely = 3;
const openShare = 0.3;

/** Determines who worked when, and the probability of work by weekday, known holidays and the absence of others. */
function readRequestAttendance(prepared: PreparedTimeModel, rows: readonly TimeRow[]) {
  const { attendance, model } = prepared;
  const present = new Map<string, Set<number>>();
  const departments = new Map<string, string>();
  const holidays = new Set(model.attendance.closed);
  const yearly = new Set(model.attendance.closed.map((day) => toDate(day).slice(5)));
  const seen = new Map<number, number>();
  for (const { employee, department, day, holiday } of rows) {
    const days = present.get(employee) ?? new Set();
    present.set(employee, days);
    if (!days.has(day)) seen.set(day, (seen.get(day) ?? 0) + 1);
    days.add(day);
    if (!departments.has(employee)) departments.set(employee, department);
    if (holiday) holidays.add(day);
  }
  const departmentOf = (employee: string) => departments.get(employee) ?? '';
  const plain = (employee: string, day: number) =>
    attendance.place(employee, departmentOf(employee), toCountIndex(day, toWeekday(day)));

  const covered = [...seen.keys()];
  const firstCovered = covered.reduce((least, day) => Math.min(least, day), Number.POSITIVE_INFINITY);
  const lastCovered = covered.reduce((most, day) => Math.max(most, day), Number.NEGATIVE_INFINITY);
  const closedDays = new Map<number, boolean>();
  const isClosed = (day: number): boolean => {
    const known = closedDays.get(day);
    if (known !== undefined) return known;
    let likely = 0;
    for (const employee of present.keys()) {
      const probability = plain(employee, day);
      if (probability >= 0.5) likely += probability;
    }
    const came = seen.get(day) ?? 0;
    const othersStayedAway =
      likely >= fewestLikely && came < openShare * likely && day >= firstCovered && day <= lastCovered;
    // For a day without any registration in the request, the same date in earlier years decides.
    const closed = holidays.has(day) || othersStayedAway || (came === 0 && yearly.has(toDate(day).slice(5)));
    closedDays.set(day, closed);
    return closed;
  };
  return {
    isPresent: (employee: string, day: number) => present.get(employee)?.has(day) === true,
    departmentOf,
    /** Probability that a registration of the employee is missing on the day. */
    probability(employee: string, day: number): number {
      const probability = plain(employee, day);
      return isClosed(day) ? Math.min(probability, attendance.closed(employee, departmentOf(employee))) : probability;
    },
  };
}
