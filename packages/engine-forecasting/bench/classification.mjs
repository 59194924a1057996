/**
 * Classification of generated series whose class is known, in two unlike families of generators. Stand-alone:
 *
 *   node bench/classification.mjs
 */

import { pathToFileURL } from 'node:url';
import { classify } from '@understudy/engine-forecasting';
import { gamma, negativeBinomial, normal, poisson, uniform } from './chance.mjs';

const day = 86_400_000;
const monthNames = 'January February March April May June July August September October November December'.split(' ');
const toDate = (number) => new Date(number * day).toISOString().slice(0, 10);
const monthOf = (number) => new Date(number * day).getUTCMonth();

const sale = (number, quantity) => ({ date: toDate(number), quantity, unitPrice: 3, unitCost: 1 });

/** One sale per day with a quantity. */
function sold(start, quantities) {
  return quantities.flatMap((quantity, index) => (quantity > 0 ? [sale(start + index, quantity)] : []));
}

const starts = ['2021-01-01', '2022-05-17', '2023-03-15', '2020-02-29', '2022-10-03'].map(
  (date) => Date.parse(date) / day,
);
const pick = (random, list) => list[Math.floor(random() * list.length)];
const classOf = (sales, end) =>
  classify([{ datasetId: 'x', sales }], { abcDriver: 'revenue', currentDate: toDate(end) })[0];

const sizes = {
  steady: (random, mean) => Math.max(1, Math.round(mean * (1 + 0.25 * normal(random)))),
  // Log-normal sizes with a squared variation of about 1.2.
  varied: (random, mean) => Math.max(1, Math.round(mean * Math.exp(0.9 * normal(random) - 0.4))),
};
const steadySize = { a: sizes.steady, b: (random, mean) => 1 + poisson(random, mean) };
const variedSize = { a: sizes.varied, b: (random, mean) => Math.max(1, Math.round(gamma(random, 0.8) * mean * 1.25)) };

/** Demand types: family a sells by days, Mondays, weeks or months, family b by days only, with other distributions. */
const demandTypes = {
  Smooth: (family) => (random) => arrivals(family, random, 1, steadySize[family]),
  Erratic: (family) => (random) => arrivals(family, random, 1, variedSize[family]),
  Intermittent: (family) => (random) =>
    arrivals(family, random, pick(random, [0.08, 0.15, 0.3, 0.5, 0.6]), steadySize[family]),
  Lumpy: (family) => (random) =>
    arrivals(family, random, pick(random, [0.08, 0.15, 0.3, 0.5, 0.6]), variedSize[family]),
};

function arrivals(family, random, share, size) {
  const start = pick(random, starts);
  const monday = start - ((start + 3) % 7);
  const mean = pick(random, [8, 40, 300]);
  const rhythm = pick(random, family === 'a' ? ['day', 'monday', 'week', 'month'] : ['day', 'workday']);
  const daily = rhythm === 'day' || rhythm === 'workday';
  const count = daily ? pick(random, [400, 730, 1100]) : rhythm === 'month' ? 72 : 150;
  // A squared variation cannot be told from a handful of sales.
  const chance = share < 1 && !daily ? Math.max(0.3, share) : share;
  const sums = Array.from({ length: count }, () => (random() < chance ? size(random, mean) : 0));
  const dayOf = {
    day: (index) => start + index,
    workday: (index) => start + index,
    monday: (index) => monday + 7 * index,
    week: (index) => monday + 7 * index + Math.floor(7 * random()),
    month: (index) => firstOfMonth(start, index) + Math.floor(28 * random()),
  }[rhythm];
  const sales = sums.flatMap((quantity, index) => (quantity > 0 ? [sale(dayOf(index), quantity)] : []));
  const isClosed = (date) => rhythm === 'workday' && [0, 6].includes(new Date(date).getUTCDay());
  return { sales: sales.filter(({ date }) => !isClosed(date)), end: Math.ceil(dayOf(count)) };
}

function firstOfMonth(number, later) {
  const date = new Date(number * day);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + later, 1) / day;
}

/** Daily noise around 1: independent, or an autoregression with coefficient `phi` and the same spread. */
function noiseAround(random, spread, phi) {
  let state = spread * normal(random);
  return () => {
    state = phi * state + Math.sqrt(1 - phi * phi) * spread * normal(random);
    return 1 + state;
  };
}

const weekdays = { a: [1, 1, 1, 1, 1.3, 1.4, 0.7], b: [1.2, 1, 0.9, 1, 1.2, 0.5, 0] };

/** Daily sales with a trend over the whole time (the sum of the change, as a share of the start) and yearly peaks. */
function curve(family, random, { change = 0, peaks = [], height = 1, phi = 0, years = [2, 3, 4] }) {
  const start = pick(random, starts);
  const days = Math.round(365.25 * pick(random, years)) + Math.floor(random() * 40);
  const mean = pick(random, [6, 40, 500]);
  const noise = noiseAround(random, pick(random, [0.1, 0.3, 0.5]), phi);
  const quantities = Array.from({ length: days }, (_, index) => {
    const level = family === 'a' ? 1 + (change * index) / days : Math.exp(Math.log(1 + change) * (index / days));
    const season = peaks.includes(monthOf(start + index)) ? height : 1;
    const expected = mean * level * season * weekdays[family][(start + index) % 7];
    const around = expected * Math.max(0.1, noise());
    if (family === 'b') return around > 0 ? negativeBinomial(random, around, 2 * around) : 0;
    return Math.max(0, Math.round(around));
  });
  return { sales: sold(start, quantities), end: start + days };
}

