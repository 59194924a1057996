type Figure = number | readonly [measured: number, relation: '>=' | '<=', bar: number];

const rows: Record<string, string | number>[] = [];

/** Adds figures to the table. The process exits with 1 if a bar is missed. */
export function report(group: string, figures: Readonly<Record<string, Figure>>): void {
  for (const [what, figure] of Object.entries(figures)) {
    const [measured, relation, bar = Number.NaN] = typeof figure === 'number' ? [figure] : figure;
    const isReached = relation === undefined || (relation === '>=' ? measured >= bar : measured <= bar);
    if (!isReached) process.exitCode = 1;
    const reached = relation === undefined ? '' : isReached ? 'reached' : 'MISSED';
    rows.push({
      group,
      what,
      measured: Number(measured.toPrecision(4)),
      bar: relation === undefined ? '' : `${relation} ${bar}`,
      reached,
    });
  }
}

export const printFigures = (): void => console.table(rows);

export function perType<Anomaly extends { readonly type: string }>(
  anomalies: readonly Anomaly[],
  title: string,
  figure: (ofType: readonly Anomaly[]) => Figure,
): Record<string, Figure> {
  return Object.fromEntries(byType(anomalies).map(([type, list]) => [`${title} ${type}`, figure(list)]));
}

export function byType<Anomaly extends { readonly type: string }>(anomalies: readonly Anomaly[]) {
  const types = new Map<string, Anomaly[]>();
  for (const anomaly of anomalies) types.set(anomaly.type, [...(types.get(anomaly.type) ?? []), anomaly]);
  return [...types];
}

/** Figures of a feedback: how many points the marked patterns score lower, and how much the ROC-AUC changes. */
export const feedbackFigures = (lowered: readonly number[], aucBefore: number, aucAfter: number) => ({
  'marked patterns that score lower': [share(lowered, (points) => points > 0), '>=', 1] as const,
  '  points lower, on average': lowered.reduce((sum, points) => sum + points, 0) / lowered.length,
  'change of ROC-AUC by feedback': [Math.abs(aucAfter - aucBefore), '<=', 0.005] as const,
});

/** Area under the ROC curve (Mann and Whitney): equal scores count half. 1 if one of the two is empty. */
export function rocAuc(anomalous: readonly number[], clean: readonly number[]): number {
  if (anomalous.length === 0 || clean.length === 0) return 1;
  let above = 0;
  for (const score of anomalous) for (const other of clean) above += score > other ? 1 : score === other ? 0.5 : 0;
  return above / (anomalous.length * clean.length);
}

/** Share of anomalies among as many of the highest scores as there are anomalies. Ties count by their shares. */
export function precisionAtN(wrong: readonly number[], clean: readonly number[]): number {
  const n = wrong.length;
  const all = [...wrong, ...clean].sort((a, b) => b - a);
  const cut = all[n - 1] ?? Number.NaN;
  const above = wrong.filter((score) => score > cut).length;
  const room = n - all.filter((score) => score > cut).length;
  const tied = all.filter((score) => score === cut).length;
  return (above + (room * wrong.filter((score) => score === cut).length) / tied) / n;
}

/** Share of items that pass a test. 1 without items. */
export function share<Item>(items: readonly Item[], test: (item: Item) => boolean): number {
  return items.length === 0 ? 1 : items.filter(test).length / items.length;
}

/** Median milliseconds of a few calls. */
export function milliseconds(call: () => void, times = 3): number {
  const taken = Array.from({ length: times }, () => {
    const start = performance.now();
    call();
    return performance.now() - start;
  });
  return taken.sort((a, b) => a - b)[times >> 1] ?? Number.NaN;
}
