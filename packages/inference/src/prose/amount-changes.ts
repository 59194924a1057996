/** A number that a sentence increases or decreases. */
export interface AmountChange {
  readonly of: string;
  readonly by: string;
  readonly sign: '+' | '-';
}

const grows = '(?:go(?:es)? up|grows?|rises?|increases?|is increased|is raised)';
const shrinks = '(?:go(?:es)? down|shrinks?|falls?|drops?|decreases?|sinks?|is reduced|is decreased|is lowered)';

/** Sentence patterns, with the groups that contain the number and the change. */
const forms: readonly (readonly [form: RegExp, of: 1 | 2, sign: '+' | '-'])[] = [
  [new RegExp(`^(.+?) ${grows} by (.+)$`), 1, '+'],
  [new RegExp(`^(.+?) ${shrinks} by (.+)$`), 1, '-'],
  [/^(?:also )?(?:raises?|increases?) (.+?) by (.+)$/, 1, '+'],
  [/^(?:also )?(?:lowers?|reduces?|decreases?|brings? down) (.+?) by (.+)$/, 1, '-'],
  [/^(?:also )?(?:uses? up|consumes?|spends?) (one|an?|two|three|\d+) (?:of (?:the|its) )?(.+)$/, 2, '-'],
  [/^(?:also )?(?:adds?|books?|credits?|puts?) (.+?) (?:to|onto|into) (.+)$/, 2, '+'],
  [/^(.+?) (?:is|are) (?:added|credited|booked) to (.+)$/, 2, '+'],
  [/^(?:also )?(?:takes?|subtracts?|deducts?|removes?|withdraws?) (.+?) (?:from|off|out of) (.+)$/, 2, '-'],
  [/^(.+?) (?:is|are) (?:taken|subtracted|deducted|withdrawn) (?:from|off|out of) (.+)$/, 2, '-'],
];

/** Matches sentences that add one: "Each visit counts in `visits`", "`sent` is incremented". */
const counted = [
  /^(?:(?:each|every|an?|the|this) [a-z]+ )?(?:counts|is counted) (?:in|towards) (.+)$/,
  /^(?:also )?(?:increments|counts up) (.+?)(?: by one| by 1)?$/,
  /^(.+?) (?:is incremented|is counted up|counts up|counts one more|gets one more)$/,
];

/** Reads "the stock goes down by the number of packs", "adds the amount to the balance". */
export function readAmountChange(text: string): AmountChange | undefined {
  for (const [form, of, sign] of forms) {
    const found = form.exec(text);
    // "Uses up one refill" subtracts one from the remaining number.
    if (found !== null && /^(?:also )?(?:uses?|consumes?|spends?)/.test(text))
      return { of: `${found[2] ?? ''} left`, by: (found[1] ?? '').replace(/^an?$/, '1'), sign };
    if (found !== null) return { of: found[of] ?? '', by: found[of === 1 ? 2 : 1] ?? '', sign };
  }
  const [, up] = counted.map((form) => form.exec(text)).find((each) => each !== null) ?? [];
  if (up !== undefined) return { of: up, by: '1', sign: '+' };
  // "Adds to the balance" refers to the amount in the request.
  const [, verb = '', of = ''] =
    /^(?:also )?(adds|counts|takes|subtracts|deducts)(?: (?:it|this|that))? (?:to|towards|from|off) (.+)$/.exec(text) ??
    [];
  // "Lowers `bottles`"
  const [, change = '', changed = ''] =
    /^(?:also )?(lowers|reduces|decreases|raises|increases) (?:the |its )?([\w ]{1,40})$/.exec(text) ?? [];
  if (changed !== '')
    return { of: changed, by: 'amount', sign: /^[ri]/.test(change) && change !== 'reduces' ? '+' : '-' };
  return of === '' ? undefined : { of, by: 'amount', sign: /^[ac]/.test(verb) ? '+' : '-' };
}
