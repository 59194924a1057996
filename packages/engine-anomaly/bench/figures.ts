const rows: Record<string, string | number>[] = [];
let group = '';

/** Begins a group of figures. */
export const startGroup = (name: string): void => {
  group = name;
};

/** Adds a figure, with its bar if it has one. The process exits with 1 if a bar is missed. */
export function report(what: string, measured: number, relation?: '>=' | '<=', bar = Number.NaN): void {
  const isReached = relation === undefined || (relation === '>=' ? measured >= bar : measured <= bar);
  if (!isReached) process.exitCode = 1;
  const limit = relation === undefined ? '' : `${relation} ${bar}`;
  const reached = relation === undefined ? '' : isReached ? 'reached' : 'MISSED';
  rows.push({ group, what, measured: Number(measured.toPrecision(4)), bar: limit, reached });
}

export const printFigures = (): void => console.table(rows);
