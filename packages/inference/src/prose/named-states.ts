import { splitWords } from '@understudy/model';
import { denies } from '../words/modality.js';
import { rootOf } from '../words/verb-forms.js';
import { allowedStates } from './allowed-states.js';
import type { Scope } from './scope.js';
import { isNegated, mentionsIn, namesOther } from './state-mentions.js';
import { dot } from './vocabulary.js';

/** Returns the states in a text as a condition, or undefined if the text also mentions another resource. */
export function namedStates(text: string, said: string, { kind, variable, vocabulary }: Scope): string | undefined {
  const mentions = mentionsIn(text, said, kind);
  const [first] = mentions;
  if (first === undefined || kind.stateMember === undefined || namesOther(text, kind, vocabulary)) return undefined;
  const values = [...new Set(mentions.map(({ state }) => state))];
  const found = `${dot(variable, kind.stateMember)} in ${JSON.stringify(values)}`;
  return isNegated(text, first) ? `!(${found})` : found;
}

/** Reads "Until it is shipped" as the states before this one. */
export function statesBefore(condition: string, { kind, variable }: Scope): string | undefined {
  const [state, more] = allowedStates(condition, kind) ?? [];
  const values = kind.states.flatMap(({ member, value }) => (member === kind.stateMember ? [value] : []));
  const before = values.slice(0, values.indexOf(state ?? ''));
  if (state === undefined || more !== undefined || kind.stateMember === undefined || before.length === 0)
    return undefined;
  return `${dot(variable, kind.stateMember)} in ${JSON.stringify(before)}`;
}

/** Words for the result of an operation. */
const result =
  /, (?:which|and) (?:is|are|then|becomes) .*$|\b(?:into|to|as|becomes?|afterwards|and (?:sets|notes|marks))\b.*$/;
/** Phrases for all states except those named. */
const anyOther = /\b(?:any|every|each|all) other ([a-z]+)|\b(?:anything|everything) else\b/;

/** True for phrases such as "in any other state it is refused". */
export function sharesOthers(text: string): boolean {
  return anyOther.test(text) && denies.test(text);
}

/**
 * Reads "In any other condition" as all states except the initial ones in the previous sentence: "Cleans a dirty room
 * into a clean one".
 */
export function otherStates(text: string, before: string, { kind, variable }: Scope): string | undefined {
  const [, noun = ''] = anyOther.exec(text) ?? [];
  if (!sharesOthers(text)) return undefined;
  const root = rootOf(noun.replace(/s$/, ''));
  const members = [...new Set(kind.states.map(({ member }) => member))];
  const named = members.find((member) => splitWords(member).some((word) => rootOf(word) === root));
  const isGeneral =
    noun === '' || /^(?:status|state|case|situation|phase|stage)/.test(noun) || kind.nouns.includes(root);
  const stateMember =
    named ?? (isGeneral ? (kind.stateMember ?? (members.length === 1 ? members[0] : undefined)) : undefined);
  if (stateMember === undefined) return undefined;
  const states = mentionsIn(before.replace(result, ''), '', { ...kind, stateMember }).map(({ state }) => state);
  const place = dot(variable, stateMember);
  return states.length === 0 ? undefined : `${place} in ${JSON.stringify([...new Set(states)])}`;
}
