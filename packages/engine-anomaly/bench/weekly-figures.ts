import { predictRegistrations, prepareTime, trainTime, updateTime } from '@understudy/engine-anomaly';
import { precisionAtN, report, rocAuc, share } from './figures.ts';
import { makeWeeks, type TimeFamilyName, type Weeks } from './generators/time-families.ts';

/** Thirteen weekly trainings by updates or by rebuilds. Each model scores the week after its training. */
function trainWeekly({ history, weeks }: Weeks, rebuild: boolean) {
  let model = trainTime(history);
  const known = [...history];
  const rows = weeks.flatMap(({ learned, scored, wrong }) => {
    const prepared = prepareTime(model);
    known.push(...learned);
    model = rebuild ? trainTime(known) : updateTime(model, learned);
    return predictRegistrations(prepared, scored).map(({ registrationId, anomalyScore, anomalySeverity }) => ({
      type: wrong.get(registrationId),
      score: anomalyScore,
      raised: anomalySeverity !== 'low',
    }));
  });
  const clean = rows.filter(({ type }) => type === undefined);
  const wrong = rows.filter(({ type }) => type !== undefined);
  const cleanScores = clean.map(({ score }) => score);
  const wrongScores = (type?: string) =>
    wrong.filter((row) => type === undefined || row.type === type).map(({ score }) => score);
  const figures: Record<string, number> = {
    'ROC-AUC': rocAuc(wrongScores(), cleanScores),
    'precision at n': precisionAtN(wrongScores(), cleanScores),
    'clean rows medium or higher': share(clean, ({ raised }) => raised),
    'wrong rows medium or higher': share(wrong, ({ raised }) => raised),
  };
  for (const type of new Set(wrong.map((row) => row.type))) {
    figures[`  of these ${type}`] = rocAuc(wrongScores(type), cleanScores);
  }
  return figures;
}

/** Bars of 13 weekly trainings, as means over the seeds. */
export function weeklyFigures(name: TimeFamilyName, seeds: readonly number[]): void {
  const train = (rebuild: boolean, errors?: number) => {
    const found = seeds.map((seed) => trainWeekly(makeWeeks(name, seed, errors), rebuild));
    return (figure: string) => found.reduce((sum, figures) => sum + (figures[figure] ?? 1), 0) / found.length;
  };
  const [updated, rebuilt, spotless, spoiled] = [train(false), train(true), train(false, 0), train(false, 0.01)];
  const [auc, precision, raised] = ['ROC-AUC', 'precision at n', 'clean rows medium or higher'] as const;
  const types = Object.keys(trainWeekly(makeWeeks(name, seeds[0] ?? 0), true)).filter((figure) => figure !== raised);
  report(`weekly trainings: ${name}`, {
    'ROC-AUC of rebuilds minus updates': [rebuilt(auc) - updated(auc), '<=', 0.01],
    'precision at n of rebuilds minus updates': [rebuilt(precision) - updated(precision), '<=', 0.05],
    ...Object.fromEntries(types.map((figure) => [`${figure}, rebuilt weekly`, rebuilt(figure)])),
    'clean rows medium or higher, rebuilt weekly': [rebuilt(raised), '<=', 0.05],
    'ROC-AUC lost by 1 % of errors in the training data': [spotless(auc) - spoiled(auc), '<=', 0.01],
  });
}
