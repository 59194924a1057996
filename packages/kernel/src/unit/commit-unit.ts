import { ConflictError } from '../store/store.js';
import type { Unit } from './unit.js';

/** Each time someone else has succeeded, so this many others must come first before it is given up. */
const attempts = 1000;

/**
 * Does some work in a unit of work and commits it, from the beginning again when another unit came in between. What the
 * unit has set off is still to be released, by {@link Unit.setOff}.
 *
 * @param begin makes the unit, again for every attempt
 * @param keep false leaves everything as it was: nothing is stored and nothing set off
 * @returns whether anything was stored, too
 * @throws what the work throws
 * @throws ConflictError when another unit came in between every time
 */
export async function commitUnit<U extends Unit, Result>(
  begin: () => U,
  work: (unit: U) => Promise<Result>,
  keep: (result: Result) => boolean,
): Promise<{ readonly unit: U; readonly result: Result; readonly changed: boolean }> {
  for (let attempt = 1; ; attempt += 1) {
    const unit = begin();
    const result = await work(unit);
    const kept = keep(result);
    if (!kept) unit.drop();
    if (!kept || !unit.hasChanges) return { unit, result, changed: false };
    try {
      await unit.commit();
      return { unit, result, changed: true };
    } catch (error) {
      if (!(error instanceof ConflictError) || attempt === attempts) throw error;
    }
  }
}
