const rows: Record<string, string | number>[] = [];

/** Adds a row to the table of figures. A bar is the most, or the least and the most, that the figure may be. */
export function report(what: string, measured: number, bar?: number | readonly [number, number], detail = ''): void {
  const [least, most] = typeof bar === 'object' ? bar : [Number.NEGATIVE_INFINITY, bar ?? Number.POSITIVE_INFINITY];
  const isReached = measured >= least && measured <= most;
  if (!isReached) process.exitCode = 1;
  const limit = typeof bar === 'object' ? `${least} to ${most}` : bar === undefined ? '' : `<= ${bar}`;
  rows.push({ what, measured: Number(measured.toFixed(3)), bar: limit, reached: isReached ? 'yes' : 'NO', detail });
}

/** Prints the table. The process exits with 1 if a bar was missed. */
export const printFigures = (): void => console.table(rows);

export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value / values.length, 0);
