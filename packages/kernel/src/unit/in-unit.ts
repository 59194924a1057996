import { commitUnit } from './commit-unit.js';
import { Unit } from './unit.js';
import type { UnitOrigin } from './unit-origin.js';

/** Runs work of an API in a unit of work outside a request, with its effects. @param keep false discards all changes */
export async function inUnit<Result>(
  place: UnitOrigin,
  work: (unit: Unit) => Promise<Result>,
  keep: (result: Result) => boolean = () => true,
): Promise<Result> {
  const { unit, result } = await commitUnit(() => new Unit(place), work, keep);
  unit.setOff();
  return result;
}
