import {
  type PreparedTimeModel,
  predictRegistrations,
  predictTime,
  prepareTime,
  type TimePrediction,
  type TimeRule,
  trainTime,
} from '@understudy/engine-anomaly';
import { report } from './figures.ts';
import type { AskedWeek } from './generators/missing-days.ts';
import type { TimeAnomaly } from './generators/time-anomalies.ts';
import { makeTimeData, type TimeData, type TimeFamilyName } from './generators/time-families.ts';
import type { Registration } from './generators/time-walk.ts';
import { judgeRules } from './judge-rules.ts';
import { f1, milliseconds, rocAuc, share } from './measures.ts';

/** Every bar for the time registrations of one family. */
export function timeFigures(name: TimeFamilyName, seedShift: number): void {
  const data = makeTimeData(name, { seedShift });
  const prepared = prepareTime(trainTime(data.history));
  const predictions = predictionsOf(prepared, data.scored);
  const judged = judge(data, predictions);
  report('ROC-AUC overall', judged.overall, '>=', 0.95);
  for (const [type, auc] of judged.perType) report(`ROC-AUC ${type}`, auc, '>=', 0.88);
  const first = (anomaly: TimeAnomaly) => {
    const [top] = predictions(anomaly).significantFields;
    return top !== undefined && anomaly.fields.includes(top.field) && top.direction === anomaly.direction;
  };
  report('injected field first, with its direction', share(data.anomalies, first), '>=', 0.9);
  for (const [type, list] of byType(data.anomalies)) report(`  of these ${type}`, share(list, first));
  const clean = predictRegistrations(prepared, data.clean);
  report(
    'clean rows high',
    share(clean, ({ anomalySeverity }) => anomalySeverity === 'high'),
    '<=',
    0.01,
  );
  report('missing days F1', missingDays(prepared, data.weeks), '>=', 0.9);
  report('rule breaches that differ', breachesThatDiffer(prepared, data), '<=', 0);
  feedback(data, predictions, judged.overall);
}

/** What is predicted, by registration. */
function predictionsOf(prepared: PreparedTimeModel, rows: readonly Registration[]) {
  const found = new Map(predictRegistrations(prepared, rows).map((item) => [item.registrationId, item]));
  return ({ registrationId }: { readonly registrationId: string }): TimePrediction => {
    const prediction = found.get(registrationId);
    if (prediction === undefined) throw new RangeError(`Nothing is predicted for ${registrationId}.`);
    return prediction;
  };
}

function judge({ scored, anomalies }: TimeData, predictions: ReturnType<typeof predictionsOf>) {
  const injected = new Set(anomalies.map(({ registrationId }) => registrationId));
  const scoreOf = (row: { readonly registrationId: string }) => predictions(row).anomalyScore;
  const clean = scored.filter(({ registrationId }) => !injected.has(registrationId)).map(scoreOf);
  return {
    overall: rocAuc(anomalies.map(scoreOf), clean),
    perType: [...byType(anomalies)].map(([type, list]) => [type, rocAuc(list.map(scoreOf), clean)] as const),
  };
}

export function byType<Anomaly extends { readonly type: string }>(anomalies: readonly Anomaly[]) {
  const types = new Map<string, Anomaly[]>();
  for (const anomaly of anomalies) types.set(anomaly.type, [...(types.get(anomaly.type) ?? []), anomaly]);
  return types;
}

/** Employee-days that are called missing, from medium on, against the forgotten ones. */
function missingDays(prepared: PreparedTimeModel, weeks: readonly AskedWeek[]): number {
  const found = new Set<string>();
  const truth = new Set<string>();
  for (const week of weeks) {
    const { predictions } = predictTime(prepared, {
      registrations: week.registrations,
      aggregateForEmployeeIds: week.employeeIds,
      missingRegistrationDates: week.dates,
    });
    for (const { missing, anomalySeverity, employeeId, date } of predictions) {
      if (missing && anomalySeverity !== 'low') found.add(`${employeeId}|${date}`);
    }
    for (const day of week.missing) truth.add(day);
  }
  return f1(found, truth);
}

const rules: readonly TimeRule[] = [
  { ruleId: 'day', ruleType: 'max_hours_per_day', value: 10 },
  { ruleId: 'week', ruleType: 'max_hours_per_week', value: 40 },
  { ruleId: 'rest', ruleType: 'min_rest_hours_between_days', value: 11 },
  { ruleId: 'run', ruleType: 'max_consecutive_days', value: 5 },
  { ruleId: 'overlap', ruleType: 'no_overlap', value: 0 },
  { ruleId: 'holiday', ruleType: 'not_on_public_holiday', value: 0 },
];

