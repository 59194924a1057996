const alphas = [0.02, 0.05, 0.1, 0.2, 0.4];
/** Share of a residual that is left after a year / 13, which is 28 days, four weeks or about a month. */
const remaining = [0.4, 0.8, 1];

/** Smoothing and fading of a regression's residuals: the pair of a grid with the smallest squared error ahead. */
export function estimateResidualFading(residuals: Float64Array, year: number): { alpha: number; decay: number } {
  const far = Math.max(1, Math.round(year / 13));
  const near = Math.max(1, Math.round(far / 4));
  // A few hundred places of a long history say as much as all of them.
  const stride = Math.max(1, Math.floor(residuals.length / 200));
  const best = { alpha: 0.05, decay: 0.97 };
  let least = Number.POSITIVE_INFINITY;
  for (const alpha of alphas) {
    const squares = remaining.map(() => 0);
    let smoothed = 0;
    for (let index = 0; index + far < residuals.length; index += 1) {
      smoothed += alpha * ((residuals[index] ?? 0) - smoothed);
      if (index % stride !== 0) continue;
      const nearby = residuals[index + near] ?? 0;
      const distant = residuals[index + far] ?? 0;
      for (let place = 0; place < remaining.length; place += 1) {
        const share = remaining[place] ?? 1;
        const soon = nearby - smoothed * Math.sqrt(Math.sqrt(share));
        const late = distant - smoothed * share;
        squares[place] = (squares[place] ?? 0) + soon * soon + late * late;
      }
    }
    squares.forEach((sum, place) => {
      if (!(sum < least)) return;
      least = sum;
      best.alpha = alpha;
      best.decay = (remaining[place] ?? 1) ** (1 / far);
    });
  }
  return best;
}
