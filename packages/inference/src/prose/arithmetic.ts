import { nounsOfVerbs, type OperationWords, operationWords, outcome, type Sign } from '../words/arithmetic.js';
import { rootOf } from '../words/verb-forms.js';

/** Two parts of a phrase that an operation combines. */
export interface OperationInWords {
  readonly sign: Sign;
  readonly left: string;
  readonly right: string;
  /** True if the verb changes the left part. "10 percent" on the right is then a share of it. */
  readonly isChange: boolean;
}

const particle = '(?: (?:away|off|out|up|on|together))?';
const been = '(?:(?:is|are|was|were|has been|have been|being) )?';

/** The patterns of an operation. */
interface OperationPatterns {
  readonly sign: Sign;
  /** Matches every phrase that contains one of the words. */
  readonly words: RegExp;
  readonly infix: RegExp;
  /** "A subtracted from B", "adding A to B", "B after A is taken off", "the product of A and B". */
  readonly forms: readonly (readonly [pattern: RegExp, isTurned: boolean])[];
}

const operations = operationWords.map(
  ({ sign, between, base, done, doing, noun }: OperationWords): OperationPatterns => {
    const forms: readonly (readonly [pattern: string, isTurned: boolean])[] = [
      [`^(.+?) ${been}${done}${particle} (?:from|to|onto|on top of) (.+)$`, true],
      [`^(?:${doing}|${base})${particle} (.+) (?:from|to|onto) (.+)$`, true],
      [`^(?:${doing}|${base})${particle} (.+?) (?:by|with|and) (.+)$`, false],
      [`^(.+?),? (?:with|after|once|when|if) (.+?) ${been}${done}${particle}$`, false],
      [`^(.+?),? (?:after|with|by|when|once) (?:${doing}${particle}|(?:the )?(?:${noun}) of) (.+)$`, false],
      [`^(?:the )?(?:${noun}) (?:of|between) (.+?) and (.+)$`, false],
    ];
    return {
      sign,
      words: new RegExp(`${between}|${done}|${base}|${doing}|${noun}`),
      infix: new RegExp(
        ` (?:(?:${between})|(${done}${particle} (?:by|with|into))|(?:then |and then )?${base}${particle}(?: by)?) `,
        'g',
      ),
      forms: forms.map(([pattern, isTurned]) => [new RegExp(pattern), isTurned]),
    };
  },
);

/** Lists the operations in a phrase, from lowest to highest precedence. For several words, the last one comes first. */
export function operationsIn(text: string, signs: readonly Sign[]): readonly OperationInWords[] {
  const said = operations.filter(({ sign, words }) => signs.includes(sign) && words.test(text));
  const infix = said
    .flatMap(({ sign, infix: pattern }) =>
      [...text.matchAll(pattern)].map(({ index, 0: { length }, 1: verb }) => {
        return { sign, index, length, isChange: verb !== undefined };
      }),
    )
    .sort((one, other) => other.index - one.index)
    .map(({ index, length, ...each }) => ({
      ...each,
      left: text.slice(0, index).replace(/,? (?:and|then|but)$/, ''),
      right: text.slice(index + length),
    }));
  const formed = said.flatMap(({ sign, forms }) =>
    forms.flatMap(([pattern, isTurned]) => {
      const [, one = '', other = ''] = pattern.exec(text) ?? [];
      const [left, right] = isTurned ? [other, one] : [one, other];
      return one === '' ? [] : [{ sign, left, right, isChange: isTurned }];
    }),
  );
  return [...infix, ...formed];
}

/** Rewrites a phrase for a value as "member of thing": "what the bag costs" becomes "price of the bag". */
export function nominal(text: string): readonly string[] {
  // The phrase does not state what the remainder belongs to.
  if (/^what (?:is left|remains)(?: over)? (?:after|once|when) (?:the |its |all )?[a-z_]+$/.test(text)) return [text];
  const plain = text
    .replace(outcome, '')
    .replace(/,? and (.+) on top$/, ' plus $1')
    .replace(
      /,? and (?:then )?(\S+ \S+) (?:later|longer|more|extra) (?:for|with|by|on|at|per) (each|every) /,
      ' plus $1 for $2 ',
    );
  const [, left] =
    /^(?:what|that which) is (?:still )?([a-z]+)$/.exec(plain) ??
    /^(?:the )?(outstanding|open|due) (?:amount|sum)$/.exec(plain) ??
    [];
  if (left !== undefined) return [`its ${left}`, plain];
  const [, thing = '', verb = ''] = /^(?:what|how much|how long) (.+?) (?:is )?([a-z]+?)s?$/.exec(plain) ?? [];
  const nouns = nounsOfVerbs[rootOf(verb)] ?? nounsOfVerbs[verb];
  if (nouns !== undefined) return nouns.map((noun) => `${noun} of ${thing}`);
  const [, read] = /^(?:the )?(?:reading|value|figure|level) of ((?:the|its) .+|.+'s .+)$/.exec(plain) ?? [];
  return [
    ...(read === undefined ? [] : [read]),
    plain.replace(
      /^((?:the )?[a-z]+(?: [a-z]+)??) (?:that |which )?(the [a-z ]+?) (?:has|carries|bears|shows|uses|comes with|is given)$/,
      '$1 of $2',
    ),
  ];
}
