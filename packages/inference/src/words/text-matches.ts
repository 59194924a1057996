/** Ways to match a string against a parameter. */
export type TextMatch = 'contains' | 'prefix' | 'suffix';

const names: Readonly<Record<TextMatch, string>> = {
  contains: 'contains like ilike icontains substring partial containing match matches',
  prefix: 'prefix startswith istartswith starts beginswith begins',
  suffix: 'suffix endswith ends',
};

export const matchWords: ReadonlyMap<string, TextMatch> = new Map(
  (Object.entries(names) as [TextMatch, string][]).flatMap(([match, list]) =>
    list.split(' ').map((word) => [word, match] as const),
  ),
);

/** Sentences in parameter descriptions, by the way of matching. */
export const matchSentences: readonly (readonly [TextMatch, RegExp])[] = [
  [
    'prefix',
    /\b(?:starts?|starting|begins?|beginning) with\b|\bbeginning of (?:the |an? |its )?(?:[a-z-]+ ){0,4}(?:names?|titles?|words?|texts?|codes?)\b|\bfirst (?:letters|characters) of\b|\bprefix\b/i,
  ],
  ['suffix', /\b(?:ends?|ending) with\b|\bsuffix\b/i],
  [
    'contains',
    /(?<!\b(?:responses?|objects?|fields?|lists?) )\bcontain(?:s|ing)\b(?! an? (?!text|string|word|value|given|part|phrase|term)\w+)|\bany part\b|\bpart of\b|\bpartial(?:ly)?\b|\bsubstring\b|\b(?:any|some)where in\b|\bsearch(?:es)? by\b|\boccurs?\b.*\bin\b|\b(?:at|in) any (?:place|position)\b|\binclud(?:es|ing) this text\b/i,
  ],
];

/** Phrases for case-insensitive comparisons. */
export const saysCaseless =
  /\bcase\b|\b(?:capital|upper|small|lower)[ -]?(?:s|case|letters?|ised|ized|isation|ization)?\b.{0,300}\b(?:not|no|ignored?|alike|same|difference|regardless|irrespective)\b|\b(?:however|regardless|irrespective|ignor(?:es|ed|ing)|whatever)\b.{0,300}\b(?:capital\w*|upper|lower)\b/i;

/** Phrases for case-sensitive comparisons. */
export const saysCase =
  /\bcase[- ]sensitive\b|\b(?:case|capitals?|spelling) (?:has to|must|needs to) (?:match|be the same|agree)\b|\b(?:case|capitals?) (?:matters?|counts?|is (?:observed|respected|regarded))\b/i;

/** Names of parameters that search in text. */
export const searchNames: ReadonlySet<string> = new Set(
  'q query search keyword keywords term text searchterm searchtext searchquery filtertext find'.split(' '),
);
