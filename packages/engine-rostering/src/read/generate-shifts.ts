import type { JobDemand, JobShift, JobTimeSlot } from '../model/job.js';
import { rosteringLimits } from './limits.js';
import { minutesPerDay } from './times.js';

/** The longest run of slots that is joined to one shift. A single longer slot stays a shift. */
const longestRun = 8 * 60;

/** Generates a shift for each demanded slot and each run of adjacent slots up to 8 hours (rostering.gap.no-shifts). */
export function generateShifts(slots: readonly JobTimeSlot[], demands: readonly JobDemand[]): JobShift[] {
  const used = [...new Set(demands.filter(({ max }) => max > 0).map(({ target }) => target))];
  const wanted = used.flatMap((target) => slots[target] ?? []);
  const byStart = new Map<number, JobTimeSlot[]>();
  for (const slot of wanted) byStart.set(slot.start, [...(byStart.get(slot.start) ?? []), slot]);

  const spans = new Map<string, { start: number; end: number; single: boolean }>();
  const extend = (start: number, end: number, single: boolean): void => {
    const key = `${start}-${end}`;
    if (spans.get(key)?.single === true || (spans.has(key) && !single)) return;
    spans.set(key, { start, end, single });
    for (const next of byStart.get(end % minutesPerDay) ?? []) {
      const reached = end + next.end - next.start;
      if (reached - start <= longestRun) extend(start, reached, false);
    }
  };
  for (const slot of wanted) extend(slot.start, slot.end, true);

  const length = (span: { start: number; end: number }): number => span.end - span.start;
  const kept = [...spans.values()]
    .sort((a, b) => Number(b.single) - Number(a.single) || length(b) - length(a) || a.start - b.start)
    .slice(0, rosteringLimits.maxGeneratedShifts)
    .sort((a, b) => a.start - b.start || length(a) - length(b));
  return kept.map(({ start, end }, index) => ({
    id: `gen-${index + 1}`,
    intervals: [{ start, end, breakMinutes: 0, workTypeId: null, assignmentId: null, taskId: null }],
    shiftTypeIds: [],
    attributes: [],
    generated: true,
  }));
}
