import { evaluate } from './evaluate.mjs';
import { heldBackShortFamilies, shortFamilies } from './generators-short.mjs';

/** Series per family. Tuning used seeds 1 to 60 at most; the shapes held back have seeds from 9000 on. */
const seriesCount = 20;

/** Coverage and error against naive of short histories: 20 to 60 days, and 52 to 99 weeks, 14 days and 13 weeks ahead. */
export function run(report) {
  for (const [group, families, firstSeed] of [
    ['', shortFamilies, 1],
    ['held back: ', heldBackShortFamilies, 9000],
  ]) {
    const results = families.map((family) => ({
      family,
      ...evaluate(
        family,
        Array.from({ length: seriesCount }, (_, index) => family.make(firstSeed + index)),
      ),
    }));
    for (const [kind, title] of [
      ['days', '20 to 60 days'],
      ['weeks', '52 to 99 weeks'],
    ]) {
      const chosen = results.filter(({ family }) => family.kind === kind);
      reportKind(report, `${group}${title}`, chosen);
      for (const length of new Set(chosen.map(({ family }) => family.length))) {
        const some = chosen.filter(({ family }) => family.length === length);
        const { naive } = some[0].family;
        report(`${group}${length} ${kind}, interval coverage`, coverageOf(some), 'within', [0.75, 0.85]);
        report(`${group}${length} ${kind}, MASE / ${naive}`, againstNaive(some), '<=', 1);
      }
    }
  }
}

function reportKind(report, title, results) {
  const shares = results.map((result) => coverageOf([result]));
  const detail = `families ${figure(Math.min(...shares))} to ${figure(Math.max(...shares))}`;
  report(`${title}, interval coverage`, coverageOf(results), 'within', [0.78, 0.85], detail);
  const worst = results
    .map((result) => [againstNaive([result]), result.family.name])
    .sort(([left], [right]) => right - left)[0];
  report(
    `${title}, MASE / ${results[0].family.naive}`,
    againstNaive(results),
    '<=',
    0.96,
    `worst family: ${worst[1]} ${figure(worst[0])}`,
  );
}

function againstNaive(results) {
  const ratios = results.map(({ family, errors }) => errors.get('ours').mase / errors.get(family.naive).mase);
  return ratios.reduce((sum, ratio) => sum + ratio / ratios.length, 0);
}

function coverageOf(results) {
  const sum = (key) => results.reduce((total, result) => total + result[key], 0);
  return sum('inside') / sum('points');
}

function figure(value) {
  return value.toFixed(3);
}
