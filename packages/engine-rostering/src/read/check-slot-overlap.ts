import { clockTime } from '../model/clock-time.js';
import type { JobDemand, JobTimeSlot } from '../model/job.js';
import type { Field } from './field.js';
import type { Head } from './horizon.js';
import { dateOf, dayMinutes } from './times.js';

/** Rejects two time slots that overlap on a day on which both are wanted: the same minute would count twice. */
export function checkSlotOverlap(field: Field, slots: readonly JobTimeSlot[], demands: JobDemand[], head: Head): void {
  const wanted = demands.flatMap(({ day, target, max }) => {
    const slot = slots[target];
    if (slot === undefined || max === 0) return [];
    return [{ slot, target, day, start: day * dayMinutes + slot.start, end: day * dayMinutes + slot.end }];
  });
  wanted.sort((a, b) => a.start - b.start || a.end - b.end);
  const reported = new Set<string>();
  let longest = wanted[0];
  for (const next of wanted.slice(1)) {
    if (longest !== undefined && next.start < longest.end) {
      const [a, b] = longest.target <= next.target ? [longest, next] : [next, longest];
      const key = `${a.target}/${b.target}`;
      if (!reported.has(key)) {
        const when = head.start === null ? `day ${next.day}` : dateOf(head.start + next.day);
        field
          .at(b.target)
          .fail(
            'job/overlapping-slots',
            `The time slot ${textOf(b.slot)} overlaps ${textOf(a.slot)}, and both are wanted on ${when}.`,
          );
      }
      reported.add(key);
    }
    if (longest === undefined || next.end > longest.end) longest = next;
  }
}

const textOf = ({ id, start, end }: JobTimeSlot): string => `"${id}" (${clockTime(start)} to ${clockTime(end)})`;
