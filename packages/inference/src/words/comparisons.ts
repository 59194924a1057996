/** Words between two values, with the operator in an expression. */
const wordings: readonly (readonly [string, string])[] = [
  [
    '(?:is|are|be)?(?: not)? (?:less|lower|smaller|fewer|shorter) than or (?:equal to|equals|the same as|as many as)',
    '<=',
  ],
  [
    '(?:is|are|be)?(?: not)? (?:more|greater|higher|larger|longer|bigger) than or (?:equal to|equals|the same as|as many as)',
    '>=',
  ],
  [
    '(?:is|are|be|falls?|drops?|stands?)?(?: not)? (?:at or (?:below|under)|(?:equal to|the same as) or (?:less|lower|smaller|fewer) than|no (?:more|higher|greater|larger) than|(?:up to|on) or below)',
    '<=',
  ],
  [
    '(?:is|are|be|rises?|stands?)?(?: not)? (?:at or (?:above|over)|(?:equal to|the same as) or (?:more|greater|higher|larger) than|no (?:less|lower|fewer|smaller) than|(?:up to|on) or above)',
    '>=',
  ],
  [
    '(?:is|are|lies|falls|comes|be|ends|starts|begins|has to be|must be|needs to be)?(?: not)? (?:before|earlier than|prior to|ahead of)',
    '<',
  ],
  ['(?:is|are|lies|falls|comes|be|ends|starts|begins)?(?: not)? (?:after|later than|past)', '>'],
  ['(?:is|are|be)?(?: not)? (?:more|greater|higher|larger|longer|bigger) than', '>'],
  ['(?:is|are|be)?(?: not)? (?:above|over|beyond)', '>'],
  ['(?:is|are|be)?(?: not)? (?:less|lower|smaller|fewer|shorter) than', '<'],
  ['(?:is|are|be)?(?: not)? (?:below|under)', '<'],
  ['(?:is|are|be)?(?: not)? at least', '>='],
  ['(?:is|are|be)?(?: not)? at most', '<='],
  ['(?:fits? (?:in|into|within|under)|stays? (?:within|under|below)|remains? within)', '<='],
  ['(?:exceeds?|would exceed|surpass(?:es)?|outgrows?)', '>'],
  ['(?:(?:has|have) (?:fallen|dropped|sunk|gone|gone down)|goes|drops|falls|sinks|shrinks) (?:below|under)', '<'],
  [
    '(?:(?:(?:has|have) (?:risen|gone|grown|gone up)|goes|rises|grows|climbs) (?:above|over|beyond|past)|(?:has|have) exceeded)',
    '>',
  ],
  ['(?:has reached|have reached|reaches|reached|(?:has|have) (?:arrived at|come to|got to))', '>='],
  ['(?:is|are|be)? ?(?:the same as|equal to|equals|identical to)', '=='],
  ['(?:differs from|(?:is|are) (?:different from|other than))', '!='],
];

/** Sentences that compare two values (the first and the last group), with the operator in an expression. */
export const comparisons: readonly (readonly [RegExp, string])[] = wordings.map(([words, operator]) => [
  new RegExp(`^(.+?) ${words.replace(/\?\(\?: not\)\? /, '?(?<no> not)? ?')} (.+)$`),
  operator,
]);

/** Operators for words that precede a bound. */
export const signsOfBounds: Readonly<Record<string, string>> = {
  'more than': '>',
  'fewer than': '<',
  'less than': '<',
  'at least': '>=',
  'no less than': '>=',
  'at most': '<=',
  'no more than': '<=',
  exactly: '==',
};
