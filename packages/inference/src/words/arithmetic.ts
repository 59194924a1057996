/** The sign of an operation on two numbers. */
export type Sign = '+' | '-' | '*' | '/';

/** Verbs that combine two numbers: base form, participle and "-ing" form. */
const verbs: Readonly<Record<Sign, string>> = {
  '+': 'add added adding,increase increased increasing,raise raised raising,sum summed summing,combine combined combining',
  '-':
    'subtract subtracted subtracting,deduct deducted deducting,take taken taking,remove removed removing,reduce reduced reducing,' +
    'lower lowered lowering,decrease decreased decreasing,discount discounted discounting,diminish diminished diminishing,' +
    'withhold withheld withholding,set off setting',
  '*': 'multiply multiplied multiplying',
  '/': 'divide divided dividing,split split splitting',
};

/** Words between two operands. */
const between: Readonly<Record<Sign, string>> = {
  '+': 'plus|\\+|and then add|together with|with the addition of|in addition to|on top of|beyond|and on top of that|along with',
  '-': 'minus|less|[-−–]|net of',
  '*': 'times|[×*·x]|at(?= (?:the |a |its )?(?:[a-z]+ )?(?:rate|price|fee|tariff)\\b)',
  '/': '[/÷]',
};

/** Nouns for operations on two numbers. */
const nouns: Readonly<Record<Sign, string>> = {
  '+': 'sum|total|addition',
  '-': 'difference|deduction|subtraction|removal',
  '*': 'product|multiplication',
  '/': 'quotient|ratio|division',
};

/** The forms of one operation in a sentence, as parts of a regular expression. */
export interface OperationWords {
  readonly sign: Sign;
  readonly between: string;
  readonly base: string;
  readonly done: string;
  readonly doing: string;
  readonly noun: string;
}

export const operationWords: readonly OperationWords[] = (['+', '-', '*', '/'] as const).map((sign) => {
  const forms = verbs[sign].split(',').map((each) => each.split(' '));
  const [base, done, doing] = [0, 1, 2].map((form) => `(?:${forms.map((each) => each[form]).join('|')})`);
  return { sign, between: between[sign], noun: nouns[sign], base: base ?? '', done: done ?? '', doing: doing ?? '' };
});

/** Words before a formula that add no meaning: "what is left of", "the result of". */
export const outcome =
  /^(?:take (?=.+ (?:add|subtract|deduct|multiply|divide)\b)|(?:what (?:is left|remains|results|you get|comes out)|(?:the )?(?:result|outcome|remainder|rest|remaining part|amount that is left|amount left|number that is left))(?: (?:of|from|by|when|after|if|once))? )/;

/** Phrases that limit a number, with the function for each. */
export const limits: readonly (readonly [words: string, keeps: 'min' | 'max'])[] = [
  [
    'at most|at the most|(?:never |not |no )(?:more|higher|greater) than|(?:never|not) above|up to|capped at|limited to|max(?:imum)?',
    'min',
  ],
  ['at least|at the least|(?:never |not |no )(?:less|lower|smaller) than|(?:never|not) below|min(?:imum)?', 'max'],
];

/** Verbs between a thing and the amount that each one adds: "each bag costs 5". */
export const perThing =
  '(?:adds?|costs?|gives?|brings?|makes?|earns?|means|yields?|is|counts? (?:as|for)|is (?:charged|billed|priced) (?:at|with)|accounts? for|contributes?)';

/** The member that a verb refers to: "what a ticket costs" is its price. */
export const nounsOfVerbs: Readonly<Record<string, readonly string[]>> = {
  cost: ['price', 'cost', 'fee'],
  weigh: ['weight'],
  last: ['duration', 'length'],
  measure: ['size', 'length'],
  owe: ['balance', 'debt'],
};
