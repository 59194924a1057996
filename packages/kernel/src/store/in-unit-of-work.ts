import { ConflictError, type Store, type UnitOfWork } from './store.js';

/** Each time somebody else has succeeded, so this many others must come first before it is given up. */
const attempts = 1000;

/**
 * Does some work in a unit of work and commits it, from the beginning again when another unit came in between.
 *
 * @throws ConflictError when it came in between every time
 */
export async function inUnitOfWork<T>(
  store: Store,
  sandbox: string,
  work: (unit: UnitOfWork) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const unit = store.begin(sandbox);
    const result = await work(unit);
    try {
      await unit.commit();
      return result;
    } catch (error) {
      if (!(error instanceof ConflictError) || attempt === attempts) throw error;
    }
  }
}
