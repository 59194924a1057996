import { type PreparedTimeModel, prepareTime, type TimeModel } from '@understudy/engine-anomaly';
import type { StoredModel } from '../entities.js';

/** What was prepared once; a stored model never changes, another one takes its place. */
const prepared = new WeakMap<StoredModel, PreparedTimeModel>();

/** A stored model, ready to predict at once: the first call for a model takes its time, the others do not. */
export function preparedModel(stored: StoredModel): PreparedTimeModel {
  const known = prepared.get(stored);
  if (known !== undefined) return known;
  const model: TimeModel = JSON.parse(stored.model);
  const made = prepareTime(model);
  prepared.set(stored, made);
  return made;
}
