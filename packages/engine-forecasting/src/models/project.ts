import type { Fit } from './model.js';

/** The two parts of a projected value. */
export interface Projection {
  trend: number;
  season: number;
}

/** Projects a fit `step` intervals beyond its history; step 1 is the next interval. */
export function project(fit: Fit, step: number): Projection {
  let trend = fit.level + fit.transient * fit.decay ** step;
  if (fit.slope !== 0) trend += fit.slope * dampedSteps(fit.damping, step);
  let season = fit.season.length > 0 ? (fit.season[(step - 1) % fit.season.length] ?? 0) : 0;
  for (const wave of fit.waves) {
    const angle = (2 * Math.PI * step) / wave.period;
    for (let harmonic = 0; harmonic < wave.cosines.length; harmonic += 1) {
      const turned = angle * (harmonic + 1);
      season += (wave.cosines[harmonic] ?? 0) * Math.cos(turned) + (wave.sines[harmonic] ?? 0) * Math.sin(turned);
    }
  }
  return { trend, season };
}

/** damping + damping^2 + ... + damping^step. */
function dampedSteps(damping: number, step: number): number {
  return damping === 1 ? step : (damping * (1 - damping ** step)) / (1 - damping);
}
