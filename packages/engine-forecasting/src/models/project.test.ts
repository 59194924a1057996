import { expect, it } from 'vitest';
import { type Fit, levelFit } from './model.js';
import { path, project } from './project.js';

const curve = levelFit(10, { slope: 4, damping: 0.5, transient: 8, decay: 0.5, season: [1, -1] });

it('fades slope and transient', () => {
  // step 1: 10 + 2 + 4; step 2: 10 + 2 + 1 + 2.
  expect(project(curve, 1)).toEqual({ trend: 16, season: 1 });
  expect(project(curve, 2)).toEqual({ trend: 15, season: -1 });
});

it('multiplies the season with the trend, in units of the series', () => {
  const fit: Fit = { ...levelFit(20, { season: [0.5, -0.5] }), form: 'multiplicative' };
  expect(project(fit, 1)).toEqual({ trend: 20, season: 10 });
  expect(project(fit, 4)).toEqual({ trend: 20, season: -10 });
});

it('leaves logarithms', () => {
  const base = levelFit(Math.log(10), { season: [Math.log(2), 0] });
  const fit: Fit = { ...base, form: 'logarithmic', offset: 1, factor: 1.5 };
  const { trend, season } = project(fit, 1);
  expect(trend).toBeCloseTo(14, 12);
  expect(season).toBeCloseTo(15, 12);
});

it('never leaves the numbers, however steep a logarithm grows', () => {
  const base = levelFit(5, { slope: 10 });
  const { trend, season } = project({ ...base, form: 'logarithmic', offset: 0, factor: 1 }, 10_000);
  expect(Number.isFinite(trend + season)).toBe(true);
});

it('takes the weighted mean of parts, also of other combinations', () => {
  const inner: Fit = {
    form: 'mean',
    parts: [
      { weight: 0.5, fit: levelFit(10) },
      { weight: 0.5, fit: levelFit(20, { season: [4] }) },
    ],
  };
  const outer: Fit = {
    form: 'mean',
    parts: [
      { weight: 0.25, fit: levelFit(7) },
      { weight: 0.75, fit: inner },
    ],
  };
  expect(project(outer, 1)).toEqual({ trend: 13, season: 1.5 });
});

it('walks the same path by recurrences', () => {
  const waves = [{ period: 365.25, cosines: [3, 1], sines: [-2, 0.5] }];
  const parts: Fit[] = [
    { ...curve, waves },
    { ...levelFit(50, { season: [0.2, -0.1, -0.1], slope: 1 }), form: 'multiplicative' },
    { ...levelFit(2, { waves, transient: 0.3, decay: 0.9 }), form: 'logarithmic', offset: 1, factor: 1.1 },
  ];
  const mean: Fit = { form: 'mean', parts: parts.map((fit) => ({ weight: 1 / 3, fit })) };
  for (const fit of [...parts, mean]) {
    path(fit, 400).forEach((value, index) => {
      const { trend, season } = project(fit, index + 1);
      expect(Math.abs(value - trend - season)).toBeLessThan(1e-9 * Math.max(1, Math.abs(value)));
    });
  }
});
