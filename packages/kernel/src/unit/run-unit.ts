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
  const { unit, result } = await commitUnit({ begin: () => new ApiUnit(place), work, keep });
  unit.setOff();
  return result;
}

/** Maximum number of attempts. Each conflict means that another unit has succeeded. */
const attempts = 1000;

interface UnitWork<U extends ApiUnit, Result> {
  /** Creates the unit for each attempt. */
  begin(): U;
  work(unit: U): Result | Promise<Result>;
  /** Returns false to discard all changes. */
  keep(result: Result): boolean;
  /** Reserves space for the changes and returns a function that releases it. Rejects if there is no space. */
  admit?(unit: U): Promise<(() => void) | undefined> | undefined;
}

export interface DoneUnit<U extends ApiUnit, Result> {
  readonly unit: U;
  readonly result: Result;
  readonly changed: boolean;
}

/**
 * Runs work in a unit of work and commits it, synchronously if the work is synchronous. Retries after conflicts. Call
 * {@link ApiUnit.setOff} afterwards.
 * @throws ConflictError after too many conflicts
 */
export function commitUnit<U extends ApiUnit, Result>(
  whole: UnitWork<U, Result>,
  attempt = 1,
): DoneUnit<U, Result> | Promise<DoneUnit<U, Result>> {
  const unit = whole.begin();
  const commit = (result: Result) => {
    try {
      unit.commit();
      return { unit, result, changed: true };
    } catch (error) {
      if (!(error instanceof ConflictError) || attempt === attempts) throw error;
      return undefined;
    }
  };
  const orRepeat = (done: DoneUnit<U, Result> | undefined) => done ?? commitUnit(whole, attempt + 1);
  const end = (result: Result) => {
    const kept = whole.keep(result);
    if (!kept) unit.drop();
    if (!kept || !unit.hasChanges) return { unit, result, changed: false };
    const admitted = whole.admit?.(unit);
    if (admitted === undefined) return orRepeat(commit(result));
    const committed = admitted.then((release) => {
      try {
        return commit(result);
      } finally {
        release?.();
      }
    });
    return committed.then(orRepeat);
  };
  const result = whole.work(unit);
  return result instanceof Promise ? result.then(end) : end(result);
}
