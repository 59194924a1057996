import type { Instance } from './instance.js';
import type { JobShift } from './job.js';

const dayMinutes = 1440;

/** Which shifts on which days apart are worked at the same time; `reach` is the longest distance that can happen. */
export function compileOverlap(shifts: readonly JobShift[]): Pick<Instance, 'reach' | 'overlap'> {
  const first = Math.min(...shifts.map(({ intervals }) => Math.min(...intervals.map(({ start }) => start))));
  const last = Math.max(...shifts.map(({ intervals }) => Math.max(...intervals.map(({ end }) => end))));
  const reach = shifts.length === 0 ? 1 : Math.max(1, Math.ceil((last - first) / dayMinutes) - 1);
  const count = shifts.length;
  const overlap = new Uint8Array(reach * count * count);
  for (let apart = 1; apart <= reach; apart += 1) {
    const shift = apart * dayMinutes;
    for (const [a, { intervals: earlier }] of shifts.entries()) {
      for (const [b, { intervals: later }] of shifts.entries()) {
        const meets = earlier.some(({ start, end }) =>
          later.some((other) => other.start + shift < end && start < other.end + shift),
        );
        overlap[((apart - 1) * count + a) * count + b] = Number(meets);
      }
    }
  }
  return { reach, overlap };
}
