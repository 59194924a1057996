import type { ProseReader } from '../../prose/prose-reader.js';
import { quotedText } from '../../prose/quotes.js';
import type { Scope } from '../../prose/scope.js';
import { memberIn, stateIn } from '../../prose/vocabulary.js';
import { quotedMember } from './other-records.js';
import type { ReadConsequence } from './read-consequence.js';
import { isDated } from './sets-by-names.js';

const ofValue = new RegExp(
  `^(?:its|their|the) ([\\w ]{1,40}?) (?:is|are|becomes?|being|reads|says|(?:is|are) (?:set to|then)) (${quotedText})$`,
);

/** "its amount is the replacement cost of the copy": another member of a changed or new record. */
export function furtherMembers(
  reader: ProseReader,
  scope: Scope,
  { before: { kind }, clause }: { readonly before: ReadConsequence; readonly clause: string },
): Record<string, unknown> | undefined {
  const [, reason = '', quoted = ''] = ofValue.exec(clause) ?? [];
  const own = reason === '' ? undefined : quotedMember(kind, reason, quoted);
  if (own !== undefined) return own;
  const [, stamp = ''] = /^(?:sets|stamps|notes|updates|records) (?:the |its )?(\w+)$/.exec(clause) ?? [];
  const time = stamp === '' ? undefined : memberIn(kind, stamp);
  if (time !== undefined && isDated(time)) return { [time.name]: '=now' };
  const [, name = '', phrase = ''] =
    /^(?:its|their|the) (\w+(?: \w+)?) (?:is|are|becomes?|equals?|amounts? to|is set to|are set to) (.+)$/.exec(
      clause,
    ) ?? [];
  const member = name === '' || /^(?:status|state)$/.test(name) ? undefined : memberIn(kind, name);
  if (member === undefined) return undefined;
  const states = { ...kind, states: kind.states.filter((each) => each.member === member.name) };
  const state = stateIn(states, phrase);
  if (state !== undefined) return { [member.name]: state.value };
  const value = reader.value(phrase, scope);
  return value === undefined ? undefined : { [member.name]: `=${value.expression}` };
}
