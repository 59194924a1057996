import type { TimeRecord } from './types.js';

/**
 * Computes the hours of work: `workDuration`, or else the time between start and end minus the break
 * (`time.gap.required-fields`).
 */
export function computeWorkHours({ workDuration, startTime, endTime, breakDuration }: TimeRecord): number | undefined {
  if (workDuration != null) return workDuration;
  if (startTime == null || endTime == null || startTime < 0 || endTime < 0) return undefined;
  const presence = endTime < startTime ? endTime + 24 - startTime : endTime - startTime;
  return presence - (breakDuration ?? 0);
}
