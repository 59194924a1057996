import {
  type PreparedTimeModel,
  predictRegistrations,
  prepareTime,
  trainTime,
  updateTime,
} from '@understudy/engine-anomaly';
import { report } from './figures.ts';
import { type JudgedWeek, makeWeeks, type Weeks } from './generators/time-families.ts';
import { precisionAtN, rocAuc, share } from './measures.ts';

/** Scores weeks with the model of each week. */
function scoreWeeks(weeks: readonly JudgedWeek[], modelOf: (week: number) => PreparedTimeModel) {
  const rows = weeks.flatMap(({ scored, wrong }, week) =>
    predictRegistrations(modelOf(week), scored).map(({ registrationId, anomalyScore, anomalySeverity }) => ({
      type: wrong.get(registrationId),
      score: anomalyScore,
      raised: anomalySeverity !== 'low',
    })),
  );
  const clean = rows.filter(({ type }) => type === undefined);
  const wrong = rows.filter(({ type }) => type !== undefined);
  const cleanScores = clean.map(({ score }) => score);
  const scoresOf = (type: string) => wrong.filter((row) => row.type === type).map(({ score }) => score);
  const wrongScores = wrong.map(({ score }) => score);
  return {
    auc: rocAuc(wrongScores, cleanScores),
    precision: precisionAtN(wrongScores, cleanScores),
    falseAlarms: share(clean, ({ raised }) => raised),
    found: share(wrong, ({ raised }) => raised),
    types: new Map(
      [...new Set(wrong.map(({ type }) => type ?? ''))].map((type) => [type, rocAuc(scoresOf(type), cleanScores)]),
    ),
  };
}

/** Thirteen weekly trainings by updates or by rebuilds. Scores these weeks and the four weeks after them. */
function trainWeekly(data: Weeks, rebuild: boolean) {
  let model = trainTime(data.history);
  const known = [...data.history];
  const prepared = data.weeks.map(({ learned }) => {
    const current = prepareTime(model);
    known.push(...learned);
    model = rebuild ? trainTime(known) : updateTime(model, learned);
    return current;
  });
  const last = prepareTime(model);
  return {
    during: scoreWeeks(data.weeks, (week) => prepared[week] ?? last),
    after: scoreWeeks(data.after, () => last),
  };
}

/** Bars of 13 weekly trainings, as means over the seeds. */
export function weeklyFigures(name: string, seeds: readonly number[]): void {
  const found = seeds.map((seed) => {
    const data = makeWeeks(name, seed);
    return {
      updated: trainWeekly(data, false),
      rebuilt: trainWeekly(data, true),
      spotless: trainWeekly(makeWeeks(name, seed, 0), false),
      spoiled: trainWeekly(makeWeeks(name, seed, 0.01), false),
    };
  });
  type Found = (typeof found)[number];
  const mean = (of: (item: Found) => number) => found.reduce((sum, item) => sum + of(item), 0) / found.length;
  for (const [measure, title, bar] of [
    ['auc', 'ROC-AUC', 0.01],
    ['precision', 'precision at n', 0.05],
  ] as const) {
    for (const when of ['during', 'after'] as const) {
      const behind = mean(({ updated, rebuilt }) => rebuilt[when][measure] - updated[when][measure]);
      report(`${title} of rebuilds minus updates, ${when} the 13 weeks`, behind, '<=', bar);
    }
  }
  const rebuilt = (of: (weeks: Found['rebuilt']['during']) => number) => mean((item) => of(item.rebuilt.during));
  report(
    'ROC-AUC, rebuilt weekly',
    rebuilt(({ auc }) => auc),
  );
  for (const type of found[0]?.rebuilt.during.types.keys() ?? []) {
    report(
      `  of these ${type}`,
      rebuilt(({ types }) => types.get(type) ?? 1),
    );
  }
  report(
    'precision at n, rebuilt weekly',
    rebuilt(({ precision }) => precision),
  );
  report(
    'clean rows medium or higher, rebuilt weekly',
    rebuilt(({ falseAlarms }) => falseAlarms),
    '<=',
    0.05,
  );
  report(
    'wrong rows medium or higher, rebuilt weekly',
    rebuilt((weeks) => weeks.found),
  );
  const cost = mean(({ spotless, spoiled }) => spotless.during.auc - spoiled.during.auc);
  report('ROC-AUC lost by 1 % of errors in the training data', cost, '<=', 0.01);
}
