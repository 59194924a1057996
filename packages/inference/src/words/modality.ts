/** Words for errors. */
export const denies =
  /\b(?:cannot|can't|can not|can no longer|can never|can neither|may not|may no longer|may never|must not|must never|could not|unable|not (?:be )?(?:possible|allowed|permitted|accepted|granted|available|eligible)|impossible|forbidden|prohibited|refus\w+|reject\w*|deny|denied|denies|declined?|declines|turn(?:s|ed)? (?:\w+ ){0,2}(?:down|away)|fails?|failing|conflicts?|too late|no way|no longer (?:be )?(?:possible|allowed|permitted|accepted|available)|(?:takes?|accepts?|gets?|receives?|allows?|permits?) (?:no|nothing)\b|(?:stays?|remains?) as (?:it|they) (?:is|are)|closed (?:for|to) (?:changes|editing|edits)|(?:is|are)(?: [a-z]+)? final|4(?:0[09]|12|22)|conflict|has to stay|have to stay|must stay|remains? in place)\b|^no .+ (?:is|are) (?:possible|allowed|permitted|accepted|taken)\b|^(?:nothing|nobody|no one|none|no (?:(?!but |except |other )[a-z]+ ){1,5}?) ?(?:can|may|could) (?!only)/;

/** Words for possible and required actions. */
export const allows =
  /\b(?:only|must|has to|have to|had to|needs?|requires?|required|possible|allowed|permitted|accepted|accepts?|works?|succeeds?|eligible|open (?:to|for)|can|may|at most)\b/;

/** Phrases about when a part of a request applies: "The parameter shipping_address only applies to physical cards". */
export const limitsParts =
  /\b(?:parameter|field|property|propertie|attribute|argument|option|setting|header)s? .*\b(?:only (?:apply|applies|applicable|relevant|valid|used|available|supported)|(?:apply|applies|relevant|valid) only)\b/;

/** Words that do not grant permission on their own: "you can cancel it while it is open". */
export const mayOnly = /\b(?:can|may)\b/;
export const bindsSurely =
  /\b(?:only|must|has to|have to|needs?|requires?|required|possible|allowed|permitted|accepted|works?|succeeds?|eligible)\b/;

/** Words before a condition, by meaning. */
export const connectives = {
  /** The condition must hold. */
  if: 'if|when|whenever|while|once|after|as long as|so long as|as soon as|in case|given that|where|from the moment(?: that| when)?|the moment',
  /** The condition must not hold yet. */
  until:
    'until|till|before|unless|except (?:when|while|if)|up to the (?:moment|point|time)(?: that| when| at which| in which)?',
  because: 'because|since|as(?= (?:it|they|the|an?|there|no) )',
} as const;

/** Words for repetition. */
export const repeats =
  /\b(?:only once|once only|just once|at most once|twice|a second time|another time|again|more than once|repeated|a repeat(?:ed)?)\b/;
