import { predictMissing } from './predict-missing.js';
import { predictAggregates, predictRegistrations } from './predict-registrations.js';
import type { PreparedTimeModel } from './prepare-time.js';
import { checkRules } from './rules/check-rules.js';
import type { TimePredictionRequest, TimePredictionResult } from './types.js';

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
