const highest = 'newest|latest|most recent(?:ly)?|highest|largest|biggest|longest|youngest|most|dearest|priciest';
const lowest = 'oldest|earliest|lowest|smallest|shortest|soonest|cheapest|fewest|least';

/** Matches phrases for the record that is first, by direction. */
export const comesFirst = new RegExp(`\\b(${highest}|${lowest})\\b([^.;]{0,60}?)\\bfirst\\b`, 'i');

/** Words for the largest value, in a sentence about one value of a sort parameter. */
export const highestWords = new RegExp(`\\b(?:${highest}|furthest|farthest|heaviest|busiest|best)\\b`);

export const ascending: ReadonlySet<string> = new Set(lowest.split('|'));

const rewrites: readonly (readonly [said: RegExp, plain: string])[] = [
  [/\b(?:in )?(?:reverse|descending|anti-?)[ -]?chronological(?: order)?\b/i, 'newest first'],
  [/\b(?:in )?(?:ascending )?chronological(?: order)?\b/i, 'oldest first'],
  [
    new RegExp(
      `\\b(?:starting|beginning) (?:with|from|at) (?:the )?(?:ones? (?:that|which) )?(${highest}|${lowest})\\b([^.,;]*)`,
      'i',
    ),
    '$1$2 first',
  ],
  [new RegExp(`\\bfrom (?:the )?(${highest}|${lowest}) to (?:the )?(?:${highest}|${lowest})\\b`, 'i'), '$1 first'],
  [/\b(?:at|on) (?:the )?(?:very )?(?:top|beginning|start|head)(?: of (?:the|this) (?:list|page|queue))?\b/i, 'first'],
  [/\b(?:comes?|goes|stands?) before (?:the )?(?:others?|all others|older ones|the rest|everything else)\b/i, 'first'],
  [/\bthat (came in|arrived|(?:was|were) (?:\w+)) last\b/i, 'latest $1'],
  [/\bthat (came in|arrived|(?:was|were) (?:\w+)|[a-z]+s) first (?=.*\bfirst\b)/i, 'earliest $1 '],
  // "… if `sort` is left out"
  [
    /,? (?:if|when|unless|as long as) (?:`\w+`|you|nothing|no order|this parameter|the parameter) ?(?:(?:is|are|was) )?(?:not )?(?:left out|omitted|missing|absent|given|sent|set|stated|says? (?:nothing|otherwise)|asks? for (?:nothing|another one)|says? something else)(?=[.,;]|$)/i,
    '',
  ],
  // "Drivers by family name, those who share one by given name"
  [/^(?:the |all )?[a-z]+s by (?=[a-z ]{1,40}[,;] (?:(?:and )?then|those|the ones|ones|within) )/i, 'sorted by '],
  [
    new RegExp(`\\b(${highest}|${lowest})\\b([^.,;]{0,40}?) (?:lead|head|open|top)s?(?: the (?:list|page))?\\b`, 'i'),
    '$1$2 first',
  ],
  [new RegExp(`\\bthe (${highest}|${lowest}) ([a-z ]+?) comes? first\\b`, 'i'), 'by $2, $1 first'],
  [/\bwhen (?:it|they|the \w+) (?:was|were) (\w+)/i, 'the time $1'],
  [
    /\b(?:the )?(?:ones?|records?|entry|last [a-z]+|[a-z]+) ([a-z]+ed|made) last (?:is|comes|stands|goes|appears) (?:the )?(?:very )?first\b/i,
    'newest first',
  ],
  [
    /\bwith an? (?:early|low|small|short|old) `?(\w+)`? (?:stands?|comes?|goe?s?|appears?|(?:is|are) listed) before (?:those|the ones|ones|others|any) with [^.;]*/i,
    'sorted by $1 ascending',
  ],
  [
    /\bwith an? (?:late|high|large|long|new) `?(\w+)`? (?:stands?|comes?|goe?s?|appears?|(?:is|are) listed) before (?:those|the ones|ones|others|any) with [^.;]*/i,
    'sorted by $1 descending',
  ],
  [/\blast in,? first out\b/i, 'newest first'],
  [/(\bby [^.;,]{1,60}),? \(?(?:from )?a (?:to|-|–) z\b\)?/i, '$1 ascending'],
  [/(\bby [^.;,]{1,60}),? \(?(?:from )?z (?:to|-|–) a\b\)?/i, '$1 descending'],
  [/\bfrom a to z\b/i, 'in alphabetical order'],
  // "Those that expire soonest first", "the invoice due soonest is first"
  [
    /\b(?:(?:that|which) )?(?!is |are |the )([a-z]{3,20}) (soonest|earliest|latest)\b(?=,?(?: is| are| comes?| goe?s?| stands?)? first\b)/i,
    '$2 $1',
  ],
  [/, (?:the )?(?:later|newer|higher|larger) ones? (?:come |comes )?first\b/i, ' descending'],
  [/, (?:the )?(?:earlier|older|lower|smaller) ones? (?:come |comes )?first\b/i, ' ascending'],
  [
    /\b(?:the )?(?:lower|smaller|earlier|older|shorter|cheaper) `?([\w ]{2,30}?)`? (?:(?:comes? |goes? |is )?first|(?:comes?|goes|stands?) before (?:the |an? )?[a-z]+)\b/i,
    '$1 ascending',
  ],
  [
    /\b(?:the )?(?:higher|larger|greater|later|newer|longer|dearer) `?([\w ]{2,30}?)`? (?:(?:comes? |goes? |is )?first|(?:comes?|goes|stands?) before (?:the |an? )?[a-z]+)\b/i,
    '$1 descending',
  ],
  [/^[a-z]+ by (?=.* (?:de|a)scending)/i, 'sorted by '],
  [/^sort(?:ing)? order: /i, 'sorted by '],
  [/\balphabetical by /i, 'alphabetically by '],
  [/\bthe one (received|made|created|added|opened|filed) first (?:leads|heads|comes first)\b/i, 'earliest $1 first'],
  [/\b(?:starts|begins|opens) with the [a-z]+ that was ([a-z]+) last\b/i, 'latest $1 first'],
  [/\b(?:appear|are listed|come) in the order (?:in which )?they were (?:created|added|made)\b/i, 'oldest first'],
  [
    /\bin (?:the )?order (?:in which|that) (?:they|the \w+) (?:were|are|was|have been) (?:created|added|made|entered|filed)\b/i,
    'oldest first',
  ],
  [/^the last (?:one )?(?:created|added|made|filed) (?:is|comes) (?:the )?first\b/i, 'newest first'],
];

