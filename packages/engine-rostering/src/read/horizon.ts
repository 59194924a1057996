import { formatDate } from '../model/calendar.js';
import type { DemandType, ScheduleType } from '../model/job.js';
import { type JsonField, readDate } from './field.js';
import { rosteringLimits } from './limits.js';

/** The header of a job, read from jobInfo. `start` is day 0 in days since 1970-01-01, or null without dates. */
export interface DefinitionHead {
  id: string;
  organisationId: string;
  scheduleType: ScheduleType;
  demandType: DemandType;
  start: number | null;
  days: number;
  nrOfWeeks: number;
  fteFrom: number;
  fteTo: number;
}

const { maxDays } = rosteringLimits;

/** Reads jobInfo (rostering.gap.jobinfo-required). Undefined unless the horizon is valid. */
export function readHead(info: JsonField): DefinitionHead | undefined {
  const id = info.at('id').string();
  const organisationId = info.at('organisationId').string();
  const scheduleType = info.at('scheduleType').oneOf(['CALENDAR', 'RECURRING']);
  const demandType = info.at('demandType').oneOf(['TIME_DEMAND', 'SHIFT_DEMAND']);
  const horizon = info.at('planningHorizon');
  const span = scheduleType === 'CALENDAR' ? readCalendar(horizon) : readRecurring(horizon);
  if (span === undefined) return undefined;
  const fteFrom = readFteDay(horizon.at('fteStartDay'), span) ?? 0;
  const fteTo = readFteDay(horizon.at('fteEndDay'), span) ?? span.days - 1;
  if (fteFrom > fteTo) {
    horizon
      .at('fteEndDay')
      .fail('job/fte-reversed', `"fteEndDay" is day ${fteTo} and lies before "fteStartDay", day ${fteFrom}.`);
  }
  return { id, organisationId, scheduleType, demandType, ...span, fteFrom, fteTo };
}

/** 9999-12-31, the last day that YYYY-MM-DD can write. */
const lastDate = Date.UTC(9999, 11, 31) / 86_400_000;

interface Span {
  start: number | null;
  days: number;
  nrOfWeeks: number;
}

function readCalendar(horizon: JsonField): Span | undefined {
  const start = readDate(horizon.at('startDate'));
  const end = readDate(horizon.at('endDate'));
  const sent = horizon.at('nrOfWeeks');
  const nrOfWeeks = sent.optionalNumber(undefined);
  const field = horizon.at('endDate');
  if (end < start) {
    return field.fail(
      'job/horizon-reversed',
      `"endDate" ${formatDate(end)} lies before "startDate" ${formatDate(start)}; the horizon must not end before it begins.`,
    );
  }
  const days = end - start + 1;
  if (days > maxDays) {
    return field.fail(
      'job/horizon-too-long',
      `The planning horizon ${formatDate(start)} to ${formatDate(end)} has ${days} days; at most ${maxDays} are allowed.`,
    );
  }
  const weeks = Math.ceil(days / 7);
  if (nrOfWeeks !== undefined && nrOfWeeks !== weeks) {
    sent.fail(
      'job/horizon-weeks',
      `"nrOfWeeks" is ${nrOfWeeks}, but the horizon of ${days} days rounds up to ${weeks}.`,
    );
  }
  return { start, days, nrOfWeeks: weeks };
}

function readRecurring(horizon: JsonField): Span | undefined {
  const nrOfWeeks = horizon.at('nrOfWeeks').number();
  const startField = horizon.at('startDate');
  const endField = horizon.at('endDate');
  const start = startField.absent ? null : readDate(startField);
  const end = endField.absent ? null : readDate(endField);
  const days = nrOfWeeks * 7;
  if (start !== null && start + days - 1 > lastDate) {
    return startField.fail('job/horizon-too-late', 'The planning horizon must end by 9999-12-31; begin it earlier.');
  }
  if (start !== null && end !== null && end - start + 1 !== days) {
    endField.fail(
      'job/horizon-weeks',
      `"endDate" must be ${formatDate(start + days - 1)}, ${nrOfWeeks} weeks after "startDate", but is ${formatDate(end)}.`,
    );
  }
  return { start, days, nrOfWeeks };
}

function readFteDay(field: JsonField, span: Span): number | undefined {
  if (field.absent) return undefined;
  const day = readDay(field, span.start);
  if (day === undefined || (day >= 0 && day < span.days)) return day;
  return field.fail(
    'job/outside-horizon',
    `"${field.name}" is day ${day}, which lies outside the horizon of days 0 to ${span.days - 1}.`,
  );
}

/** Reads a day `{date}` or `{dayIndex}` as a day index, without checking the horizon. */
export function readDay(field: JsonField, start: number | null): number | undefined {
  const date = field.at('date');
  const index = field.at('dayIndex');
  if (!index.absent) {
    const day = index.number();
    if (date.absent || start === null) return day;
    const dateDay = readDate(date);
    if (dateDay - start === day) return day;
    return field.fail(
      'job/day',
      `"${field.name}" names two days: ${formatDate(dateDay)} is day ${dateDay - start}, not ${day}.`,
    );
  }
  if (start !== null) return readDate(date) - start;
  return date.fail('job/no-start-date', `"date" needs "startDate" in the planning horizon; use "dayIndex" instead.`);
}

/** Reads a day `{date}` or `{dayIndex}` that must be within the horizon. */
export function readHorizonDay(field: JsonField, head: DefinitionHead): number | undefined {
  const day = readDay(field, head.start);
  if (day === undefined) return undefined;
  const { value } = field.at('date');
  return checkInHorizon(field, day, head, typeof value === 'string' ? value : `Day ${day}`);
}

/** Returns whether a day is within the horizon. `sent` is the day as sent, possibly without a date. */
export function checkInHorizon(field: JsonField, day: number, head: DefinitionHead, sent: string): number | undefined {
  if (day >= 0 && day < head.days) return day;
  const last = head.days - 1;
  const dates = head.start === null ? '' : `${formatDate(head.start)} to ${formatDate(head.start + last)}, `;
  return field.fail('job/outside-horizon', `${sent} lies outside the horizon, ${dates}days 0 to ${last}.`);
}
