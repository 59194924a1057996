/** Ways in which a text is compared with a parameter. */
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

/** Sentences of a parameter that say how its text is compared. */
export const matchSentences: readonly (readonly [TextMatch, RegExp])[] = [
  ['prefix', /\b(?:starts?|starting|begins?|beginning) with\b|\bprefix\b/i],
  ['suffix', /\b(?:ends?|ending) with\b|\bsuffix\b/i],
  [
    'contains',
    /\bcontain(?:s|ing)\b|\bany part\b|\bpart of\b|\bpartial(?:ly)?\b|\bsubstring\b|\banywhere in\b|\bsearch(?:es)? by\b/i,
  ],
];

/** Names of parameters that search in texts. */
export const searchNames: ReadonlySet<string> = new Set(
  'q query search keyword keywords term text searchterm searchtext searchquery filtertext find'.split(' '),
);
