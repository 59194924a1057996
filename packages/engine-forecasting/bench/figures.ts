/** `within` compares with a pair, `shown` with nothing. */
type Relation = '<=' | '>=' | 'within' | 'shown';
type Bar = number | readonly [least: number, most: number] | undefined;

/** Adds one row to the table of figures. */
type Report = (what: string, measured: number, relation: Relation, bar?: Bar, detail?: string) => void;

const rows: Record<string, string | number>[] = [];

export const report: Report = (what, measured, relation, bar, detail = '') => {
  const [least, most] = typeof bar === 'object' ? bar : [bar ?? Number.NaN, bar ?? Number.NaN];
  const isReached = {
    '<=': measured <= most,
    '>=': measured >= least,
    within: measured >= least && measured <= most,
    shown: true,
  }[relation];
  if (!isReached) process.exitCode = 1;
  const limit = relation === 'shown' ? '' : relation === 'within' ? `${least} to ${most}` : `${relation} ${bar}`;
  rows.push({ what, measured: Number(measured.toFixed(3)), bar: limit, reached: isReached ? 'yes' : 'NO', detail });
};

/** Prints the table. The process exits with 1 if a bar was missed. */
export const printFigures = (): void => console.table(rows);

export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value / values.length, 0);

export const threeDecimals = (value: number): string => value.toFixed(3);
