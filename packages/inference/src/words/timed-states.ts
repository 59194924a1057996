import { splitWords } from '@understudy/model';
import { isEndState } from './end-states.js';
import { rootOfPhrase } from './synonyms.js';

const rootsOf = (words: string): ReadonlySet<string> => new Set(words.split(' ').map(rootOfPhrase));

/** States before a period starts. */
export const ahead = rootsOf('upcoming scheduled planned future announced');

/**
 * States that follow when a time has passed, with words for that time, and the preceding states if only a few precede.
 */
export const timedStates: readonly {
  readonly to: ReadonlySet<string>;
  readonly after: RegExp;
  readonly from?: ReadonlySet<string>;
}[] = [
  {
    to: rootsOf('running ongoing active current underway in-progress live'),
    after: /^(?:starts?|begins?|from)(?: (?:at|on|date|time|day))?$/,
    from: ahead,
  },
  { to: rootsOf('expired lapsed'), after: /^(?:expir|laps)\w* (?:at|on|date|time)$|^valid (?:until|to|till|through)$/ },
  {
    to: rootsOf('overdue late past-due'),
    after: /^(?:payment )?due(?: (?:at|on|by|date|time))?$|^(?:pay|payable) by$/,
  },
  { to: rootsOf('ended past over elapsed'), after: /^(?:ends?|until)(?: (?:at|on|date|time|day))?$/ },
  {
    to: rootsOf('finished completed done concluded'),
    after: /^(?:ends?|until)(?: (?:at|on|date|time|day))?$/,
    from: new Set([...ahead, ...rootsOf('running ongoing active current underway in-progress live')]),
  },
];

/** True if a state can change with time. A draft or a final state such as `revokedByOwner` cannot. */
export function canPass(state: string): boolean {
  return (
    !isEndState(state) &&
    !isEndState(splitWords(state)[0] ?? '') &&
    !/^(?:draft|unpublished|archived|blocked|paused)/i.test(state)
  );
}
