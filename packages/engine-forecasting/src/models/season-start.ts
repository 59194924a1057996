/** Seasons that the start of a seasonal smoothing is taken from at most. */
const startSeasons = 4;

/** Level and season before the first value. */
export interface SeasonStart {
  level: number;
  /** Deviation from the level per position, or factor around 1; positions count from the first value. */
  season: Float64Array;
}

/** Start values from the first two to four whole seasons: the mean of the first one, and the mean deviations. */
export function estimateSeasonStart(
  values: Float64Array,
  end: number,
  period: number,
  multiplicative: boolean,
): SeasonStart {
  const seasons = Math.min(startSeasons, Math.floor(end / period));
  const season = new Float64Array(period);
  let level = 0;
  for (let number = 0; number < seasons; number += 1) {
    let mean = 0;
    for (let position = 0; position < period; position += 1) mean += (values[number * period + position] ?? 0) / period;
    if (number === 0) level = mean;
    for (let position = 0; position < period; position += 1) {
      const value = values[number * period + position] ?? 0;
      season[position] = (season[position] ?? 0) + (multiplicative ? value / mean : value - mean) / seasons;
    }
  }
  return { level, season };
}

/** The season as the next interval sees it, when `known` values have passed. */
export function rotateSeason(season: Float64Array, known: number): number[] {
  const next = known % season.length;
  return [...season.subarray(next), ...season.subarray(0, next)];
}
