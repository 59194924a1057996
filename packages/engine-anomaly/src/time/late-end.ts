import type { NumericSurprise } from '../core/numeric-surprise.js';

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
