/** Computes the temperature at a share of a round. It falls geometrically from hot to cold. */
export function computeTemperature(hot: number, cold: number, progress: number): number {
  // Built from square roots: other powers may differ in their last digit between machines.
  let temperature = hot;
  let low = 0;
  let high = 1;
  let lowValue = hot;
  let highValue = cold;
  for (let step = 0; step < 7; step += 1) {
    const middle = (low + high) / 2;
    temperature = Math.sqrt(lowValue * highValue);
    if (progress < middle) {
      high = middle;
      highValue = temperature;
    } else {
      low = middle;
      lowValue = temperature;
    }
  }
  return temperature;
}
