import { splitWords } from '@understudy/model';
import type { ProseReader } from '../../prose/prose-reader.js';
import type { Scope } from '../../prose/scope.js';
import { dot, type Kind, memberIn } from '../../prose/vocabulary.js';
import { areSynonyms } from '../../words/synonyms.js';
import { carriedOver } from './carried-over.js';

/** The members of a new record: common references, and members that the sentence names. */
export function newMembers(
  reader: ProseReader,
  scope: Scope,
  { kind, text }: { readonly kind: Kind; readonly text: string },
): Record<string, unknown> | undefined {
  const { kind: own, variable } = scope;
  const set: Record<string, unknown> = {};
  for (const { member, target } of kind.references) {
    if (target === own.resource?.name && own.resource.key !== undefined)
      set[member] = `=${dot(variable, own.resource.key)}`;
    const same = own.references.filter((each) => each.target === target);
    const [reference] = same;
    if (reference !== undefined && same.length === 1) set[member] ??= `=${dot(variable, reference.member)}`;
  }
  // "for the owner of the animal"
  const [, whose = ''] = / (?:for|to|in the name of) ((?:the|its|their) .+)$/.exec(` ${text.trim()}`) ?? [];
  const owner = whose === '' ? undefined : reader.one(whose, scope);
  for (const { member, target } of kind.references)
    if (owner?.kind.resource?.name === target && owner.kind.resource.key !== undefined)
      set[member] ??= `=${dot(owner.expression, owner.kind.resource.key)}`;
  if (Object.keys(set).length === 0) return undefined;
  for (const [name, value] of Object.entries(carriedOver(reader, scope, { kind, text }))) set[name] ??= value;
  for (const [, name = '', value = ''] of text.matchAll(
    /\b(?:with|of|in|whose) (?:the )?([a-z_]+) (?:is |set to |of )?([a-z_]+)\b/g,
  )) {
    const member = memberIn(kind, name);
    const values =
      member === undefined
        ? []
        : kind.states.filter(
            (each) => each.member === member.name && areSynonyms(each.words, splitWords(value).join(' ')),
          );
    if (member !== undefined && values[0] !== undefined) set[member.name] = values[0].value;
  }
  const [, amount] =
    /\b(?:for the amount in|that equals|equal to|whose amount is|amount of which is|over|of|in the amount of) (?:the )?(.+?)(?: of (?:this|the) \w+)?$/.exec(
      text,
    ) ?? [];
  const value = amount === undefined ? undefined : reader.value(amount, scope);
  const amounts = [...kind.members.values()].filter(
    ({ name, schema }) =>
      /amount|total|price|sum/i.test(name) && schema.types.some((type) => /number|integer/.test(type)),
  );
  if (value !== undefined && amounts.length === 1 && amounts[0] !== undefined)
    set[amounts[0].name] = `=${value.expression}`;
  return set;
}
