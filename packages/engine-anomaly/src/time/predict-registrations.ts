import type { ScoredRecord } from '../core/contributions.js';
import { classifySeverity, type SeverityThresholds } from '../core/thresholds.js';
import { toDayRows } from './day-rows.js';
import type { PreparedTimeModel } from './prepare-time.js';
import type { RowScorer } from './row-scorer.js';
import { type TimeRow, toTimeRow } from './time-row.js';
import type { TimePrediction, TimeRegistration } from './types.js';

/**
 * Predicts each registration, in the given order and without breaches (`time.realtime.no-aggregation`).
 * @throws RangeError if a date does not exist
 */
export function predictRegistrations(
  prepared: PreparedTimeModel,
  registrations: readonly TimeRegistration[],
): TimePrediction[] {
  return registrations.map((registration) => {
    const row = toTimeRow(registration);
    return {
      registrationId: registration.registrationId,
      date: registration.date,
      employeeId: registration.employeeId,
      ...toScoredPrediction(prepared.registrations.score(row), prepared.severityThresholds),
      aggregated: false,
      missing: false,
      relatedRegistrationIds: [],
      subModelId: toSubModelId(prepared.registrations, row, false),
      breaches: [],
    };
  });
}

/** Returns a score in the words of a prediction. */
function toScoredPrediction(
  { score, significantFields }: ScoredRecord,
  thresholds: SeverityThresholds,
): Pick<TimePrediction, 'anomalyScore' | 'anomalySeverity' | 'significantFields'> {
  return { anomalyScore: score, anomalySeverity: classifySeverity(score, thresholds), significantFields };
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
    return {
      registrationId: toDayId(row.employee, date),
      date,
      employeeId: row.employee,
      ...toScoredPrediction(prepared.days.score(row), prepared.severityThresholds),
      aggregated: true,
      missing: false,
      relatedRegistrationIds: members.map((member) => chosen[member]?.registrationId ?? ''),
      subModelId: toSubModelId(prepared.days, row, true),
      breaches: [],
    };
  });
}
