import type { NumericSurprise } from '../core/numeric-surprise.js';

/** Nats from which on the four times of a row do not fit together: then the end is judged by that alone. */
const misfitting = 1;

/**
 * Lets a late end speak for the length of the work, where start and duration are given as well: a clock-out that was
 * forgotten in the afternoon makes a day that is long for a whole day, but ends at a time that nothing ever ended at.
 * Of the two the more surprising one counts; what a late start explains of the end does not.
 *
 * @param found - Surprises by the keys of numbers; `end` is taken out, and `duration` may become more surprising.
 */
export function judgeLateEnd(found: Map<string, NumericSurprise>): void {
  const end = found.get('end');
  const start = found.get('start');
  const duration = found.get('duration');
  if (end === undefined || start === undefined || duration === undefined) return;
  found.delete('end');
  if (end.direction <= 0 || duration.direction <= 0 || (found.get('misfit')?.nats ?? 0) >= misfitting) return;
  const nats = end.nats - (start.direction > 0 ? start.nats : 0);
  if (nats > duration.nats) found.set('duration', { ...duration, nats });
}
