import type { ModelFit, TrendCurve } from './model.js';

/** The two parts of a projected value, in units of the series. */
interface Projection {
  trend: number;
  /** What the season adds to the trend at this step. */
  season: number;
}

/** Maximum exponent of a finite forecast: e^230 is about 10^100. */
const largestExponent = 230;

/** Projects a fit `step` intervals beyond its history. Step 1 is the next interval. */
export function projectFit(fit: ModelFit, step: number): Projection {
  switch (fit.form) {
    case 'additive':
      return { trend: baseOf(fit, step), season: swingOf(fit, step) };
    case 'multiplicative': {
      const trend = baseOf(fit, step);
      return { trend, season: trend * swingOf(fit, step) };
    }
    case 'logarithmic': {
      const base = baseOf(fit, step);
      const typical = fit.factor * exponential(base);
      const actual = fit.factor * exponential(base + swingOf(fit, step));
      return { trend: typical - fit.offset, season: actual - typical };
    }
    case 'mean': {
      const mean = { trend: 0, season: 0 };
      for (const part of fit.parts) {
        const { trend, season } = projectFit(part.fit, step);
        mean.trend += part.weight * trend;
        mean.season += part.weight * season;
      }
      return mean;
    }
  }
}

function baseOf(curve: TrendCurve, step: number): number {
  let base = curve.level;
  if (curve.transient !== 0) base += curve.transient * curve.decay ** step;
  if (curve.slope !== 0) base += curve.slope * dampedSteps(curve.damping, step);
  return base;
}

function swingOf({ season, waves }: TrendCurve, step: number): number {
  let swing = season.length > 0 ? (season[(step - 1) % season.length] ?? 0) : 0;
  for (const { period, cosines, sines } of waves) {
    const angle = (2 * Math.PI * step) / period;
    for (let harmonic = 0; harmonic < cosines.length; harmonic += 1) {
      const turned = angle * (harmonic + 1);
      swing += (cosines[harmonic] ?? 0) * Math.cos(turned) + (sines[harmonic] ?? 0) * Math.sin(turned);
    }
  }
  return swing;
}

/** damping + damping^2 + ... + damping^step. */
function dampedSteps(damping: number, step: number): number {
  return damping === 1 ? step : (damping * (1 - damping ** step)) / (1 - damping);
}

function exponential(exponent: number): number {
  return Math.exp(Math.min(largestExponent, exponent));
}

/** Computes trend + season of steps 1 to `count`, like `projectFit`, but by recurrences instead of powers and sines. */
export function projectPath(fit: ModelFit, count: number): Float64Array {
  const totals = new Float64Array(count);
  if (fit.form === 'mean') {
    for (const part of fit.parts) {
      const values = projectPath(part.fit, count);
      for (let index = 0; index < count; index += 1) {
        totals[index] = (totals[index] ?? 0) + part.weight * (values[index] ?? 0);
      }
    }
    return totals;
  }
  const swings = swingsOf(fit, count);
  let slope = fit.slope;
  let sloped = fit.level;
  let transient = fit.transient;
  for (let index = 0; index < count; index += 1) {
    slope *= fit.damping;
    sloped += slope;
    transient *= fit.decay;
    const base = sloped + transient;
    const swing = swings[index] ?? 0;
    if (fit.form === 'additive') totals[index] = base + swing;
    else if (fit.form === 'multiplicative') totals[index] = base * (1 + swing);
    else totals[index] = fit.factor * exponential(base + swing) - fit.offset;
  }
  return totals;
}

function swingsOf({ season, waves }: TrendCurve, count: number): Float64Array {
  const swings = new Float64Array(count);
  if (season.length > 0) {
    for (let index = 0; index < count; index += 1) swings[index] = season[index % season.length] ?? 0;
  }
  for (const { period, cosines, sines } of waves) {
    for (let harmonic = 0; harmonic < cosines.length; harmonic += 1) {
      const angle = (2 * Math.PI * (harmonic + 1)) / period;
      const turnCosine = Math.cos(angle);
      const turnSine = Math.sin(angle);
      let a = cosines[harmonic] ?? 0;
      let b = sines[harmonic] ?? 0;
      for (let index = 0; index < count; index += 1) {
        // After rotating the wave by one step, its value is the amplitude of its cosine.
        const turned = a * turnCosine + b * turnSine;
        b = b * turnCosine - a * turnSine;
        a = turned;
        swings[index] = (swings[index] ?? 0) + a;
      }
    }
  }
  return swings;
}
