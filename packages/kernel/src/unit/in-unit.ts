import { commitUnit } from './commit-unit.js';
import { Unit } from './unit.js';
import type { UnitOrigin } from './unit-origin.js';

/**
 * Does work of an API outside a request in a unit of work, from the beginning again when another one came in between;
 * what it sets off happens once it is committed.
 *
 * @param keep false for a result that leaves everything as it was
 * @throws what the work throws
 */
export async function inUnit<Result>(
  place: UnitOrigin,
  work: (unit: Unit) => Promise<Result>,
  keep: (result: Result) => boolean = () => true,
): Promise<Result> {
  const { unit, result } = await commitUnit(() => new Unit(place), work, keep);
  unit.setOff();
  return result;
}
