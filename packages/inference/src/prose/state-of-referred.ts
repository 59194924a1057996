import { articles, quantifiers } from './phrases.js';
import type { PartReader, Scope } from './scope.js';
import { pluralOf } from './states.js';
import { dot } from './vocabulary.js';

/** "paid orders" after "tickets in": the state of the order that each ticket refers to. */
export function stateOfReferred(
  reader: Pick<PartReader, 'condition' | 'states'>,
  text: string,
  inner: Scope,
): string | undefined {
  const phrase = text.replace(quantifiers, '').replace(articles, '');
  for (const { member, target } of inner.kind.references) {
    const kind = inner.vocabulary.kinds.get(target);
    const noun = kind?.nouns.find((each) =>
      new RegExp(`(?<![a-z])(?:${each}|${pluralOf(each)})(?![a-z])`).test(phrase),
    );
    if (kind === undefined || noun === undefined) continue;
    const [before = '', after = ''] = phrase.split(new RegExp(`(?<![a-z])(?:${pluralOf(noun)}|${noun})(?![a-z])`));
    const found: Scope = {
      ...inner,
      variable: `find(${JSON.stringify(target)}, ${dot(inner.variable, member)})`,
      kind,
    };
    const state = before.trim() === '' ? undefined : reader.states(before.trim(), found);
    const clause = /^ ?(?:that|which) (.+)$/.exec(after.trim())?.[1];
    const condition = state ?? (clause === undefined ? undefined : reader.condition(`it ${clause}`, found));
    if (condition !== undefined && (before.trim() === '' || after.trim() === '')) return condition;
  }
  return undefined;
}