/** Rewrites a sentence about the order of a list into the words that the rules read. */
export function plainOrder(says: string): string {
  return rewrites.reduce((text, [said, plain]) => text.replace(said, plain), says);
}

/** Words that refer to age, unless the sentence mentions something else. */
export const ofAge: ReadonlySet<string> = new Set(['newest', 'latest', 'most recent', 'most recently', 'oldest']);

/** Matches the start of a sort order. The name of a member follows. */
export const sortedBy =
  /\b(?:(?:sorted|ordered|listed|returned|arranged|go|come)(?: alphabetically| in alphabetical order)?|in alphabetical order|ascending|descending) by (?:their |its |the )?|\bin (?:the )?(?:alphabetical |ascending |descending )?order of (?:their |its |the )?|\b(?:alphabetically|(?:ascending|descending|alphabetical) order) by (?:their |its |the )?/i;

/** Words between the first and the second sort key. */
export const nextSort =
  /(?:,? (?:and )?(?:then|after that|within (?:it|that|one|each)),? (?:by )?|,?(?: and,?)? (?:where|when|if) (?:these|they|those|both) are (?:equal|the same),? (?:by )?|[,;] (?:and )?[a-z]+ (?:with|of|on|in) the same [a-z ]+? (?:are |come |follow |follow (?:one another|each other) )?(?:listed |sorted |ordered )?by |[,;] (?:and )?(?:equal|the same) [a-z]+ (?:are |come )?(?:listed |sorted |ordered )?by |[,;] (?:and )?(?:those|the ones|ones) (?:who|that|which|with) (?:share (?:one|it|both|them)|(?:have )?the same(?: one| [a-z ]+?)?) (?:are |come )?(?:then |listed |sorted )?by |\. [A-Za-z ]*? (?:on|with|of) the same [a-z ]+? (?:are|appear|come) (?:listed |sorted |in the )?(?:order of|by) )(?:their |its |the )?/i;

/** Words before the key that breaks ties. */
export const ties =
  /[,;.]?(?: and)?,? ?(?:and |but )?(?:(?:with)?in (?:one|the same|each|any) [a-z]+(?: [a-z]+)?|(?:for|with|on|at|of|among|where|if) (?:the same|equals?|one|identical|ties)(?: [a-z]{1,30}){0,2}|(?<![a-z])[a-z]{1,30} (?:(?:[a-z]{2,12}ed|due|made) )?(?:on|with|of|in|at) the same [a-z]+(?: are)?(?: ordered| sorted| listed)?|equal [a-z]+ are (?:broken|ordered|sorted)|ties(?: are broken)?),? (?=by |the |in |[a-z`]+ (?:ascending|descending)|smaller |lower |higher |larger )/i;

const isFirst =
  '(?:[a-z]{1,30} )?(?:(?:comes?|coming|being|appears?|appearing|listed|shown|returned) )?(?:first|on top)';
const down = `descending|desc|reverse(?:d)?|downwards?|from (?:the )?(?:high|highest|large|largest|late|latest|new|newest|z) to (?:the )?\\w+|(?:high|highest|largest|latest|newest|last) to (?:low|lowest|smallest|earliest|oldest|first)|(?:(?:the|with the) )?(?:${highest}|last) ${isFirst}`;
const up = `ascending|asc|upwards?|from (?:the )?(?:low|lowest|small|smallest|early|earliest|old|oldest|a) to (?:the )?\\w+|(?:low|lowest|smallest|earliest|oldest|first) to (?:high|highest|largest|latest|newest|last)|(?:(?:the|with the) )?(?:${lowest}|first) ${isFirst}`;

export const isDescending = new RegExp(`\\b(?:${down})\\b`, 'i');

/** Words for the direction of a sort key. */
export const direction = new RegExp(`(?:,|\\(|in)? ?\\b(?:${down}|${up})\\b(?: order)?\\)?`, 'i');

/** Words between two sort keys. */
export const nextKey =
  /,? (?:and )?(?:then|after that|next),? (?:by )?|,? and (?:by )?|, (?:by )?|[;,] (?:[a-z]+ )?(?:due |made |dated )?(?:on|of|with|at|in) the same [a-z]+(?: [a-z]+)? by /i;

/** Matches a sentence that contains only sort keys. */
export const byAlone = /^(?:all (?:of them|in one answer),? )?by (?:their |its |the )?/i;

export const alphabetical = /^(?:[a-z ]+ )?(?:alphabetically|in alphabetical order)(?: by name)?$/i;

/** Words of a sentence about an order that the client chooses, which is not the default order. */
export const isChoice =
  /\b(?:can be|you can|use|parameter|field to|may|if|(?<!\bby )when|sort_by|specify|optional|choose)\b/i;
