import { evaluate } from './evaluate.mjs';
import { families } from './generators.mjs';
import { heldBackFamilies } from './generators-held-back.mjs';
import { realFamilies } from './real-series.mjs';

/** Series per family, and the first seed of the held-back ones. */
const seriesCount = 12;
const heldBackSeed = 9000;

/** Errors and coverage of one kind of family, means over its families. */
const kinds = [
  { kind: 'daily', title: 'daily retail', measure: 'mase' },
  { kind: 'weekly', title: 'weekly business', measure: 'mase' },
  { kind: 'intermittent', title: 'intermittent', measure: 'rmsse' },
  { kind: 'monthly', title: 'monthly', measure: 'mase' },
];

/** Accuracy, selection and coverage on the families that the models were tuned by, on others, and on real series. */
export async function run(report) {
  const groups = [
    ['', evaluateAll(families, (family, index) => family.make(index + 1))],
    ['held back: ', evaluateAll(heldBackFamilies, (family, index) => family.make(heldBackSeed + index))],
  ];
  for (const [group, results] of groups) {
    for (const { kind, title, measure } of kinds) {
      const chosen = results.filter(({ family }) => family.kind === kind);
      reportKind(report, `${group}${title}`, kind, measure, chosen);
    }
    reportCoverage(report, `${group}interval coverage`, results);
  }
  for (const family of realFamilies()) {
    const { errors, inside, points } = evaluate(family, family.series);
    const ours = errors.get('ours').mase;
    const naive = errors.get(family.naive).mase;
    report(`real: ${family.name}, MASE / seasonal naive`, ours / naive, '<=', family.bar, `MASE ${figure(ours)}`);
    report(`real: ${family.name}, coverage`, inside / points, 'shown', undefined, `${points} points`);
  }
}

function evaluateAll(list, make) {
  return list.map((family) => ({
    family,
    ...evaluate(
      family,
      Array.from({ length: seriesCount }, (_, index) => make(family, index)),
    ),
  }));
}

function reportKind(report, title, kind, measure, results) {
  const name = measure.toUpperCase();
  const ratio = (other) =>
    meanOf(results.map(({ errors }) => errors.get('ours')[measure] / other(singlesOf(errors, measure), errors)));
  const against = (model) => ratio((_, errors) => errors.get(model)[measure]);
  const ours = figure(meanOf(results.map(({ errors }) => errors.get('ours')[measure])));
  if (kind === 'daily')
    report(`${title}, ${name} / seasonal naive`, against('seasonal-naive-7'), '<=', 0.8, `${name} ${ours}`);
  if (kind === 'weekly')
    report(`${title}, ${name} / damped trend`, against('damped-trend'), '<=', 1, `${name} ${ours}`);
  if (kind === 'intermittent') {
    report(`${title}, ${name} / Croston-SBA`, against('croston-sba'), '<=', 1, `${name} ${ours}`);
  }
  report(`${title}, ${name} / mean of single models`, ratio(meanOf), '<=', 0.95, `${name} ${ours}`);
  const worst = results
    .map(({ family, errors }) => [errors.get('ours')[measure] / Math.min(...singlesOf(errors, measure)), family.name])
    .sort(([a], [b]) => b - a)[0];
  report(
    `${title}, ${name} / best single model`,
    ratio((singles) => Math.min(...singles)),
    '<=',
    1.05,
    `worst family: ${worst[1]} ${figure(worst[0])}`,
  );
}

function reportCoverage(report, title, results) {
  let inside = 0;
  let points = 0;
  for (const { kind, title: name } of kinds) {
    const chosen = results.filter(({ family }) => family.kind === kind);
    const shares = chosen.map((result) => result.inside / result.points);
    const detail = `families ${figure(Math.min(...shares))} to ${figure(Math.max(...shares))}`;
    const coverage = sumOf(chosen, 'inside') / sumOf(chosen, 'points');
    report(`${title}, ${name}`, coverage, 'within', [0.75, 0.85], detail);
    inside += sumOf(chosen, 'inside');
    points += sumOf(chosen, 'points');
  }
  report(`${title}, all`, inside / points, 'within', [0.75, 0.85], `${points} points`);
}

function singlesOf(errors, measure) {
  return [...errors].filter(([name]) => name !== 'ours').map(([, error]) => error[measure]);
}

function sumOf(results, key) {
  return results.reduce((sum, result) => sum + result[key], 0);
}

function meanOf(values) {
  return values.reduce((sum, value) => sum + value / values.length, 0);
}

function figure(value) {
  return value.toFixed(3);
}
