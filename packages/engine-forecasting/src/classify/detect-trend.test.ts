import { describe, expect, it } from 'vitest';
import { addDays } from '../calendar.js';
import { createNoise, createNumberGenerator } from '../testing-sales.js';
import { classifySales } from './classify.js';

const random = createNumberGenerator(7);
const noises = Array.from({ length: 1300 }, () => createNoise(random));
const season = (day: number) => 1 + 0.4 * Math.sin((2 * Math.PI * day) / 365.25);
/** The trend of daily sales up to 2026-01-14. */
function trendOf(days: number, sold: (day: number) => number) {
  const sales = Array.from({ length: days }, (_, day) => ({
    date: addDays('2026-01-14', day + 1 - days),
    quantity: Math.max(0, sold(day)),
    unitPrice: 1,
    unitCost: 0.5,
  }));
  return classifySales([{ datasetId: 'd', sales }], { abcDriver: 'quantity', currentDate: '2026-01-15' })[0]?.trend;
}
const lengths = [...Array.from({ length: 39 }, (_, index) => 60 + 30 * index), 720, 729, 730, 731, 735, 740, 745, 760];

describe('the trend of steady growth', () => {
  it.each<[string, (day: number) => number]>([
    ['without season and noise', () => 0],
    ['with noise', (day) => 8 * (noises[day] ?? 0)],
  ])('is seen at every length from 60 to 1200 days, up and down, %s', (_, more) => {
    const up = lengths.filter((days) => trendOf(days, (day) => 10 + day + more(day)) !== 'Positive');
    const down = lengths.filter((days) => trendOf(days, (day) => 10 + days - day + more(day)) !== 'Negative');
    expect({ up, down }).toEqual({ up: [], down: [] });
  });

  it('is seen below a season, from two years on', () => {
    const long = lengths.filter((days) => days >= 780);
    const up = long.filter(
      (days) => trendOf(days, (day) => (200 + day + 8 * (noises[day] ?? 0)) * season(day)) !== 'Positive',
    );
    const down = long.filter(
      (days) => trendOf(days, (day) => (200 + days - day + 8 * (noises[day] ?? 0)) * season(day)) !== 'Negative',
    );
    expect({ up, down }).toEqual({ up: [], down: [] });
  });

  it('is seen when it is curved', () => {
    const longer = lengths.filter((days) => days >= 90);
    const grown = longer.filter((days) => trendOf(days, (day) => 10 * 1.003 ** day) !== 'Positive');
    const slowing = longer.filter((days) => trendOf(days, (day) => 10 * Math.sqrt(day + 1)) !== 'Positive');
    expect({ grown, slowing }).toEqual({ grown: [], slowing: [] });
  });
});

describe('no trend', () => {
  it('is seen in level sales, with and without season, at any length', () => {
    expect(lengths.filter((days) => trendOf(days, () => 20) !== 'None')).toEqual([]);
    const seasonal = lengths.filter((days) => days >= 760 && trendOf(days, (day) => 100 * season(day)) !== 'None');
    expect(seasonal).toEqual([]);
  });

  it('is seen in nearly all histories that chance makes, also where days resemble each other', () => {
    const wrong = { plain: 0, alike: 0, seasonal: 0 };
    for (let seed = 1; seed <= 200; seed += 1) {
      const random = createNumberGenerator(seed);
      const chance = () => createNoise(random);
      let before = 0;
      const alike = Array.from({ length: 730 }, () => {
        before = 0.8 * before + chance();
        return before;
      });
      if (trendOf(730, () => 50 + 8 * chance()) !== 'None') wrong.plain += 1;
      if (trendOf(730, (day) => 50 + 5 * (alike[day] ?? 0)) !== 'None') wrong.alike += 1;
      if (trendOf(1000, (day) => 100 * season(day) + 8 * chance()) !== 'None') wrong.seasonal += 1;
    }
    for (const count of Object.values(wrong)) expect(count).toBeLessThan(12);
  });
});
