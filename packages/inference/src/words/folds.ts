type Fold = 'sum' | 'avg' | 'min' | 'max';

const names: Readonly<Record<Fold, string>> = {
  sum: 'sum|total|combined|overall|accumulated|aggregate|aggregated|cumulative|grand total',
  avg: '(?:plain |simple |arithmetic |unweighted )?(?:mean|average)',
  min: 'minimum',
  max: 'maximum',
};

/** Words after the numbers that an expression sums or averages. */
const after: readonly (readonly [words: string, fold: Fold])[] = [
  [
    '(?:added(?: up)?(?: together)?|summed(?: up)?|totall?ed(?: up)?|combined|taken together|put together|altogether|together|in total|in sum|all told)',
    'sum',
  ],
  ['(?:averaged|on average)', 'avg'],
];

const folded = after.map(
  ([words, fold]) => [new RegExp(`^(.+?),? (?:all )?(?:is |are )?${words}(?: (?:over|across) .+)?$`), fold] as const,
);

const folding = (['sum', 'avg', 'min', 'max'] as const).map(
  (fold) => [new RegExp(`^(?:the |an? )?(?:${names[fold]}) (?:(of|over|from|across) )?(.+)$`), fold] as const,
);

const sums = new RegExp(`^(?:the )?(?:${names.sum}) `);

/** Finds the numbers that a phrase sums or averages: "the sum of the amounts", "the amounts, added together". */
export function foldIn(
  text: string,
): { readonly fold: Fold; readonly things: string; readonly isBare?: boolean } | undefined {
  for (const [pattern, fold] of folded) {
    const [, before] = pattern.exec(text) ?? [];
    if (before !== undefined) {
      const inner = fold === 'sum' && sums.test(before) ? foldIn(before) : undefined;
      return inner ?? { fold, things: before };
    }
  }
  for (const [pattern, fold] of folding) {
    const [, preposition, things] = pattern.exec(text) ?? [];
    const isOfMany = things !== undefined && ((fold !== 'min' && fold !== 'max') || / of /.test(text));
    if (isOfMany) return { fold, things, isBare: preposition === undefined };
  }
  const [, listed] =
    /^(?:it |this )?(?:sums up|adds up|totals|adds together|add(?:ing)? up|summing(?: up)?) (.+)$/.exec(text) ?? [];
  const [, amounting] =
    /^what (.+?) (?:adds? up to|sums? up to|amounts? to|comes? to|totals?)(?: together| in all| in total)?$/.exec(
      text,
    ) ?? [];
  const things = listed ?? amounting;
  if (things !== undefined) return { fold: 'sum', things };
  return undefined;
}
