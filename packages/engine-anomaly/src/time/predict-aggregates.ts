import { toDayRows } from './day-rows.js';
import { toScoredPrediction, toSubModelId } from './predict-registrations.js';
import type { PreparedTimeModel } from './prepare-time.js';
import { toTimeRow } from './time-row.js';
import type { TimePrediction, TimeRegistration } from './types.js';

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
