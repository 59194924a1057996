import type { Job } from '../model/job.js';
import { dateOfDay } from './date-of-day.js';

/** jobInfo as sent, with nrOfWeeks and the counting days by date and index (rostering.gap.result-horizon-weeks). */
export function jobInfoOfResult(job: Job): Record<string, unknown> {
  const sent = job.jobInfo['planningHorizon'];
  const horizon = typeof sent === 'object' && sent !== null ? sent : {};
  const day = (dayIndex: number): { date?: string; dayIndex: number } => ({ ...dateOfDay(job, dayIndex), dayIndex });
  return {
    ...job.jobInfo,
    planningHorizon: {
      ...horizon,
      nrOfWeeks: job.nrOfWeeks,
      fteStartDay: day(job.fteFrom),
      fteEndDay: day(job.fteTo),
    },
  };
}
