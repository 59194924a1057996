/** A number that grows or shrinks by a sentence. */
export interface AmountChange {
  readonly of: string;
  readonly by: string;
  readonly sign: '+' | '-';
}

const grows = '(?:goes up|grows|rises|increases|is increased|is raised)';
const shrinks = '(?:goes down|shrinks|falls|drops|decreases|sinks|is reduced|is decreased|is lowered)';

/** Forms of sentences, with the groups of the number and of what is added to or taken from it. */
const forms: readonly (readonly [form: RegExp, of: 1 | 2, sign: '+' | '-'])[] = [
  [new RegExp(`^(.+?) ${grows} by (.+)$`), 1, '+'],
  [new RegExp(`^(.+?) ${shrinks} by (.+)$`), 1, '-'],
  [/^(?:also )?(?:adds?|books?|credits?|puts?) (.+?) (?:to|onto|into) (.+)$/, 2, '+'],
  [/^(.+?) (?:is|are) (?:added|credited|booked) to (.+)$/, 2, '+'],
  [/^(?:also )?(?:takes?|subtracts?|deducts?|removes?|withdraws?) (.+?) (?:from|off|out of) (.+)$/, 2, '-'],
  [/^(.+?) (?:is|are) (?:taken|subtracted|deducted|withdrawn) (?:from|off|out of) (.+)$/, 2, '-'],
];

/** Reads "the stock goes down by the number of packs", "adds the amount to the balance". */
export function readAmountChange(text: string): AmountChange | undefined {
  for (const [form, of, sign] of forms) {
    const found = form.exec(text);
    if (found !== null) return { of: found[of] ?? '', by: found[of === 1 ? 2 : 1] ?? '', sign };
  }
  return undefined;
}
