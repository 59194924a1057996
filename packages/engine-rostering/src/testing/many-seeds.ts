/**
 * Lists the seeds of a test with random definitions: a sixth of `count`, or all with `EVERY_SEED=1` (`npm run verify`).
 */
export function listTestSeeds(count: number, first = 1): readonly number[] {
  const length = process.env['EVERY_SEED'] === '1' ? count : Math.ceil(count / 6);
  return Array.from({ length }, (_, index) => index + first);
}
