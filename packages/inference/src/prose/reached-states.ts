import { isNounOf } from './phrases.js';
import type { ProseReader } from './prose-reader.js';
import { readStates } from './read-states.js';
import type { Scope } from './scope.js';

const becoming =
  /^(?:when|once|as soon as|if) (.{3,120}?),? (?:then )?(?:the |this )?(it|[a-z]+(?: [a-z]+)?) (?:becomes?|turns?(?: into)?|is then|is set to|changes to|goes to|counts as|is) ([a-z_ -]+?)(?:,? and .+|; .+)?$/;

/**
 * Reads a state that a record reaches when a condition on its numbers holds: "When the balance is at most 0, the
 * invoice becomes paid".
 */
export function reachedState(
  reader: ProseReader,
  text: string,
  scope: Scope,
): { readonly to: string; readonly when: string } | undefined {
  const [, cause = '', noun = '', phrase = ''] = becoming.exec(text) ?? [];
  if (cause === '' || !(noun === 'it' || isNounOf(scope.kind, noun))) return undefined;
  const [to, another] = readStates(scope, phrase) ?? [];
  const when = to === undefined || another !== undefined ? undefined : reader.condition(cause, scope);
  return to === undefined || when === undefined || !/^\(?self\.[\w.]+ (?:<=?|>=?|==) -?(?:\d|self\.)/.test(when)
    ? undefined
    : { to, when };
}
