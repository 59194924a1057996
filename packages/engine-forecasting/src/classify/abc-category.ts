export type AbcCategory = 'A' | 'B' | 'C';

/** Shares are compared with this much tolerance, so that sums of decimals decide as their exact values would. */
const tolerance = 1e-9;

/**
 * ABC analysis (`inventory.gap.abc-rule`). Items are sorted by contribution. An item is A if the items before it add up
 * to less than 80 % of the total, B if less than 95 %, else C. Items without a positive contribution are C, except that
 * the first of the ranking is always A.
 *
 * @param contributions - One number per item. The result has the same order.
 */
export function abcCategories(contributions: readonly number[]): AbcCategory[] {
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
