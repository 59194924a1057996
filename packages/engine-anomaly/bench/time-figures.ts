import {
  type PreparedTimeModel,
  predictRegistrations,
  predictTime,
  prepareTime,
  type TimePrediction,
  type TimeRule,
  trainTime,
} from '@understudy/engine-anomaly';
import { byType, feedbackFigures, milliseconds, perType, report, rocAuc, share } from './figures.ts';
import { type AskedWeek, forgetDays } from './generators/missing-days.ts';
import { randomOf } from './generators/random.ts';
import { injectTimeAnomalies, type TimeAnomaly, timeAnomalyTypes } from './generators/time-anomalies.ts';
import { servicesFirm } from './generators/time-services-firm.ts';
import { type Registration, walkDays } from './generators/time-walk.ts';

interface TimeDataOptions {
  readonly heldBack: boolean;
  readonly seedShift?: number;
  readonly employees?: number;
  /** Anomalies of each type in the scored weeks. */
  readonly each?: number;
}

type TimeData = ReturnType<typeof makeTimeData>;

type Identified = { readonly registrationId: string };

/** Every bar for the time registrations of one company. */
export function timeFigures(company: { readonly heldBack: boolean; readonly seedShift: number }): void {
  const data = makeTimeData(company);
  const { anomalies, scored } = data;
  const prepared = prepareTime(trainTime(data.history));
  const predictions = predictionsOf(prepared, scored);
  const aucOf = (list: readonly TimeAnomaly[], predict = predictions) => {
    const injected = new Set(anomalies.map(({ registrationId }) => registrationId));
    const clean = scored.filter(({ registrationId }) => !injected.has(registrationId));
    const [wrongScores, cleanScores] = [list, clean].map((rows) => rows.map((row) => predict(row).anomalyScore));
    return rocAuc(wrongScores ?? [], cleanScores ?? []);
  };
  const isFirst = (anomaly: TimeAnomaly) => {
    const [top] = predictions(anomaly).significantFields;
    return top !== undefined && anomaly.fields.includes(top.field) && top.direction === anomaly.direction;
  };
  const clean = predictRegistrations(prepared, data.clean);
  const { lowered, after } = giveFeedback(data, predictions);
  report(`time registrations${company.heldBack ? ', held back' : ''}`, {
    'ROC-AUC overall': [aucOf(anomalies), '>=', 0.95],
    ...perType(anomalies, 'ROC-AUC', (list) => [aucOf(list), '>=', 0.88]),
    'injected field first, with its direction': [share(anomalies, isFirst), '>=', 0.9],
    ...perType(anomalies, '  of these', (list) => share(list, isFirst)),
    'clean rows high': [share(clean, ({ anomalySeverity }) => anomalySeverity === 'high'), '<=', 0.01],
    'missing days F1': [missingDays(prepared, data.weeks), '>=', 0.9],
    ...feedbackFigures(lowered, aucOf(anomalies), aucOf(anomalies, after)),
  });
}

function predictionsOf(prepared: PreparedTimeModel, rows: readonly Registration[]) {
  const found = new Map(predictRegistrations(prepared, rows).map((item) => [item.registrationId, item]));
  return ({ registrationId }: Identified): TimePrediction => {
    const prediction = found.get(registrationId);
    if (prediction === undefined) throw new RangeError(`There is no prediction for ${registrationId}.`);
    return prediction;
  };
}

/** F1 of the employee-days that are predicted as missing, at medium severity or higher. */
function missingDays(prepared: PreparedTimeModel, weeks: readonly AskedWeek[]): number {
  const truth = new Set(weeks.flatMap(({ missing }) => [...missing]));
  const found = weeks.flatMap((week) =>
    predictTime(prepared, {
      registrations: week.registrations,
      aggregateForEmployeeIds: week.employeeIds,
      missingRegistrationDates: week.dates,
    })
      .predictions.filter(({ missing, anomalySeverity }) => missing && anomalySeverity !== 'low')
      .map(({ employeeId, date }) => `${employeeId}|${date}`),
  );
  return (2 * found.filter((day) => truth.has(day)).length) / (found.length + truth.size);
}

