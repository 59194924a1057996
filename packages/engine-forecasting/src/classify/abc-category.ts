export type AbcCategory = 'A' | 'B' | 'C';

/** Shares are compared with this much tolerance, so that sums of decimals decide as their exact values would. */
const tolerance = 1e-9;

/**
 * A if the items before an item in the ranking add up to less than 80 %, B below 95 %, else C
 * (`inventory.gap.abc-rule`). Without a positive contribution C, but the first of the ranking is always A.
 */
export function assignAbcCategories(contributions: readonly number[]): AbcCategory[] {
  const ranking = contributions.map((contribution, position) => ({
    contribution: Math.max(0, contribution),
    position,
  }));
  ranking.sort((a, b) => b.contribution - a.contribution);
  const total = ranking.reduce((sum, { contribution }) => sum + contribution, 0);
  const categories: AbcCategory[] = contributions.map(() => 'C');
  let before = 0;
  for (const { contribution, position } of ranking) {
    const share = total > 0 ? before / total + tolerance : position === ranking[0]?.position ? 0 : 1;
    categories[position] = share < 0.8 ? 'A' : share < 0.95 ? 'B' : 'C';
    before += contribution;
  }
  return categories;
}
