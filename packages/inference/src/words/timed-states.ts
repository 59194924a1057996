import { splitWords } from '@understudy/model';
import { isEndState } from './end-states.js';
import { rootOfPhrase } from './synonyms.js';

const rootsOf = (words: string): ReadonlySet<string> => new Set(words.split(' ').map(rootOfPhrase));

/** States that follow when a time has passed, with the words of that time. */
export const timedStates: readonly { readonly to: ReadonlySet<string>; readonly after: RegExp }[] = [
  { to: rootsOf('expired lapsed'), after: /^(?:expir|laps)\w* (?:at|on|date|time)$|^valid (?:until|to|till|through)$/ },
  {
    to: rootsOf('overdue late past-due'),
    after: /^(?:payment )?due(?: (?:at|on|by|date|time))?$|^(?:pay|payable) by$/,
  },
  { to: rootsOf('ended past over elapsed'), after: /^(?:ends?|until)(?: (?:at|on|date|time))?$/ },
];

/** True if a state can pass with time. A draft and a last state such as `revokedByOwner` cannot. */
export function canPass(state: string): boolean {
  return (
    !isEndState(state) &&
    !isEndState(splitWords(state)[0] ?? '') &&
    !/^(?:draft|unpublished|archived|blocked|paused)/i.test(state)
  );
}
