/** Words in a parameter name that state whether the bound is inclusive. */
export const exactBounds: ReadonlySet<string> = new Set(
  'gte lte ge le gteq lteq geq leq gt lt atleast atmost'.split(' '),
);

/** The bound that a word in a parameter name stands for. */
export type Bound = '>' | '>=' | '<' | '<=';

const words: Readonly<Record<Bound, string>> = {
  '>=': 'min minimum from gte ge gteq since start starting begin lower atleast geq',
  '>': 'after gt newer later above over',
  '<=': 'max maximum to until till lte le lteq upper end ending atmost leq through thru upto',
  '<': 'before lt older earlier below under',
};

export const bounds: ReadonlyMap<string, Bound> = new Map(
  (Object.entries(words) as [Bound, string][]).flatMap(([bound, list]) =>
    list.split(' ').map((word) => [word, bound] as const),
  ),
);

/** Members of a filter that contain the value to match: `color.exact`. */
export const equalities: ReadonlySet<string> = new Set('all any eq equals exact in is value values'.split(' '));

/** Words that a filter can omit from a member name: `created` is `createdAt`, `due` is `due_on`. */
export const measures: ReadonlySet<string> = new Set(
  'at on for date time timestamp datetime day year utc cents ts'.split(' '),
);

/** Words that refer to the date of a record if it has no member of that name. */
export const dateWords: ReadonlySet<string> = new Set(['date', 'time', 'datetime', 'timestamp', 'day']);

/** Phrases in descriptions of an inclusive bound. */
export const saysWithin =
  /\bor (?:later|after|more|newer|higher|greater|above|earlier|before|less|lower|older|equal|fewer|sooner|on)\b(?! of\b)|\b(?:on|at)(?: or\b|\/(?=after|before))|\bat (?:least|most)\b|\binclusive(?:ly)?\b|\b(?:and|up to) including\b|\bno (?:more|less|fewer|earlier|later) than\b|\bnot (?:before|after)\b|\bminimum\b|\bmaximum\b|>=|<=|≥|≤/i;

/** Phrases in descriptions of an exclusive bound. */
export const saysBeyond =
  /\b(?:later|earlier|newer|older|more|less|greater|fewer|higher|lower) than\b|\b(?:after|before)\b|\bexclusive(?:ly)?\b|(?<!\S)[<>](?!\S)/i;

/** Words in descriptions that make the bound exclusive, whatever else they say. */
export const saysOutside =
  /\bexclusive(?:ly)?\b|\((?:not included|excluded)\)|\bexcludes? the (?:given|specified|provided) \w+|\bequal to (?:the|an?|this) [^.]{0,60}\bnot (?:returned|included|shown|listed)\b/i;

/** Words for the position or the size of a page. */
export const saysPage =
  /\b(?:pages?|offset|index|position|rows?)\b|\b(?:number|amount|count) of\b|\b(?:results?|records?|items?|list) size\b|\b(?:first|last) (?:result|record|item|entry)\b/i;

/** Phrases about the values that a parameter excludes, which make the bound inclusive. */
export const saysLeftOut =
  /(?<!\b(?:itself|not|day|date|bound|value) )\b(?:leaves? out|(?:is|are) (?:left out|excluded|omitted|hidden|skipped|dropped|not (?:shown|listed|included|returned))|excludes?|omits?|hides?|skips?|drops?|without those)\b/i;

/** Words for a bound that follow the member name. */
export const boundWords: readonly (readonly [RegExp, Bound])[] = [
  [
    /^(?:at least|equal(?: to it)? or (?:greater|more|larger|higher|later)|not (?:below|less|before)|no (?:less|earlier) than|this (?:[a-z]+ )?or (?:more|greater|higher|later)|on or after)\b/i,
    '>=',
  ],
  [
    /^(?:at most|equal(?: to it)? or (?:less|smaller|lower|earlier)|not (?:above|more|after)|no (?:more|later) than|this (?:[a-z]+ )?or (?:less|lower|smaller|earlier)|on or before)\b/i,
    '<=',
  ],
  [/^(?:(?:more|greater|larger|higher|later) than|after|above|over)\b/i, '>'],
  [/^(?:(?:less|smaller|lower|earlier) than|before|below|under)\b/i, '<'],
];