/** Rows whose breaches are not those of the judge; the spoiled rows overlap, run on and come too early by themselves. */
function breachesThatDiffer(prepared: PreparedTimeModel, { scored, history }: TimeData): number {
  const records = [...scored, ...history.filter(({ date }) => date >= '2025-12-01'), ...doubled(scored)];
  const truth = judgeRules(rules, records);
  const { predictions } = predictTime(prepared, { registrations: records, rules });
  const differing = predictions.filter(({ registrationId, breaches }) => {
    const found = breaches.flatMap(({ ruleId, relatedIds }) =>
      relatedIds.map((ids) => `${ruleId}|${[...ids].sort().join()}`),
    );
    const expected = truth.get(registrationId);
    return (
      expected === undefined || found.length !== expected.size || found.some((instance) => !expected.has(instance))
    );
  });
  for (const { ruleId } of rules) {
    const seen = [...truth.values()].some((set) => [...set].some((instance) => instance.startsWith(`${ruleId}|`)));
    if (!seen) throw new Error(`The data breaks the rule ${ruleId} nowhere, so its check shows nothing.`);
  }
  return differing.length;
}

/** Some rows again, an hour later: they overlap. */
function doubled(rows: readonly Registration[]): Registration[] {
  return rows
    .filter(
      ({ startTime, endTime }, index) => index % 40 === 0 && startTime >= 0 && endTime < 23 && endTime > startTime,
    )
    .map((row) => ({
      ...row,
      registrationId: `${row.registrationId}-again`,
      startTime: row.startTime + 1,
      endTime: row.endTime + 1,
    }));
}

/** One anomaly of each type is marked as FALSE_POSITIVE; the models are trained again. */
function feedback(data: TimeData, before: ReturnType<typeof predictionsOf>, overall: number): void {
  const rows = new Map(data.scored.map((row) => [row.registrationId, row]));
  const marked = [...byType(data.anomalies)].flatMap(([, list]) => {
    const anomaly = list.find((one) => before(one).anomalyScore > 20) ?? list[0];
    return (anomaly && rows.get(anomaly.registrationId)) ?? [];
  });
  const model = trainTime(data.history, {
    feedback: marked.map((registration) => ({ registration, feedback: 'FALSE_POSITIVE' })),
  });
  const prepared = prepareTime(model);
  const after = predictionsOf(prepared, data.scored);
  // The pattern comes again four weeks later under another id.
  const again = marked.map((row) => {
    const later = new Date(Date.parse(row.date) + 28 * 86_400_000).toISOString().slice(0, 10);
    return { ...row, registrationId: `${row.registrationId}-again`, date: later };
  });
  const scores = predictRegistrations(prepared, again).map(({ anomalyScore }) => anomalyScore);
  const lowered = marked.map((row, index) => before(row).anomalyScore - (scores[index] ?? Number.NaN));
  report(
    'marked patterns that score lower',
    share(lowered, (points) => points > 0),
    '>=',
    1,
  );
  report('  points lower, on average', lowered.reduce((sum, points) => sum + points, 0) / lowered.length);
  report('change of ROC-AUC by feedback', Math.abs(judge(data, after).overall - overall), '<=', 0.005);
}

/** 55,000 registrations trained, 5000 predicted. */
export function timeSpeed(): void {
  const { history, clean } = makeTimeData('services firm', { employees: 236, each: 1 });
  const registrations = history.slice(0, 55_000);
  report('registrations', registrations.length);
  report('enough registrations', registrations.length, '>=', 55_000);
  let prepared: PreparedTimeModel | undefined;
  const train = () => {
    prepared ??= prepareTime(trainTime(registrations));
    return prepared;
  };
  report('ms to train 55,000 registrations', milliseconds(train, 1), '<=', 5000);
  const model = train();
  const some = clean.slice(0, 5000);
  report(
    'ms to predict 5000 registrations',
    milliseconds(() => predictRegistrations(model, some)),
    '<=',
    1000,
  );
  const week = {
    registrations: some,
    aggregateForEmployeeIds: [...new Set(some.map(({ employeeId }) => employeeId))],
    rules,
  };
  report(
    'ms to predict 5000 with days, missing days and rules',
    milliseconds(() => predictTime(model, week)),
    '<=',
    1000,
  );
  report(
    'ms to predict one registration',
    milliseconds(() => predictRegistrations(model, some.slice(0, 1)), 9),
    '<=',
    5,
  );
}
