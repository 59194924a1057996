/** Matches the control plane's `Duration` schema, limited to less than four hundred years. */
const pattern =
  /^P(?:\d{1,4}W|\d{1,5}D|T\d{1,10}(?:\.\d{1,3})?S|(?:\d{1,4}D)?T(?=\d)(?:\d{1,5}H)?(?:\d{1,7}M)?(?:\d{1,9}(?:\.\d{1,3})?S)?)$/;

const seconds: Readonly<Record<string, number>> = { W: 604_800, D: 86_400, H: 3600, M: 60, S: 1 };

/** The default start time of manual clocks in simulators and plans. */
export const defaultStartInstant = '2026-01-15T09:00:00.000Z';

/**
 * Parses an ISO 8601 duration of fixed length, such as `PT59M` or `P1DT12H`, as milliseconds.
 * @throws RangeError for any other string
 */
export function parseDuration(text: string): number {
  if (!pattern.test(text)) {
    throw new RangeError(
      `"${text}" is not an ISO 8601 duration of weeks, days, hours, minutes and seconds, such as PT59M, P1D or PT0.5S, of at most P9999W`,
    );
  }
  let sum = 0;
  for (const [, amount, unit = ''] of text.matchAll(/(?<![\d.])([\d.]+)([WDHMS])/g))
    sum += Number(amount) * (seconds[unit] ?? 0);
  return Math.round(sum * 1000);
}
