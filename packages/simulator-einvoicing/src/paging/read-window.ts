import type { ErrorResult } from '@understudy/kernel';
import { einvoicingErrors } from '../errors.js';

/** A time range in milliseconds from `from` (inclusive) to `to` (exclusive). */
export interface TimeWindow {
  readonly from?: number;
  readonly to?: number;
}

const dateOnly = /^\d{4}-\d{2}-\d{2}$/;
const dateTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})$/i;

/**
 * Reads the bounds of a period; dates mean midnight UTC (einvoicing.gap.window-bounds). Returns 400 if they are
 * invalid.
 */
export function readWindow(
  start: string | undefined,
  end: string | undefined,
  names: readonly [start: string, end: string],
): TimeWindow | ErrorResult {
  const from = instantOf(start);
  const to = instantOf(end);
  const faults = [
    ...(Number.isNaN(from) ? [`/query/${names[0]} must be an ISO 8601 instant such as 2026-01-15T09:00:00Z`] : []),
    ...(Number.isNaN(to) ? [`/query/${names[1]} must be an ISO 8601 instant such as 2026-01-15T09:00:00Z`] : []),
    ...(from !== undefined && to !== undefined && from > to ? [`/query/${names[0]} lies behind ${names[1]}`] : []),
  ];
  if (faults.length > 0) return einvoicingErrors.badRequest(faults);
  return { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
}

/** Returns whether an ISO 8601 instant is in a period. */
export function isInWindow(instant: string, { from, to }: TimeWindow): boolean {
  const at = Date.parse(instant);
  return (from === undefined || at >= from) && (to === undefined || at < to);
}

/** Returns the bounds of a range: the first part of a key, followed by the instants of a period. */
export function toIndexBounds<const Start extends readonly unknown[]>(
  start: Start,
  { from, to }: TimeWindow,
): [from: Start | readonly [...Start, number], to: Start | readonly [...Start, number]] {
  // Instants are whole milliseconds.
  return [from === undefined ? start : [...start, from], to === undefined ? start : [...start, to - 1]];
}

function instantOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  // An unencoded plus sign arrives as a space.
  const given = text.replace(/ (?=\d{2}:?\d{2}$)/, '+');
  if (dateOnly.test(given)) return Date.parse(`${given}T00:00:00Z`);
  return dateTime.test(given) ? Date.parse(given) : Number.NaN;
}
