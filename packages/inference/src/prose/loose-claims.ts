import { normalizeName, splitWords } from '@understudy/model';
import { rootOf } from '../words/verb-forms.js';
import type { StateClaim, Subject } from './guards.js';
import { pluralOf } from './states.js';

/** The words by which a part of a sentence allows, forbids or reaches the states in it. */
const kinds = {
  result:
    /\b(?:afterwards?|after that|from then on|thereafter|becom(?:es?|ing)|turn(?:s|ed|ing)?\b.*\b(?:in)?to\b|mov(?:es?|ed)\b.*\b(?:in)?to\b|goes\b.*\bto\b|put(?:s|ting)?\b.*\b(?:in|into|to)\b|returns?\b.*\bto\b|counts? as|falls?|ends? up|is then|is now|are then|are now)\b/,
  refusal:
    /\b(?:can ?not|can't|can no longer|may not|must not|could not|not (?:possible|allowed|permitted|accepted)|impossible|refus\w+|reject(?:s|ed)?|turn(?:s|ed)?\b.{0,20}\bdown|denied|fails?|conflict|too late|never|no longer|any ?more|(?:takes?|accepts?|gets?) no)\b/,
  need: /\b(?:only|possible|allowed|permitted|must|has to|have to|needs? to|requires?)\b/,
} as const;
/** Words that exclude a state. */
const negation =
  /\b(?:not|isn't|aren't|other than|anything but|any other|all other|must be|must still be|has to be|have to be|needs? to be|has left)$/;
const clause = /, (?=which |and |but |so |then )|; | after which | but (?=in |not )| and (?=the |its? )/;
/** Words before a state, as opposed to a verb with the same participle. */
const before =
  /(?:^|\b(?:an?|the|is|are|was|were|been|status|state|still|already|currently|only|to|into|as|for|from|in|of|not|other than|all|any|no|by|have|has|with)\s)$/;
const asVerb =
  /\b(?:can|cannot|can't|may|could|(?<!\b(?:has|have|needs?) )to|no longer|can not|also|again|only) be (?:\w+ )?$/;

interface Mention {
  readonly state: string;
  readonly at: number;
  readonly end: number;
}

/**
 * Reads the states in a sentence of any form. A part of it has states and words that allow, forbid or reach them. A part
 * with the name of another thing is not read.
 *
 * @param others nouns of other things
 */
export function readLooseClaim(
  { text, said }: { readonly text: string; readonly said: string },
  subject: Subject,
  others: ReadonlySet<string>,
): StateClaim | undefined {
  const claims = text.split(clause).flatMap((part) => claimOf(part, said, { subject, others }) ?? []);
  const [to, another] = new Set(claims.flatMap((claim) => claim.to ?? []));
  const allowed = claims.flatMap((claim) => claim.allowed ?? []);
  const excluded = claims.flatMap((claim) => claim.excluded ?? []);
  if (
    claims.length === 0 ||
    /\balso\b/.test(text) ||
    another !== undefined ||
    allowed.some((state) => excluded.includes(state))
  )
    return undefined;
  return {
    isLoose: true,
    ...(allowed.length === 0 ? {} : { allowed }),
    ...(excluded.length === 0 ? {} : { excluded }),
    ...(to === undefined ? {} : { to }),
    ...(claims.every(({ isWeak }) => isWeak === true) ? { isWeak: true } : {}),
  };
}

function claimOf(
  part: string,
  said: string,
  { subject, others }: { readonly subject: Subject; readonly others: ReadonlySet<string> },
): StateClaim | undefined {
  const mentions = mentionsIn(part, said, subject);
  const [first] = mentions;
  const last = mentions.at(-1);
  if (first === undefined || last === undefined) return undefined;
  if (part.split(/[^a-z]+/).some((word) => others.has(word))) return undefined;
  const result = kinds.result.exec(part);
  if (result !== null) {
    const isBefore = result.index > last.end || !/\bto$|\binto$/.test(result[0]);
    const reached =
      isBefore && mentions.length === 1 ? last : last.at >= result.index + result[0].length ? last : undefined;
    const sources = mentions.filter(({ state }) => state !== reached?.state);
    if (reached === undefined || sources.some(({ at }) => at > reached.at)) return undefined;
    return { to: reached.state, ...(sources.length === 0 ? {} : { allowed: sources.map(({ state }) => state) }) };
  }
  const states = mentions.map(({ state }) => state);
  const isNegated = negation.test(
    part
      .slice(0, first.at)
      .trimEnd()
      .replace(/ (?:an?|the|yet|still|already|in|in state)$/, ''),
  );
  if (kinds.refusal.test(part)) return isNegated || /\bonly\b/.test(part) ? { allowed: states } : { excluded: states };
  if (!kinds.need.test(part)) {
    // "Ends an active subscription."
    const [verb = '', article = ''] = part.split(' ');
    const isOwn = [...subject.verbs].some((own) => rootOf(own) === rootOf(verb)) && /^(?:an?|the)$/.test(article);
    return isOwn && mentions.length === 1 ? { allowed: states, isWeak: true } : undefined;
  }
  return isNegated && !/\b(?:must|has to|have to|needs? to)\b/.test(part) ? { excluded: states } : { allowed: states };
}

/** The states in a text: in code style, or at the place of a state. */
function mentionsIn(text: string, said: string, { states, nouns }: Subject): Mention[] {
  const things = new Set(nouns.flatMap((noun) => [noun, pluralOf(noun)]));
  return states
    .flatMap((state) => {
      const words = splitWords(state).join('[ _-]?');
      const isMarked = new RegExp(`[\`"'“]${state.replaceAll(/\W/g, '.')}[\`"'”]`).test(said);
      return [...text.matchAll(new RegExp(`(?<![\\w-])(?:${words}|${normalizeName(state)})(?![\\w-])`, 'g'))].flatMap(
        ({ index, 0: { length } }): Mention[] => {
          const [ahead, behind] = [text.slice(0, index), text.slice(index + length)];
          const [next = ''] = behind.trim().split(/[^a-z]/);
          const stands = isMarked || before.test(ahead) || /(?:,| or | and )$/.test(ahead) || things.has(next);
          return stands && !asVerb.test(ahead) ? [{ state, at: index, end: index + length }] : [];
        },
      );
    })
    .sort((one, other) => one.at - other.at);
}
