/** A kind of error, and the words that descriptions use for it. */
export interface ErrorKindWords {
  readonly kind: string;
  /** The statuses it can have. */
  readonly statuses: readonly number[];
  /** Words in its codes, separated by spaces. */
  readonly named: RegExp;
  /** Words of sentences about it. If undefined, its status is enough. */
  readonly said?: RegExp;
}

/** The kinds of errors that any operation can have, the most specific first. */
export const errorKinds: readonly ErrorKindWords[] = [
  { kind: 'unauthenticated', statuses: [401], named: /unauth|not auth|authentication|token|api key|login|missing/ },
  {
    kind: 'unknownKey',
    statuses: [401],
    named: /\b(?:invalid|unknown|wrong|bad|foreign|unrecogni[sz]ed|not known)\b/,
    said: /\b(?:anything|any ?one|nothing) else\b|\bany other\b|\bnot (?:an? (?:key|token)|one) of ours\b|\bunknown\b|\bmade[- ]up\b|\banother form\b|\bdid not (?:issue|hand out|give out)\b/i,
  },
  {
    kind: 'forbidden',
    statuses: [403],
    named: /forbidden|permission|denied|not allowed|not permitted|unauthori[sz]ed/,
  },
  { kind: 'missing', statuses: [404, 410], named: /not found|missing|unknown|no such|not exist|gone/ },
  { kind: 'stale', statuses: [412], named: /precondition|stale|etag|version|conflict/ },
  { kind: 'unconditional', statuses: [428], named: /precondition|required|missing/ },
  { kind: 'mediaType', statuses: [415], named: /media|type|unsupported|format/ },
  { kind: 'tooLarge', statuses: [413], named: /large|big|size/ },
  { kind: 'rateLimit', statuses: [429], named: /rate|many|limit|throttl|quota/ },
  {
    kind: 'state',
    statuses: [409, 422, 400],
    named: /\b(?:invalid|wrong|bad|illegal) (?:state|status|transition|step|move)\b/,
    said: /\b(?:any|every|all) other (?:combinations?|steps?|moves?|transitions?|changes?)\b|\b(?:status|state)\b[^.]{0,200}\b(?:not|no)\b[^.]{0,100}\b(?:allow|permit|possible)/i,
  },
  {
    kind: 'cursor',
    statuses: [400, 422, 410],
    named: /\b(?:cursor|page token|paging token|continuation)\b/,
    said: /\b(?:cursor|(?:next|page|paging|continuation)[ _-]?token)\b/i,
  },
  {
    kind: 'idempotency',
    statuses: [409, 422, 400],
    named: /\bidempoten/,
    said: /\bidempoten|\bkey (?:was|has been|is) (?:already )?(?:re-?)?used\b/i,
  },
  {
    kind: 'invalid',
    statuses: [422, 400],
    named:
      /^(?:invalid|bad)(?: (?:requests?|inputs?|arguments?|param\w*|body|data|payload|fields?|values?))?$|\bvalidation\b|^not valid$|malformed|unprocessable/,
    said: /\b(?:not valid|invalid|validation|malformed|unprocessable|not well-formed|schema|not acceptable|out of (?:its |the )?range|bad (?:input|request|body|parameter))\b/i,
  },
];
