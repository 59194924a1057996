import { ConflictError } from '../store/store.js';
import { ApiUnit } from './unit.js';
import type { UnitOrigin } from './unit-origin.js';

/**
 * Runs an API's work and its effects in a unit of work outside a request. @param keep returns false to discard all
 * changes
 */
export async function runUnit<Result>(
  place: UnitOrigin,
  work: (unit: ApiUnit) => Promise<Result>,
  keep: (result: Result) => boolean = () => true,
): Promise<Result> {
  const { unit, result } = await commitUnit(() => new ApiUnit(place), work, keep);
  unit.setOff();
  return result;
}

/** Maximum attempts. Each conflict means that another unit has succeeded. */
const attempts = 1000;

/**
 * Runs work in a unit of work and commits it. Retries after conflicts. Call {@link ApiUnit.setOff} afterwards.
 * @param begin creates the unit for each attempt
 * @param keep returns false to discard all changes
 * @param admit reserves space for the changes and returns a function that releases it; rejects if there is none
 * @throws ConflictError after too many conflicts
 */
export async function commitUnit<U extends ApiUnit, Result>(
  begin: () => U,
  work: (unit: U) => Promise<Result>,
  keep: (result: Result) => boolean,
  admit?: (unit: U) => Promise<(() => void) | undefined> | undefined,
): Promise<{ readonly unit: U; readonly result: Result; readonly changed: boolean }> {
  for (let attempt = 1; ; attempt += 1) {
    const unit = begin();
    const result = await work(unit);
    const kept = keep(result);
    if (!kept) unit.drop();
    if (!kept || !unit.hasChanges) return { unit, result, changed: false };
    const admitted = admit?.(unit);
    const release = admitted && (await admitted);
    try {
      await unit.commit();
      return { unit, result, changed: true };
    } catch (error) {
      if (!(error instanceof ConflictError) || attempt === attempts) throw error;
    } finally {
      release?.();
    }
  }
}
