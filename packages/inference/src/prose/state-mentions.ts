import { normalizeName } from '@understudy/model';
import { pluralOf } from './states.js';
import type { Kind, Vocabulary } from './vocabulary.js';

/** A state in a text, with its position. */
export interface Mention {
  readonly state: string;
  readonly at: number;
  readonly end: number;
}

/** The boundaries between parts of a sentence. */
export const parts =
  /, (?=which |and |but |so |then )|; | after which | but (?=in |not )| and (?=the |its? |[a-z]+s (?:the|its|all|an?) )/;
/** Words that negate a state. */
const negation =
  /\b(?:not|isn't|aren't|never|neither|other than|anything but|any other|all other|has left|have left|stopped being|past|beyond|no longer)$/;
/** Words before a state, which distinguish it from a verb with the same participle. */
const before =
  /(?:^|\b(?:an?|the|is|are|was|were|be|been|being|status|state|still|already|currently|only|to|into|as|for|from|in|of|not|never|other than|past|all|any|no|by|have|has|with|now|again|becomes?|turns?|stays?|remains?|once|while|if|until)\s)$/;
const asVerb =
  /\b(?:can|cannot|can't|may|could|(?<!\b(?:has|have|needs?) )to|no longer|can not|also|again|only) be (?:\w+ )?$/;

/** Lists the states in a text, in backticks or in the position of a state. */
export function mentionsIn(text: string, said: string, { states, nouns, stateMember }: Kind): Mention[] {
  const things = new Set(nouns.flatMap((noun) => [noun, pluralOf(noun)]));
  return states
    .flatMap(({ member, value: state, words }) => {
      if (member !== stateMember) return [];
      const isMarked = new RegExp(`[\`"'“]${state.replaceAll(/\W/g, '.')}[\`"'”]`).test(said);
      const pattern = `(?<![\\w-])(?:${words.split(' ').join('[ _-]?')}s?|${normalizeName(state)})(?![\\w-])`;
      return [...text.matchAll(new RegExp(pattern, 'g'))].flatMap(({ index, 0: { length } }): Mention[] => {
        const [ahead, behind] = [text.slice(0, index), text.slice(index + length)];
        const [next = ''] = behind.trim().split(/[^a-z]/);
        const stands = isMarked || before.test(ahead) || /(?:, | or | and )$/.test(ahead) || things.has(next);
        return stands && !asVerb.test(ahead) ? [{ state, at: index, end: index + length }] : [];
      });
    })
    .filter(({ at }, index, all) => all.findIndex((each) => each.at === at) === index)
    .sort((one, other) => one.at - other.at);
}

/** True if the words before a state negate it. */
export function isNegated(text: string, { at }: Mention): boolean {
  return negation.test(
    text
      .slice(0, at)
      .trimEnd()
      // "Not paid or cancelled" excludes both.
      .replace(/(?<=\bnot)(?: [\w-]+(?:,? (?:or|nor)|,))+$/, '')
      .replace(/ (?:an?|the|yet|still|already|in|in state|been|be)$/, ''),
  );
}

/** True if a text mentions another resource. */
export function namesOther(text: string, own: Kind, { kinds }: Vocabulary): boolean {
  const words = new Set(text.split(/[^a-z]+/));
  const mine = new Set(own.nouns.flatMap((noun) => [noun, pluralOf(noun)]));
  return [...kinds.values()].some(({ nouns }) =>
    nouns.flatMap((noun) => [noun, pluralOf(noun)]).some((noun) => words.has(noun) && !mine.has(noun)),
  );
}
