import type { ScoredRecord } from '../core/contributions.js';
import { classifySeverity, type SeverityThresholds } from '../core/thresholds.js';
import type { PreparedTimeModel } from './prepare-time.js';
import type { RowScorer } from './row-scorer.js';
import { type TimeRow, toDayRows, toTimeRow } from './time-row.js';
import type { TimePrediction, TimeRegistration } from './types.js';

/**
 * Predicts each registration in the given order, without rule violations (`time.realtime.no-aggregation`).
 * @throws RangeError if a date does not exist
 */
export function predictRegistrations(
  prepared: PreparedTimeModel,
  registrations: readonly TimeRegistration[],
): TimePrediction[] {
  return registrations.map((registration) => {
    const row = toTimeRow(registration);
    const { registrationId, date, employeeId } = registration;
    const subModelId = toSubModelId(prepared.registrations, row, false);
    const ids = { registrationId, date, employeeId, subModelId };
    return toPrediction(ids, prepared.registrations.score(row), prepared.severityThresholds);
  });
}

/** Converts a score to a prediction. */
export function toPrediction(
  { subModelId, ...ids }: Pick<TimePrediction, 'registrationId' | 'date' | 'employeeId' | 'subModelId'>,
  { score, significantFields }: ScoredRecord,
  thresholds: SeverityThresholds,
  more: Partial<TimePrediction> = {},
): TimePrediction {
  return {
    ...ids,
    anomalyScore: score,
    anomalySeverity: classifySeverity(score, thresholds),
    significantFields,
    aggregated: false,
    missing: false,
    relatedRegistrationIds: [],
    subModelId,
    breaches: [],
    ...more,
  };
}

/** Name of the level used: `employee_level-7`, `employee_agg_level-7`, `department_level-2` or `dataset_level` (`time.gap.sub-model`). */
export function toSubModelId(scorer: RowScorer, row: TimeRow, aggregated: boolean): string {
  const { level, id } = scorer.levelOf(row);
  if (level === 'dataset') return 'dataset_level';
  return level === 'employee' && aggregated ? `employee_agg_level-${id}` : `${level}_level-${id}`;
}

/** Returns the id under which a day of an employee is predicted (`time.gap.aggregation`). */
export function toDayId(employeeId: string, date: string): string {
  return `agg_${employeeId}_${date}`;
}

/** Predicts each listed employee and date by the day's first start and its sums (`time.gap.aggregation`). */
export function predictAggregates(
  prepared: PreparedTimeModel,
  registrations: readonly TimeRegistration[],
  employeeIds: readonly string[],
): TimePrediction[] {
  const wanted = new Set(employeeIds);
  const chosen = registrations.filter(({ employeeId }) => wanted.has(employeeId));
  return toDayRows(chosen.map(toTimeRow)).map(({ row, members }) => {
    const date = chosen[members[0] ?? 0]?.date ?? '';
    const subModelId = toSubModelId(prepared.days, row, true);
    const ids = { registrationId: toDayId(row.employee, date), date, employeeId: row.employee, subModelId };
    const relatedRegistrationIds = members.map((member) => chosen[member]?.registrationId ?? '');
    const more = { aggregated: true, relatedRegistrationIds };
    return toPrediction(ids, prepared.days.score(row), prepared.severityThresholds, more);
  });
}
