type Fold = 'sum' | 'avg' | 'min' | 'max';

const names: Readonly<Record<Fold, string>> = {
  sum: 'sum|total|combined|overall|accumulated|aggregate|aggregated|cumulative|grand total',
  avg: 'mean|average',
  min: 'minimum',
  max: 'maximum',
};

/** Words after the numbers that an expression adds up or averages. */
const after: readonly (readonly [words: string, fold: Fold])[] = [
  [
    '(?:added(?: up)?(?: together)?|summed(?: up)?|totall?ed(?: up)?|combined|taken together|put together|altogether|together|in total|in sum|all told)',
    'sum',
  ],
  ['(?:averaged|on average)', 'avg'],
];

const sums = new RegExp(`^(?:the )?(?:${names.sum}) `);

/** The numbers that a phrase adds up or averages: "the sum of the amounts", "the amounts, added together". */
export function foldIn(
  text: string,
): { readonly fold: Fold; readonly things: string; readonly isBare?: boolean } | undefined {
  for (const [words, fold] of after) {
    const [, before] = new RegExp(`^(.+?),? (?:all )?(?:is |are )?${words}(?: (?:over|across) .+)?$`).exec(text) ?? [];
    if (before !== undefined) {
      const inner = fold === 'sum' && sums.test(before) ? foldIn(before) : undefined;
      return inner ?? { fold, things: before };
    }
  }
  for (const [fold, words] of Object.entries(names) as [Fold, string][]) {
    const [, preposition, things] =
      new RegExp(`^(?:the |an? )?(?:${words}) (?:(of|over|from|across) )?(.+)$`).exec(text) ?? [];
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
