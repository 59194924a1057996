import { plainText } from './reasons.js';
import type { Scope } from './scope.js';
import { isNegated, mentionsIn, namesOther } from './state-mentions.js';

/** Participles for the creation of a record. */
const made = '(?:created|made|registered|added|booked|opened|placed|set up|entered|signed up)';
const atCreation = new RegExp(
  `,? ?\\b(?:when|once|as soon as|right after|after) (?:it|they|(?:an?|the|each) [a-z ]{2,30}?) (?:is|are|was|were|has been|have been) ${made}\\b|,? (?:on|upon|after|at) (?:its )?creation\\b`,
);
/** Words for new records. */
const newness =
  /^(?:an? |the |any |every |each )?(?:new|newly|fresh(?:ly)?|just)\b|\b(?:starts?(?: out| off)?|begins?|opens?) (?:its life )?(?:as|in|with|at|out)\b|\binitial(?:ly)?\b|\bat first\b|\bfirst(?= |$)|\bto begin with\b|\b(?:at|from) the (?:very )?(?:start|beginning|outset)\b|\bcreated (?:as|in|with)\b/;
/** Words that directly precede a state. */
const ahead =
  /(?:^|, |\b(?:is|are|as|in|with|has|have|to|gets?|reads?|stays?|remains?|which|still|not yet|initially|first|always|starts?|begins?|set|status|state|value) )(?:(?:an?|the|its?|status|state|of|is|now|still|always|first|initially|then|all|to|out|off) ){0,5}$/;
/** Words that introduce a condition. */
const conditional =
  /\b(?:if|when|whenever|once|unless|while|whose|that|who|provided|depending|after|as soon as|only|can|cannot|may|must|needs?|requires?|has to|have to)\b|^(?:with|without|for|in|on|at) /;
/** Words that directly follow a state. */
const last = /^(?:$|,| [a-z]+$| (?:from|and|by|to) )/;
const laterOn =
  /;|,? because .*|, (?:since|as) .*|,? (?:until|till|before) .*|, (?:and|but|so|those|then|after|from) .*| → .*| (?:->|=>) .*/;

/** The location of a text in the description. */
export type StatePlace = 'member' | 'creation' | 'response';

/** Reads the initial state of a record in a sentence: "Starts out as `booked`", "The plan, `active` from now on". */
export function readFirstState(said: string, scope: Scope, place: StatePlace): string | undefined {
  const text = plainText(said);
  const [, chain] = /^(?:[^→>]*: )?[`"]([\w.-]+)[`"] (?:→|->|=>) [`"]/.exec(said) ?? [];
  const [, source] = /^(?:goes|moves|runs|changes|passes) from [`"]?([\w.-]+)[`"]? to /i.exec(said) ?? [];
  const listed = chain ?? source;
  if (listed !== undefined && place === 'member') return scope.kind.states.find(({ value }) => value === listed)?.value;
  const isMade = atCreation.test(text);
  const whole = text.replace(atCreation, '');
  const isBefore = / (?:until|till|before) /.test(whole);
  const main = whole.split(laterOn)[0] ?? '';
  // "The job is for the owner of the vehicle and starts out as planned": both parts share the subject.
  const [subject = '', ...rest] = main.split(
    / (?=(?:is|are|starts?|begins?|opens?|has|have|counts?|stays?|remains?)\b)/,
  );
  const clause = rest.length === 0 ? main : (rest.at(-1) ?? '');
  if (conditional.test(main) || namesOther(subject, scope.kind, scope.vocabulary)) return undefined;
  const [only, another] = mentionsIn(main, said, scope.kind);
  if (only === undefined || another !== undefined || isNegated(main, only)) return undefined;
  const isNew = isMade || isBefore || newness.test(main);
  const isResult = place === 'response' || (place === 'creation' && !namesOther(clause, scope.kind, scope.vocabulary));
  const [before, behind] = [main.slice(0, only.at), main.slice(only.end)];
  const isSaid =
    ahead.test(before) && (before !== '' || isNew)
      ? isNew || last.test(behind)
      : place === 'response' && /^the (?:new )?$/.test(before);
  return isSaid && (isNew || isResult) ? only.state : undefined;
}
