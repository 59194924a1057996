import type { PreparedTimeModel, TimeModel } from '@understudy/engine-anomaly';
import type { StoredModel } from '../entities.js';

/** What was prepared once; a stored model never changes, another one takes its place. */
const prepared = new WeakMap<StoredModel, PreparedTimeModel>();

/** A stored model, ready to predict at once: the first call for a model takes its time, the others do not. */
export async function preparedModel(stored: StoredModel): Promise<PreparedTimeModel> {
  const known = prepared.get(stored);
  if (known !== undefined) return known;
  const { prepareTime } = await import('@understudy/engine-anomaly');
  const model: TimeModel = JSON.parse(stored.model);
  const made = prepareTime(model);
  prepared.set(stored, made);
  return made;
}
