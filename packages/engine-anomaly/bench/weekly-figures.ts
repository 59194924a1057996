import {
  type PreparedTimeModel,
  predictRegistrations,
  prepareTime,
  type Severity,
  trainTime,
  updateTime,
} from '@understudy/engine-anomaly';
import type { Figures } from './figures.ts';
import { type JudgedWeek, makeWeeks, type Weeks } from './generators/time-weeks.ts';
import { precisionAtN, rocAuc, share } from './measures.ts';

interface Scored {
  readonly score: number;
  readonly severity: Severity;
  /** The field that tells most. */
  readonly first: string | undefined;
}

/** Judges weeks by the models that `modelOf(week)` answers. */
export function judgeWeeks(weeks: readonly JudgedWeek[], modelOf: (week: number) => PreparedTimeModel) {
  const wrong: Scored[] = [];
  const clean: Scored[] = [];
  const types = new Map<string, Scored[]>();
  for (const [index, week] of weeks.entries()) {
    for (const { registrationId, anomalyScore, anomalySeverity, significantFields } of predictRegistrations(
      modelOf(index),
      week.scored,
    )) {
      const type = week.wrong.get(registrationId);
      const entry = { score: anomalyScore, severity: anomalySeverity, first: significantFields[0]?.field };
      if (type === undefined) clean.push(entry);
      else {
        wrong.push(entry);
        types.set(type, [...(types.get(type) ?? []), entry]);
      }
    }
  }
  const scores = (list: readonly Scored[]) => list.map(({ score }) => score);
  return {
    auc: rocAuc(scores(wrong), scores(clean)),
    precision: precisionAtN(scores(wrong), scores(clean)),
    falseAlarms: share(clean, ({ severity }) => severity !== 'low'),
    falseHigh: share(clean, ({ severity }) => severity === 'high'),
    found: share(wrong, ({ severity }) => severity !== 'low'),
    types: new Map([...types].map(([type, list]) => [type, rocAuc(scores(list), scores(clean))])),
    blamed: countsOf(clean.filter(({ severity }) => severity !== 'low').map(({ first }) => first)),
    rows: clean.length,
  };
}

function countsOf(values: readonly (string | undefined)[]) {
  const counts = new Map<string | undefined, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

/** Thirteen weekly trainings, by updates or by rebuilds, and what either then says of the weeks and of the four after. */
export function weekByWeek(data: Weeks, rebuild: boolean) {
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
    during: judgeWeeks(data.weeks, (week) => prepared[week] ?? last),
    after: judgeWeeks(data.after, () => last),
    model,
  };
}

/** Bars of 13 weekly trainings, as means over a few seeds. */
export function weeklyFigures(name: string, seeds: readonly number[], figures: Figures): void {
  const found = seeds.map((seed) => {
    const data = makeWeeks(name, { seed });
    const learning = (errors: number) => weekByWeek(makeWeeks(name, { seed, errors }), false);
    return {
      updated: weekByWeek(data, false),
      rebuilt: weekByWeek(data, true),
      spotless: learning(0),
      spoiled: learning(0.01),
    };
  });
  type Found = (typeof found)[number];
  const mean = (of: (item: Found) => number) => found.reduce((sum, item) => sum + of(item), 0) / found.length;
  const behind = (of: (way: Found['updated']) => number) => mean(({ updated, rebuilt }) => of(rebuilt) - of(updated));
  figures.atMost(
    'ROC-AUC by which updates fall behind rebuilds',
    behind(({ during }) => during.auc),
    0.01,
  );
  figures.atMost(
    '  in the four weeks after',
    behind(({ after }) => after.auc),
    0.01,
  );
  figures.atMost(
    'precision at n by which they fall behind',
    behind(({ during }) => during.precision),
    0.05,
  );
  figures.atMost(
    '  in the four weeks after',
    behind(({ after }) => after.precision),
    0.05,
  );
  figures.note(
    'ROC-AUC, rebuilt weekly',
    mean(({ rebuilt }) => rebuilt.during.auc),
  );
  for (const type of found[0]?.rebuilt.during.types.keys() ?? []) {
    figures.note(
      `  of these ${type}`,
      mean(({ rebuilt }) => rebuilt.during.types.get(type) ?? 1),
    );
  }
  figures.note(
    'precision at n, rebuilt weekly',
    mean(({ rebuilt }) => rebuilt.during.precision),
  );
  figures.atMost(
    'clean rows medium or higher, rebuilt weekly',
    mean(({ rebuilt }) => rebuilt.during.falseAlarms),
    0.05,
  );
  figures.note(
    'wrong rows medium or higher, rebuilt weekly',
    mean(({ rebuilt }) => rebuilt.during.found),
  );
  figures.atMost(
    'ROC-AUC that 1 % of errors in what is learned cost',
    mean(({ spotless, spoiled }) => spotless.during.auc - spoiled.during.auc),
    0.01,
  );
}
