/** Signs and words of arithmetic, with their operators in expressions. */
export const operators: readonly (readonly [RegExp, string])[] = [
  [/[×·⋅✕]/g, ' * '],
  [/[−–]/g, ' - '],
  [/÷/g, ' / '],
  [/\bmultiplied by\b|\btimes\b|(?<= )x(?= )/gi, ' * '],
  [/\bdivided by\b/gi, ' / '],
  [/\bplus\b/gi, ' + '],
  [/\b(?:minus|less)\b/gi, ' - '],
];

/** Names of the amount of one line of a list. */
export const amountsOfLines: ReadonlySet<string> = new Set(
  'linetotal lineamount total totalamount amount subtotal totalprice lineprice linesubtotal itemtotal'.split(' '),
);
