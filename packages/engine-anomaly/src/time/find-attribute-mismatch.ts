import type { FieldSurprise } from '../core/contributions.js';
import type { NumericSurprise } from '../core/numeric-surprise.js';
import type { NumericField } from './fields.js';

/** Nats at which a start, break or duration is suspicious enough to explain why the end does not fit. */
const suspicious = 1;
const explaining = ['start', 'duration', 'pause'];

/**
 * Turns the surprises of numbers into surprises of fields. If endTime - startTime - breakDuration - workDuration is
 * unusual, one of the four is wrong: the most surprising of the other three that deviates to the fitting side, or else
 * the end itself.
 */
export function findAttributeMismatch(
  found: ReadonlyMap<string, NumericSurprise>,
  fields: readonly { field: NumericField }[],
): FieldSurprise[] {
  const misfit = found.get('misfit');
  let culprit: string | undefined;
  let most = suspicious;
  for (const key of misfit === undefined || misfit.nats === 0 ? [] : explaining) {
    const surprise = found.get(key);
    // An end too late against the rest is a start, break or duration that is too small.
    if (surprise === undefined || surprise.direction !== -(misfit?.direction ?? 0) || surprise.nats <= most) continue;
    most = surprise.nats;
    culprit = key;
  }
  return fields.flatMap(({ field }) => {
    const own = found.get(field.key);
    if (own === undefined || (field.key === 'misfit' && culprit !== undefined)) return [];
    const extra = field.key === culprit ? (misfit?.nats ?? 0) : 0;
    const nats = own.nats + extra;
    return nats > 0 ? [{ field: field.field, nats, direction: own.direction }] : [];
  });
}

/** Nats from which on the four times of a row do not fit together: then the end is judged by that alone. */
const misfitting = 1;

/**
 * Counts a late end as a long duration if start and duration exist: a forgotten clock-out has an end like no other.
 * Removes `end` from `found` and can increase `duration`.
 */
export function scoreLateEnd(found: Map<string, NumericSurprise>): void {
  const end = found.get('end');
  const start = found.get('start');
  const duration = found.get('duration');
  if (end === undefined || start === undefined || duration === undefined) return;
  found.delete('end');
  if (end.direction <= 0 || duration.direction <= 0 || (found.get('misfit')?.nats ?? 0) >= misfitting) return;
  const nats = end.nats - (start.direction > 0 ? start.nats : 0);
  if (nats > duration.nats) found.set('duration', { ...duration, nats });
}
