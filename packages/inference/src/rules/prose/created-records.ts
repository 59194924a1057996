import type { ProseReader } from '../../prose/prose-reader.js';
import type { Scope } from '../../prose/scope.js';
import { unitsOfLines } from '../../prose/units.js';
import { stateIn } from '../../prose/vocabulary.js';
import { charged, created, creating } from './consequence-clauses.js';
import { newMembers } from './new-members.js';
import type { ReadConsequence } from './read-consequence.js';

/** "opens an alert for it", "a fine with reason overdue is issued to the member". */
export function createdRecord(reader: ProseReader, scope: Scope, text: string): ReadConsequence | undefined {
  const active = creating.exec(text) ?? charged.exec(text);
  const passive = active === null ? created.exec(text) : null;
  const phrase = active?.[2] ?? passive?.[2];
  if (phrase === undefined) return undefined;
  const own = new Set(scope.kind.nouns);
  const kinds = [...scope.vocabulary.kinds.values()].filter(({ nouns }) => !nouns.some((noun) => own.has(noun)));
  const [kind, another] = kinds.filter(
    ({ nouns, resource }) =>
      resource?.single !== true &&
      nouns.some((noun) => new RegExp(`^(?:new |further )?(?:[a-z]+ )?${noun}(?![a-z])`).test(phrase)),
  );
  if (kind === undefined || another !== undefined) return undefined;
  if (passive?.[1]?.startsWith('the') === true && (kind.resource?.writable.size ?? 0) > 0) return undefined;
  const rest = `${phrase} ${passive?.[3] ?? ''}`;
  const noun = kind.nouns.find((each) => new RegExp(`(?<![a-z])${each}(?![a-z])`).test(phrase)) ?? '';
  const adjective = phrase
    .slice(0, phrase.indexOf(noun))
    .replace(/\b(?:new|further)\b/g, '')
    .trim();
  const state = adjective === '' ? undefined : stateIn(kind, adjective);
  if (adjective !== '' && state === undefined) return undefined;
  const set = newMembers(reader, scope, { kind, text: rest });
  if (set === undefined) return undefined;
  const whole = state === undefined ? set : { ...set, [state.member]: state.value };
  const units = / (?:per|for each|for every) [a-z]+\b/.test(rest) ? unitsOfLines(kind, scope) : undefined;
  return units === undefined ? { kind, set: whole } : { kind, of: units.of, set: { ...whole, ...units.set } };
}
