const pattern = /^P(?!$)(?:(\d+)W)?(?:(\d+)D)?(?:T(?=\d)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d{1,3})?)S)?)?$/;

/**
 * Reads an ISO 8601 duration of fixed length, such as `PT59M`, `P1DT12H` or `PT0.5S`, as milliseconds.
 * Months and years have no fixed length and are refused.
 *
 * @throws RangeError when the text is not such a duration; the message shows the accepted form.
 */
export function parseDuration(text: string): number {
  const match = pattern.exec(text);
  if (match === null) {
    throw new RangeError(
      `"${text}" is not an ISO 8601 duration of weeks, days, hours, minutes and seconds, such as PT59M, P1D or PT0.5S`,
    );
  }
  const [weeks, days, hours, minutes, seconds] = match.slice(1).map((part) => Number(part ?? 0));
  const inDays = (weeks ?? 0) * 7 + (days ?? 0);
  const inMinutes = (inDays * 24 + (hours ?? 0)) * 60 + (minutes ?? 0);
  return Math.round((inMinutes * 60 + (seconds ?? 0)) * 1000);
}
