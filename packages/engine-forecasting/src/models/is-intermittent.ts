/** Average distance between demands from which on sales are intermittent (Syntetos, Boylan and Croston 2005). */
const distanceCut = 1.32;

/** Returns whether the values before `end` have demand in fewer than one of 1.32 intervals. False without demand. */
export function isIntermittent(values: Float64Array, end: number): boolean {
  let demands = 0;
  for (let index = 0; index < end; index += 1) if ((values[index] ?? 0) > 0) demands += 1;
  return demands > 0 && end / demands > distanceCut;
}
