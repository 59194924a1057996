import { creationWords } from '../words/happenings.js';
import { rootOf } from '../words/verb-forms.js';
import type { Kind } from './vocabulary.js';

const atCreation =
  /,? ?\b(?:(?:fixed|frozen|taken|copied|kept|stored|as it was) )?(?:(?:when|at the (?:time|moment) (?:when|that|at which)|at the (?:time|moment)|on the day (?:when|that|on which)) (?:it|this|the ([a-z ]+?)) (?:is|was) ([a-z]+)(?: (?:up|out|down))?|(?:at|on|upon|at the (?:time|moment) of) (?:the |its )?(creation|[a-z]+ing|order|purchase|sale|(?<=(?:time|moment) of the )(?!call|request)[a-z]+)|(?:at|on) (that (?:time|moment|day)))$/;
const made = /^(?:made|signed|drawn|written|agreed|sold)$/;

/**
 * Returns the value in a phrase such as "The rate of the room type when the booking was made", which later changes do
 * not affect.
 */
export function fixedValueIn(sentence: string, { nouns, makers }: Kind): string | undefined {
  const text = sentence.replace(/[;,] (?:later|subsequent|further) changes .*$/, '');
  const [tail, noun, verb = '', act, then] = atCreation.exec(text) ?? [];
  const isMade = creationWords.has(verb) || made.test(verb) || makers.has(rootOf(verb));
  const isOwn = noun === undefined || nouns.includes(noun);
  return tail !== undefined && isOwn && (isMade || act !== undefined || then !== undefined)
    ? text.slice(0, -tail.length)
    : undefined;
}
