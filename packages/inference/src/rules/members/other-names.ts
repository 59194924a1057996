import { joinPointer } from '@understudy/contract';
import { normalizeName, type OperationPlan, type SchemaReader, splitWords } from '@understudy/model';
import { toExpression } from '../../plan-model/value-source.js';
import { sharesRoot } from '../../prose/refusal-forms.js';
import { dot } from '../../prose/vocabulary.js';
import type { InferenceRule } from '../rule.js';
import { sentMembers } from '../sent-members.js';

/** `switchState: true` sets `switchOn`, and `operationState` sets `operationalState`. */
export const otherNames: InferenceRule = {
  id: 'members/other-names',
  says: 'A change sets the member of the record whose name has the same words as a sent member, in another form.',
  *infer({ plan: { operations, schemas } }) {
    for (const [id, plan] of operations)
      for (const { member, value, name } of listOtherNames(schemas, plan))
        yield { at: joinPointer('/operations', id, 'set', member), value, reason: { says: name } };
  },
};

const changes = new Set<OperationPlan['does']>(['update', 'replace', 'act']);
/** Words before and after a name that mean a state or a value. */
const before = new Set(['has', 'is', 'new']);
const after = new Set(['enabled', 'flag', 'on', 'state', 'status', 'value']);

function* listOtherNames(schemas: SchemaReader, { operation, does, resource, key }: OperationPlan) {
  if (resource === undefined || !changes.has(does)) return;
  const { properties } = schemas.chosen(resource.schema);
  const query = operation.parameters.filter(({ in: place }) => place === 'query');
  const sent = [
    ...sentMembers(schemas, operation).map(([name, schema]) => ({ in: 'body' as const, name, schema })),
    ...query.map(({ name, schema }) => ({ in: 'query' as const, name, schema })),
  ];
  const taken = new Set(sent.flatMap(({ name }) => [name, name.replace(/^new_?/i, '')].map(normalizeName)));
  const known = new Set([...properties.keys()].map(normalizeName));
  const free = [...properties].filter(([name]) => name !== resource.key && !taken.has(normalizeName(name)));
  for (const { schema, ...source } of sent) {
    const { name } = source;
    if (known.has(normalizeName(name)) || known.has(normalizeName(name.replace(/^new_?/i, '')))) continue;
    if (name === key?.name) continue;
    const [found, another] = free.filter(
      ([member, own]) => isSameName(member, name) && isSameValue(schemas, own, schema),
    );
    if (found !== undefined && another === undefined)
      yield {
        member: found[0],
        name,
        value: `=has(${toExpression(source)}) ? ${toExpression(source)} : ${dot('old', found[0])}`,
      };
  }
}

/** True if two names have the same words, without their endings and without words for a state. */
function isSameName(one: string, other: string): boolean {
  const [words, others] = [bareWords(one), bareWords(other)];
  return (
    words.length > 0 &&
    words.length === others.length &&
    words.every((word, index) => word === others[index] || sharesRoot(word, others[index] ?? ''))
  );
}

function bareWords(name: string): readonly string[] {
  const words = splitWords(name);
  const start = before.has(words[0] ?? '') ? 1 : 0;
  return words.slice(start, after.has(words.at(-1) ?? '') ? -1 : undefined);
}

/** True if each sent value fits a member of the record. */
function isSameValue(schemas: SchemaReader, own: unknown, sent: unknown): boolean {
  const [{ types, keywords }, given] = [schemas.chosen(own), schemas.chosen(sent)];
  const plain = (all: readonly string[]) => all.filter((type) => type !== 'null').join();
  if (plain(types) === '' || plain(types) !== plain(given.types) || /array|object/.test(plain(types))) return false;
  const [values, wanted] = [keywords['enum'], given.keywords['enum']];
  return !Array.isArray(values) || (Array.isArray(wanted) && wanted.every((each) => values.includes(each)));
}
