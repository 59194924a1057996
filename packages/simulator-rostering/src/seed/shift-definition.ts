import type { SeededJob } from './rostering-seed.js';

type Definition = SeededJob['definition'];

const day = 86_400_000;
const date = /^\d{4}-\d{2}-\d{2}$/;

/**
 * Moves all dates of a definition by whole weeks, so that what is planned begins within the seven days after today. One
 * without a planning horizon stays as it is.
 */
export function shiftDefinition(definition: Definition, today: Date): Definition {
  const { jobInfo } = { jobInfo: undefined, ...definition };
  const start = Date.parse(Object(Object(jobInfo).planningHorizon).startDate);
  if (Number.isNaN(start)) return definition;
  const weeks = Math.floor((today.getTime() - start) / (7 * day)) + 1;
  const moved = (_name: string, value: unknown) =>
    typeof value === 'string' && date.test(value)
      ? new Date(Date.parse(value) + weeks * 7 * day).toISOString().slice(0, 10)
      : value;
  return JSON.parse(JSON.stringify(definition, moved));
}
