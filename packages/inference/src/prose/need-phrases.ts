import { rootOf } from '../words/verb-forms.js';
import { splitsAt } from './phrases.js';

/** Matches subject, negation and predicate: "The order must be open". */
export const must =
  /^(.+?) (?:must|has to|have to|had to|needs? to|is required to|are required to)(?: still| first| already)? (not )?(.+)$/;
/**
 * Matches the consequence of a failure, which is not a condition: "If the payment fails, the order will return to
 * open".
 */
const failing =
  /^(?:if|when|once) [^,]*\b(?:fails?|failed|does not succeed)\b[^,]*, .*\b(?:transitions?|returns?|moves?|goes|go|changes?|reverts?|becomes?|turns?)\b/;

/** Matches sentences that do not reject anything: "A draft can be changed freely". */
const freely =
  /\b(?:freely|at will|as (?:often|much) as (?:you|one) (?:like|want)s?|without (?:any )?(?:limits?|restrictions?)|in (?:every|any) (?:way|respect)|any ?way you like)\b/;
/** Matches an error about a state that is not named. */
export const general =
  /\b(?:in|of) (?:its|the|this|their) (?:current|present) (?:status|state)\b|\bin (?:status|state) (?:current|present)\b|\b(?:status|state) (?:that )?(?:does not|doesn't) (?:allow|permit)\b|\bconditions are not (?:met|fulfilled|satisfied)\b/;
/** Matches definitions, such as "an incident is an issue that needs to be resolved", and "it cannot be undone". */
const defining =
  /^an? [a-z -]{1,60}? (?:represents?|describes?|is) .*\b(?:that|which|who) (?:needs?|must|has to|have to)\b|\b(?:cannot|can't|can not) be (?:undone|reversed)$/;
/** True if a sentence contains no restriction. */
export function bindsNobody(text: string): boolean {
  return freely.test(text) || general.test(text) || failing.test(text) || defining.test(text);
}

/** Matches "The booking is for an archived course", "No bookings for a member who has left". */
export const madeFor = /^(?:(?:it|the [a-z]+) (?:is|was)|no [a-z]+) (?:for|of|on|in|to) ((?:an?|the|any) .+)$/;
/** Words that select some of the records in a state. */
export const modified = /\b(?:with|without|whose|no|has|have|another|more|fewer) \b/;
/** Phrases for records that an error does not change. */
export const aftermath = /^(?:the |its |every|no)[a-z ]* (?:stays?|remains?|is left|are left|keeps?)\b/;
/**
 * Matches a main part that also contains a condition: "We refuse another one that has a day in common", "an overlapping
 * one".
 */
export const restricted =
  /\b(?:refuse|reject|decline|deny|turn down|allow|accept|permit) (?:an?|any|another|every|each|the|further) (?:[a-z]+ing [a-z]+|[a-z]+ (?:that|which|who|whose|with|in|for|on|at) )/;
const beforeThing = '(?:of|for|to|on|in|from|with|if|that|against|down|away)';

/** True for a verb and its noun, such as `rent` and `rental`. */
export function sharesStem(one: string, other: string): boolean {
  const [short = '', long = ''] = [one, other].sort((first, second) => first.length - second.length);
  return one === other || (short.length > 3 && long.startsWith(short));
}

/** Returns the roots of the verbs in "can be sent", "cannot be sent any more". */
export function participlesIn(main: string): string[] {
  return [
    ...main.matchAll(
      /\b(?:can|cannot|can't|may|may not|must not|only|longer|never) be ([a-z]+)|\b(?:cannot|can't|may not|may|can|neither)(?: only)? (?!be\b|not\b|neither\b|only\b|no\b)([a-z]+)/g,
    ),
  ].flatMap(([, one, other]) => rootOf(one ?? other ?? ''));
}

/** True for "Once it has been sent, it must be voided" if voiding is another operation. */
export function isOtherDuty(
  text: string,
  { verbs, otherVerbs }: { readonly verbs: ReadonlySet<string>; readonly otherVerbs: ReadonlySet<string> },
): boolean {
  const [, participle = ''] = /^(?:once|if|when|after) .+, (?:it|they) must be ([a-z]+)$/.exec(text) ?? [];
  return otherVerbs.has(rootOf(participle)) && !verbs.has(rootOf(participle));
}

/** Lists the phrases of a sentence that can refer to forbidden or allowed records. */
export function phrasesIn(main: string, isDenied: boolean): string[] {
  // "Student tickets cannot cost more than 10" does not forbid student tickets.
  if (
    isDenied &&
    / (?:be worth|be priced|cost|exceed|weigh|last|be) (?:at )?(?:more|less|fewer|higher|lower|longer|shorter) than \d/.test(
      main,
    )
  )
    return [];
  const verbs =
    "(?:can|cannot|can't|can no longer|can never|may|may not|must not|could not|is|are|stays?|remains?|has to|have to|fails?|accepts?|takes?|gets?|leads?|ends?|will)";
  const starts =
    isDenied || /^only /.test(main)
      ? splitsAt(main, verbs).flatMap(([start]) => (/ (?:that|which|who)$/.test(start) ? [] : [start]))
      : [];
  const ends =
    isDenied || /\b(?:only|works?|possible|allowed|permitted|available|accepts?)\b/.test(main)
      ? splitsAt(main, `(?:${beforeThing}|refuses?|rejects?|accepts?|takes?|only)`).map(([, end]) => end)
      : [];
  return [...starts, ...ends].map((each) =>
    each.replace(/^only | (?:is|are|gets?) (?:refused|rejected|declined|turned (?:down|away))$/g, '').trim(),
  );
}

/** Negates a condition. */
export function negate(condition: string): string {
  const [, records, sign] = /^(.+\.size\(\)) (== 0|> 0)$/.exec(condition) ?? [];
  if (records !== undefined && !/&&|\|\||[<>]/.test(records)) return `${records} ${sign === '> 0' ? '== 0' : '> 0'}`;
  const [, inner] = /^!\(([^()]*(?:\((?:[^()]|\([^()]*\))*\)[^()]*)*)\)$/.exec(condition) ?? [];
  return inner ?? `!(${condition})`;
}

/** Rewrites "be open" as "is open". */
export function inThirdPerson(predicate: string): string {
  return predicate
    .replace(/^be /, 'is ')
    .replace(/^have /, 'has ')
    .replace(/^go /, 'goes ')
    .replace(/^(lie|come|contain|belong|start|end|exceed|fall|drop|rise) /, '$1s ');
}

/** Matches phrases for the same time: "The vet already has a visit then". */
export const atThatTime = / (?:then|at (?:the|that|this)(?: same)? (?:time|moment)|in that slot)$/;

/** Matches a condition on some of the records that a record refers to. */
export const ofSuch =
  /^(.{1,120}(?: than | above | over | below | under | exceeds? ).{1,60}?) (?:for|with|of|in|on) an? ([a-z]+) ([a-z]+)$/;

/** Matches phrases such as "An amount above the balance". */
export const boundWord = / (?:above|below|over|under|beyond|exceeding|[a-z]+er than|more than|less than) /;

/** Matches a state change of other records, which is not an error: "Its refills become declined". */
const becomesRefused =
  /\b(?:becomes?|turns?|(?:is|are) set to|(?:is|are) then|changes? to|goe?s? to) (?:refused|rejected|declined|denied)\b/;

/** Matches an effect of the operation: "Reject a submitted claim". */
const refusing = /^(?:rejects?|refuses?|declines?|den(?:y|ies)) (?=(?:an?|the|this|its|one|all) )/;

/**
 * Removes the effect of the operation from a sentence. For a rejecting operation, "The leave is refused" is the effect.
 */
export function withoutEffect(text: string, isRefusal: boolean): string {
  if (!isRefusal) return text.replace(becomesRefused, 'ends');
  return text.replace(/\b(?:is|are|gets?) (?:refused|rejected|declined|denied)\b/, 'ends').replace(refusing, 'ends ');
}