const rules: readonly TimeRule[] = [
  { ruleId: 'day', ruleType: 'max_hours_per_day', value: 10 },
  { ruleId: 'rest', ruleType: 'min_rest_hours_between_days', value: 11 },
  { ruleId: 'run', ruleType: 'max_consecutive_days', value: 5 },
];

/** Marks one anomaly of each type as FALSE_POSITIVE and trains again. The patterns return four weeks later with other ids. */
function giveFeedback({ scored, anomalies, history }: TimeData, before: ReturnType<typeof predictionsOf>) {
  const marked = byType(anomalies).flatMap(([, list]) => {
    const anomaly = list.find((one) => before(one).anomalyScore > 20) ?? list[0];
    return scored.find(({ registrationId }) => registrationId === anomaly?.registrationId) ?? [];
  });
  const feedback = marked.map((registration) => ({ registration, feedback: 'FALSE_POSITIVE' as const }));
  const prepared = prepareTime(trainTime(history, { feedback }));
  const again = marked.map((row) => {
    const date = new Date(Date.parse(row.date) + 28 * 86_400_000).toISOString().slice(0, 10);
    return { ...row, registrationId: `${row.registrationId}-again`, date };
  });
  const scores = predictRegistrations(prepared, again).map(({ anomalyScore }) => anomalyScore);
  return {
    lowered: marked.map((row, index) => before(row).anomalyScore - (scores[index] ?? Number.NaN)),
    after: predictionsOf(prepared, scored),
  };
}

/** 55,000 registrations trained, 5000 predicted. */
export function timeSpeed(): void {
  const { history, clean } = makeTimeData({ heldBack: false, employees: 236, each: 1 });
  const registrations = history.slice(0, 55_000);
  let model = prepareTime(trainTime(registrations.slice(0, 100)));
  const trained = milliseconds(() => {
    model = prepareTime(trainTime(registrations));
  }, 1);
  const some = clean.slice(0, 5000);
  const aggregateForEmployeeIds = [...new Set(some.map(({ employeeId }) => employeeId))];
  const predict = () => predictRegistrations(model, some);
  const predictAll = () => predictTime(model, { registrations: some, aggregateForEmployeeIds, rules });
  const predictOne = () => predictRegistrations(model, some.slice(0, 1));
  report('time registrations: speed', {
    registrations: [registrations.length, '>=', 55_000],
    'ms to train 55,000 registrations': [trained, '<=', 5000],
    'ms to predict 5000 registrations': [milliseconds(predict), '<=', 1000],
    'ms to predict 5000 with days, missing days and rules': [milliseconds(predictAll), '<=', 1000],
    'ms to predict one registration': [milliseconds(predictOne, 9), '<=', 5],
  });
}

/** A year to train on, with a few anomalies, and later weeks to score: clean, with anomalies, with missing days. */
function makeTimeData({ heldBack, seedShift = 0, employees = 60, each = 50 }: TimeDataOptions) {
  const seed = (heldBack ? 77_415 : 20_250_101) + seedShift;
  const [laterFrom, to] = ['2026-01-12', '2026-03-29'];
  const { staff, r } = servicesFirm({ seed, employees, from: '2025-01-01', to, heldBack });
  const past = walkDays(staff, { from: '2025-01-01', to: '2025-12-31', r }).registrations;
  const future = walkDays(staff, { from: laterFrom, to, r, prefix: 'n' });
  const chance = randomOf(seed + 1);
  const inject = (rows: readonly Registration[], count: number) =>
    injectTimeAnomalies(rows, {
      r: chance,
      counts: Object.fromEntries(Object.keys(timeAnomalyTypes).map((type) => [type, count])),
      history: past,
    });
  const history = inject(past, Math.ceil(past.length / 2000)).registrations;
  const { registrations: scored, anomalies } = inject(future.registrations, each);
  const weeks = forgetDays({ ...future, staff, from: laterFrom, weeks: 8, r: chance });
  return { history, clean: future.registrations, scored, anomalies, weeks };
}
