import { listParticiples } from './verbs.js';

type Rewrite = readonly [said: RegExp, plain: string | ((found: readonly (string | undefined)[]) => string)];

const participle = (verb: string) => listParticiples(verb)[0] ?? verb;
const state = '(?:the |a )?(?:status|state|phase|stage)';
const when = '(?:while|when|if|once|after|until|before|as long as|so long as|unless)';
const turn =
  '(?:changes|moves|switches|goes|passes|transitions|turns|flips|shifts|advances|proceeds|progresses|is changed|is moved|is switched|is set|are changed|are moved|are set)';

/** Phrasings in lower case without punctuation, with the equivalent phrasing that the rules read. */
const rewrites: readonly Rewrite[] = [
  // Connections
  [
    /\b(?:provided(?: that)?|on condition that|for as long as|as long as|so long as|throughout the time that) /g,
    'while ',
  ],
  [/\b(?:in the event that|in case that|whenever) /g, 'if '],
  [/^(?:please )?(?:note|be aware|keep in mind) that /, ''],
  [
    /,? (?:so|and so|hence|therefore|thus|meaning that)(?: that)? (?!(?:does|do|is|are) )(?=(?:its|the|their|\w+) )/g,
    ', and ',
  ],
  [/\b(is|are) no (?!longer|more|less|other|such)([a-z]+)(?: any ?more| any longer)?(?=$|[,;])/g, '$1 not a $2'],
  // Possibility
  [/^(?:it |this )?works (?:only )?(?=(?:for|while|when|if|on|with) )/, 'only possible '],
  [/\b(possible|allowed|permitted|available|accepted) (only )?for ([a-z -]+?),? (?:and|or) for /, '$1 $2for $3 or '],
  [/\b(?:can|may|must|shall) never\b/g, 'cannot'],
  [
    new RegExp(
      `^(?:it is |there is )?(?:not possible|no way|impossible|forbidden|not allowed|not permitted) (?:for [a-z]+ )?to ([a-z]+) (.+?)(?=$|,? ${when} )`,
    ),
    ([, verb = '', thing = '']) => `${thing} cannot be ${participle(verb)}`,
  ],
  [
    new RegExp(`^it is only (?:possible|allowed|permitted) to ([a-z]+) (.+?)(?=$|,? ${when} )`),
    ([, verb = '', thing = '']) => `${thing} can only be ${participle(verb)}`,
  ],
  [/\b(?:is|are) (?:not |un)(?:able|allowed|permitted) to be\b/g, 'cannot be'],
  [/\b(?:is|are) (?:not (?:able|allowed|permitted|possible|eligible)|unable|forbidden) to\b/g, 'cannot'],
  [/\b(?:is|are) (?:prohibited|barred|excluded) from being\b/g, 'cannot be'],
  [/\b(?:is|are) (?:able|allowed|permitted|eligible) to\b/g, 'can'],
  [
    new RegExp(
      `^(?:you|one|callers) (cannot|can't|may not|must not|can only|may only) (?!be )([a-z]+) (.+?)(?=$|,? ${when} )`,
    ),
    ([, can = '', verb = '', thing = '']) =>
      `${thing} ${/only/.test(can) ? 'can only' : 'cannot'} be ${participle(verb)}`,
  ],
  [/^no (?!more |fewer |less )([a-z][a-z -]*?) (?:can|may) be ([a-z]+)/, 'a $1 cannot be $2'],
  [/\b(?:cannot|can't|may not|must not) be ([a-z]+) unless /g, 'can only be $1 if '],
  [
    /^only (?:while|when|if|once|after) (.+?) (?:can|may) (it|they|(?:the|an?) [a-z ]+) be ([a-z]+)$/,
    '$2 can only be $3 if $1',
  ],
  [/\b(?:refused|rejected|denied|turned away|turned down) unless /g, 'only possible if '],
  [/\bmust not (?=(?:have|contain|exceed|lie|start|end|overlap)\b)/g, 'cannot '],
  [/\b(?:may|can|might) (?:lie |be |start |end )?[a-z -]+, but (?:not|never) (in the (?:past|future))/, 'cannot be $1'],
  // States
  [new RegExp(`\\b${turn} (?:over |back )?(?:in)?to ${state} (?:of )?`, 'g'), 'becomes '],
  [
    new RegExp(
      `\\b(?:enters|takes on|assumes|receives|gets|is given|is put (?:in)?to|is placed in|goes in|ends up in|ends in|ends up with|ends up as|is left in) ${state} (?:of )?`,
      'g',
    ),
    'becomes ',
  ],
  [new RegExp(`\\b(?:has|have|carries|carry|bears|bear|shows|show) ${state} (?:of )?(?=[a-z])`, 'g'), 'is '],
  [/\b(?:(is|are) in|has|have) (?:one|any) of (?:the|these)(?: following)? (?:status|state)(?:e?s):? /g, 'is '],
  [/\b(?:whose|where the|where its) (?:status|state) (?:is|equals|reads) /g, 'in status '],
  // "In any status but open", "in a phase other than planned"
  [
    /\b(is |are )?in (?:an?|any|every|another|a different) (?:other )?(?:status|state|phase|stage)(?: other)? (?:but|except|than|apart from|besides) (?=[a-z])/g,
    ([, be = 'that is ']) => `${be}not `,
  ],
  [/\bin (?:a different|another) (status|state|condition)\b/g, 'in any other $1'],
  [/\bin (?:the )?(?!(?:other|this|that|its|which|what) )([a-z_]+) (?:status|state)\b/g, 'in status $1'],
  [/\b(?:is|are|gets|get|will be) (?:marked|flagged|labelled|labeled) (?:as )?(?:being )?/g, 'becomes '],
  [/^(?:the )?(?:status|state) of ((?:the|an?|its) [a-z ]+?) is /, '$1 is '],
  [/^(.+?)'s (?:status|state) is /, '$1 is '],
  [
    /^(?:at least one|some|one or more|any) (?:other )?([a-z]+?)s? (?:in|of|on|at|for|with|to) (?:this|the|that) [a-z]+ (?:is|are) (?:still )?/,
    'there are still $1s that are ',
  ],
  [/\b(?:is|has been) awaited by (?:somebody|someone)$/, 'is wanted'],
  [/^(.+?) is wanted$/, 'somebody is waiting for $1'],
  [
    /^(?:for (?:an?|the) [a-z ]+?) that (?:is|was|has) not (?:been )?(.+?)(?: so far| yet)?, (?:this|it|the value) is null$/,
    'null unless it is $1',
  ],
  [
    /^(?:as long as|while) (?:no|the|it|an?) .*?\b(?:is|has|was) not (?:been )?(.+?)(?: yet)?,? (?:this|it|the value) is null$/,
    'null unless it is $1',
  ],
  [
    /^(?:until|before) (?:it|the [a-z ]+?) (?:is|was|has been) (.+?),? (?:this|it|the value) is null$/,
    'null until it is $1',
  ],
  [/\b([a-z]+s) (?:are |waiting )?in the (?:queue|waiting list|line) (?:for|of) /, 'waiting $1 of '],
  [
    / (?:owned|held|kept|run|operated) by (?:the|this|our) (?:library|company|shop|business|firm|organi[sz]ation)\b/,
    '',
  ],
  // "Whoever has waited longest"
  [
    /\b(?:whoever|the (?:one|person|[a-z]+) (?:who|that)) (?:has |have )?(?:been (?:on|in) (?:the |its )?(?:waiting list|waitlist|queue|line)(?: (?:of|for) (?:the |this )?[a-z]+)?|waited|been waiting|waits)(?: for it)?(?: the)? longest(?: (?:moves|goes|comes) up(?: and)?(?! (?:in)?to ))?/,
    'the first one on the waiting list',
  ],
  [/^which (position|place|number|rank) (?:it|the [a-z]+) has (?=at|in|on)/, '$1 '],
  [/^another ([a-z]+) (?:holds|keeps|has reserved|reserved) (it|the [a-z ]+)$/, '$2 is held for another $1'],
  // Numbers
  [/\b\d{1,3}(?: \d{3})+(?![\d.])/g, ([number = '']) => number.replaceAll(' ', '')],
  [/,? ?\(?half an? [a-z]+ (?:is )?(?:rounded )?up(?:wards?)?\)?$/, ''],
  [/\b(?:an? |the )?(?:flat|fixed|standard|constant) (?=[\d.,]+ ?(?:%|per ?cent))/g, ''],
  [/^(?:the )?(?:result|outcome|value) of (?=subtracting|adding|multiplying|dividing|taking)/, ''],
  [/^what results from /, ''],
  [/\b(?:everything|all)(?: that| which)? (?:has|was|is) (?:already )?been (?=[a-z]+ed\b|paid\b)/g, 'what has been '],
  [/^subtracting (?:both )?(.+) from (.+)$/, '$2 minus $1'],
  [/^adding (?:up )?(.+?) (?:and|to) (.+)$/, '$1 plus $2'],
  [/^multiplying (.+?) (?:by|with|and) (.+)$/, '$1 times $2'],
  [/^dividing (.+?) by (.+)$/, '$1 divided by $2'],
  [/^taking (.+?) and rounding (?:it )?(down|up)$/, '$1, rounded $2'],
  [/,? and (?=(?:less|minus|plus) )/g, ' '],
  [/^(?:what|how much) ((?:the|an?|its) [a-z ]+?) costs?(?=$|[,;])/, 'the price of $1'],
  [/^(.+?) with (?:the )?(.+?) (?:added|on top)$/, '$1 plus $2'],
  [/ (?:that|which) the (?:request|call|caller) (?:asked for|asks for|named|names|gave|gives|sent|sends)$/, ''],
  [/^(?:each|every) (.+?) (?:adds|costs|counts) (?!the )(\d[^,]*?|an? [a-z]+)(?=$|,)/, '$2 for each $1'],
  [/,? (?:up to|to|with) a maximum of (\S+)$/, ', at most $1'],
  [/ (?:but|and)? ?no less than (\S+)$/, ', at least $1'],
  [/\beach of (its|the|all)\b/g, 'all $1'],
  [
    /^how many ([a-z ]+?) (?:are |is |were )?(?:currently )?(?:contained |included |held )?in (?=[a-z ]+$)/,
    'number of $1 in ',
  ],
  [/^how many ([a-z]+) (the .+?) (?:contain|include|hold)s?(?=$|[,;])/, 'number of $1 in $2'],
  [
    /^how many ([a-z ]+?) (?:the [a-z]+|we|there) (?:has|have|holds?|lists?|shows?|knows?|are|is) (?:for|of|about) (.+?)(?=$|,)/,
    'number of $1 of $2',
  ],
  [/^how many (.+?) (?:belong to|refer to|are assigned to) (.+)$/, 'number of $1 of $2'],
  [/, (?:counting|over|across) (?:all|every|each) [a-z ]+$/, ''],
  [/,? (?:whatever|regardless of|no matter what|irrespective of) (?:their|its|the) (?:status|state)\b/, ''],
  [/,? ([a-z_ ]{1,100}?) ones (?:excluded|left out|not included|not counted)$/, ' not counting $1'],
  [
    /\b(?:that|which) (?:the|this|its) [a-z]+ (?:has|have) (?:still )?(not )?(?:yet )?([a-z]+ed|paid)\b/g,
    'that are $1$2',
  ],
  [/\bthe (\w+(?: \w+)?) (?:that|which) (the [a-z ]+?) has$/, 'the $1 of $2'],
  [
    /^(?:the )?(?!day |date |time |moment |instant )(\w+(?: \w+)?) (?:at|on|in|to|for|with|of) which (?:the|this|that) ([a-z ]+?) (?:[a-z]+s|(?:is|was) [a-z]+)$/,
    'the $1 of the $2',
  ],
  [/\bwith an? (start|end) (?=in|on|before|after)/g, 'that $1 '],
  [/\bper ?cent\b/g, 'percent'],
  [/(\d) ?%/g, '$1 percent'],
  [/^(?:this |it |the number )?(?:counts|is the (?:tally|count) of|tally of|count of) (?:all |the )?/, 'number of '],
  [/^(?:the )?(?:amount|quantity) of (?!.* times )(?!the )(?=[a-z ]+s\b(?! of))/, 'number of '],
  [
    /,? (?:except(?: for)?|apart from|bar) ((?:the |those (?:that|which) are )?(?!when|if|while|that|in|on|for)[a-z_ -]{1,100})$/,
    ' not counting $1',
  ],
  [
    /\b(?:that|which) (?:still |are still |are yet |have yet )?(?:wait|waiting|are waiting|have) to be ([a-z]+)\b/g,
    'that are to be $1',
  ],
  [/\b(?:waiting|still|yet) to be ([a-z]+)\b/g, 'that are to be $1'],
  [/,? (?:and |or )?otherwise (\S+)$/, ', else $1'],
  [/ (\S+) otherwise$/, ' $1 else'],
  // "1.50 for unlocking plus the distance at the rate of the trip"
  [/\b(\d[\d.]*) for (?:the )?[a-z]+ing (?=plus |and )/g, '$1 '],
  [/ at (the|its) ((?:[a-z]+ )?rate)(?= of|$)/g, ' times $1 $2'],
  // Times
  [
    /\b(?:the )?(?:day|date|time|moment|instant|point in time) (?:on|at|in) which (?:it|they|(the [a-z]+)) (?:(?:was|were|is|are|has been|had been) )?([a-z]+)\b/g,
    ([, thing, verb = '']) => `the ${verb} date${thing === undefined ? '' : ` of ${thing}`}`,
  ],
  // Existence
  [/\b(an?|one|two|three|four|five|\d+) (?:([a-z]+(?: [a-z]+)?) or more|or more ([a-z]+))\b/g, 'at least $1 $2$3'],
  [/\b(?:is|are) (?:already |long )?(?:past|beyond|out of) the ([a-z_]+) (?:state|status|stage|phase)\b/g, 'is not $1'],
  [/\b(?:has|have) (?:stopped being|ceased to be|left) (?:an? )?(?:status |state )?([a-z_]+)$/, 'is not $1'],
  [/\b(?:one or more|any number of) (?=[a-z]+s\b)/g, 'at least one '],
  [
    /\b(?:is|(?:has|have) (?:fallen|dropped|sunk|gone down|come down)|falls|drops|sinks) (?:down )?(?:to )?((?:the |its )?[a-z_]{1,40}(?: [a-z_]{1,40})?) or (?:below|less|lower|fewer|under)\b/g,
    'is at most $1',
  ],
  [
    /\b(?:is|(?:has|have) (?:risen|gone up|grown|climbed|come)|rises|climbs|grows) (?:up )?(?:to )?((?:the |its )?[a-z_]{1,40}(?: [a-z_]{1,40})?) or (?:above|more|higher|over|greater)\b/g,
    'is at least $1',
  ],
  [/\b(?:has|have) reached or (?:fallen|dropped|gone|sunk) below\b/g, 'is at most'],
  [/\b(?:has|have) reached or (?:passed|exceeded|gone above|risen above)\b/g, 'is at least'],
  [/\breach(?:es|ed)? (?:0|zero|nothing)\b/g, 'is at most 0'],
  [
    /\bwhat (?:remains|is left|is still left) of (?:the|its) ([a-z]{1,30})\b(?! (?:after|once|when|minus))/g,
    'the remaining $1',
  ],
  // A comma after the condition.
  [/^((?:when|once|as soon as|if) (?:the |its )[a-z_]{1,40} is at (?:most|least) \d+) (?=(?:the|it|its) )/, '$1, '],
  [
    /,? (?:whatever|regardless of|no matter what|irrespective of) (?:its|the|their) ?(?:own )?(?:status|state|condition)(?: of (?:the|that|this) [a-z]{1,30})?(?: is| may be)?(?:,|$)/g,
    '',
  ],
  [
    /\b(?:against|for|on|to|with|in|under) which (?:at least one|an?|any|one|some) ([a-z]{1,30}) (?:is|has been|was|are) (?:already )?(?:booked|made|entered|recorded|placed|registered|filed|issued|open)(?= |$)/g,
    'with at least one $1',
  ],
  [/\b(?:does|do|did) not (?:have|contain|hold) any\b|\b(?:lacks|lack|is without|are without)(?: any)?\b/g, 'has no'],
  [/\bnot (?:a single|one|any) (?=[a-z]+ (?:is|has|was)\b)/g, 'no '],
  [/^(.+?) (?:already |still )?exists?$/, 'there is $1'],
  [/^there is no (.+)$/, 'there are no $1'],
  [
    /^(?:another|some other) ([a-z ]+?) (?:has|uses|carries|bears|is (?:for|in|on)) the same /,
    'there is a $1 with the same ',
  ],
  [/\b(one|two|three|four|five|six|eight|ten|\d+) ([a-z]+(?: [a-z]+)?) at (?:the )?(least|most)\b/g, 'at $3 $1 $2'],
  [
    /\b(at least (?:one|two|three|four|five|\d+) [a-z ]+?) (?:have|has) (?:been (?!booked|paid)[a-z]+|come in|arrived|exist)$/,
    'it has $1',
  ],
  [
    /^(?:it may |may )?be (lower|higher|less|more|greater|smaller|shorter|longer|earlier|later) than (.+?),? but (?:not|never) ([a-z]+)$/,
    'cannot be $3 than $2',
  ],
  [/^there (must|has to|have to|needs to) be (at least|at most|more than|fewer than|no more than) /, 'it $1 have $2 '],
  [
    /^(at least [a-z0-9]+ [a-z ]+?) (?:must|has to|have to|needs to) (?:have (?:been )?[a-z]+(?: in)?|be (?:attached|there|present|recorded|added|on file|registered|given|listed|entered)(?: first)?)$/,
    'it must have $1',
  ],
  [
    /^((?:all|every|each) [^,;]{1,80} (?:must|have to|has to|needs? to) [^,;]{1,80}?) (?:by then|first|before(?:hand)?|at that point)$/,
    '$1',
  ],
  [/^(?:only )?(?:possible|allowed|permitted) with (?=at least|at most|more than|no )/, 'needs '],
  // Rejections
  [
    /,? (?:no matter how|(?:in )?whatever|regardless of|irrespective of|ignoring|in any)\b[^,;]*\b(?:capital[a-z]*|case|letters|written|spelled|spelt)$/,
    '',
  ],
  [
    /^(?:it|this|the (?:request|call|operation)) (?:fails|is refused|is rejected) (?=(?:if|when|while|because|unless)\b)/,
    'refused ',
  ],
];

/** Rewrites a sentence into the words that the rules read. */
export function plainly(text: string): string {
  let plain = text;
  for (const [said, rewrite] of rewrites)
    plain =
      typeof rewrite === 'string'
        ? plain.replace(said, rewrite)
        : plain.replace(said, (...found: (string | undefined)[]) => rewrite(found));
  return plain.replace(/\s+/g, ' ').trim();
}