/** One sale a month of an autoregression, the hardest noise for a test of trend. */
function monthlyNoise(random) {
  const start = firstOfMonth(pick(random, starts), 0);
  const count = pick(random, [18, 24, 36, 60]);
  const noise = noiseAround(random, 0.15, pick(random, [0.3, 0.5]));
  const sales = Array.from({ length: count }, (_, index) =>
    sale(firstOfMonth(start, index) + 9, Math.max(1, Math.round(400 * noise()))),
  );
  return { sales, end: firstOfMonth(start, count) };
}

const peakSets = [[0], [11], [5, 6], [10, 11], [11, 0, 1], [3], [5, 6, 7], [8]];

/** Share of `runs` series for which `isTrue` answers true; other answers name what came instead. */
async function share(what, report, bar, runs, make, isTrue, relation = '>=') {
  const answers = new Map();
  for (let seed = 1; seed <= runs; seed += 1) {
    const made = make(uniform(seed + 1000 * what.length));
    const answer = isTrue(classOf(made.sales, made.end), made);
    answers.set(answer, (answers.get(answer) ?? 0) + 1);
  }
  const right = answers.get(true) ?? 0;
  answers.delete(true);
  const instead = [...answers].map(([name, count]) => `${name} ${count}`).join(', ');
  await report(what, right / runs, relation, bar, `${runs} series${instead ? `; else ${instead}` : ''}`);
}

/** Reports every share of series classified right: `report(what, measured, relation, bar, detail)`. */
export async function run(report) {
  for (const family of ['a', 'b']) {
    for (const [type, make] of Object.entries(demandTypes)) {
      await share(
        `demand type ${type}, family ${family}`,
        report,
        0.95,
        200,
        make(family),
        ({ demandType }) => demandType === type || demandType,
      );
    }
    await share(
      `demand type New, family ${family}`,
      report,
      0.95,
      100,
      (random) => {
        const made = pick(random, Object.values(demandTypes))(family)(random);
        const first = Date.parse(made.sales[0].date) / day;
        return { ...made, end: first + Math.floor(random() * 80) };
      },
      ({ demandType }) => demandType === 'New' || demandType,
    );

    for (const [trend, changes] of [
      ['Positive', [0.5, 1, 2]],
      ['Negative', [-0.4, -0.6]],
    ]) {
      for (const seasonal of [false, true]) {
        await share(
          `trend ${trend}${seasonal ? ' with season' : ''}, family ${family}`,
          report,
          0.95,
          150,
          (random) =>
            curve(family, random, {
              change: pick(random, changes),
              years: seasonal ? [2, 3, 4] : [1, 2, 3],
              ...(seasonal ? { peaks: pick(random, peakSets), height: 2 } : {}),
            }),
          (item) => item.trend === trend || item.trend,
        );
      }
    }
    for (const [name, phi] of [
      ['independent noise', 0],
      ['autocorrelated noise 0.5', 0.5],
      ['autocorrelated noise 0.8', 0.8],
    ]) {
      await share(
        `trend found in none, ${name}, family ${family}`,
        report,
        0.05,
        300,
        (random) => curve(family, random, { phi, years: [0.6, 1, 2, 3, 4] }),
        (item) => item.trend !== 'None' || 'None',
        '<=',
      );
      await share(
        `season found in none, ${name}, family ${family}`,
        report,
        0.05,
        300,
        (random) => curve(family, random, { phi, years: [1, 2, 3, 4], change: pick(random, [0, 1]) }),
        (item) => item.isSeasonal || 'None',
        '<=',
      );
    }
    await share(
      `trend found in none, autocorrelated months, family ${family}`,
      report,
      0.05,
      300,
      monthlyNoise,
      (item) => item.trend !== 'None' || 'None',
      '<=',
    );
    await share(
      `trend None with season, family ${family}`,
      report,
      0.95,
      200,
      (random) => curve(family, random, { peaks: pick(random, peakSets), height: pick(random, [1.5, 2, 3]) }),
      (item) => item.trend === 'None' || item.trend,
    );
    await share(
      `seasonal with the right months, family ${family}`,
      report,
      0.95,
      300,
      (random) => {
        const peaks = pick(random, peakSets);
        return {
          ...curve(family, random, { peaks, height: pick(random, [1.5, 2, 3]), change: pick(random, [0, 0, 1]) }),
          peaks,
        };
      },
      (item, { peaks }) => {
        const expected = monthNames.filter((_, month) => peaks.includes(month)).join();
        return (
          (item.isSeasonal && item.seasonalities.join() === expected) ||
          (item.isSeasonal ? 'other months' : 'no season')
        );
      },
    );
  }
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  let failed = 0;
  await run((what, measured, relation, bar, detail) => {
    const held = relation === '>=' ? measured >= bar : measured <= bar;
    if (!held) failed += 1;
    console.log(`${held ? 'ok  ' : 'FAIL'} ${what}: ${measured.toFixed(3)} ${relation} ${bar} (${detail})`);
  });
  process.exitCode = failed > 0 ? 1 : 0;
}
