const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** A label of the time axis and the position of the date that it belongs to. */
export interface DateTick {
  readonly index: number;
  readonly label: string;
}

/**
 * Labels for ascending dates: the first interval of each month or year, at most `most`; plain dates if there are too
 * few months.
 */
export function dateTicks(dates: readonly string[], most: number): DateTick[] {
  const starts = dates
    .map((date, index) => ({ date, index }))
    .filter(({ date, index }) => index > 0 && date.slice(0, 7) !== dates[index - 1]?.slice(0, 7));
  if (starts.length < 3) {
    const step = Math.max(1, Math.ceil(dates.length / Math.min(most, 6)));
    return dates.flatMap((date, index) => (index % step === 0 ? [{ index, label: date }] : []));
  }
  const span = monthCount(dates.at(-1) ?? '') - monthCount(dates[0] ?? '');
  // Whole years start in January, so that a label every third or sixth month is in the same months each year.
  const every = [1, 2, 3, 6, 12, 24, 60, 120].find((step) => span / step <= most) ?? 240;
  const chosen = starts.filter(({ date }) => monthCount(date) % every === 0);
  return chosen.map(({ date, index }, position) => {
    const [year = '', month = ''] = date.split('-');
    if (every >= 12) return { index, label: year };
    const name = months[Number(month) - 1] ?? '';
    const yearBefore = chosen[position - 1]?.date.slice(0, 4);
    return { index, label: year === yearBefore ? name : `${name} ${year}` };
  });
}

function monthCount(date: string): number {
  return Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1;
}
