import type { OperationPlan } from '@understudy/model';
import { isNumeric } from '../../prose/amounts.js';
import { defaultPhraseIn } from '../../prose/default-phrases.js';
import { ProseReader } from '../../prose/prose-reader.js';
import { plainText } from '../../prose/reasons.js';
import type { Scope } from '../../prose/scope.js';
import { factsOf, sentencesOf } from '../../prose/sentences.js';
import { memberIn, type NamedMember, vocabularyOf } from '../../prose/vocabulary.js';
import { operationPointerOf, readResponseTexts } from '../lifecycle/lifecycles.js';
import type { InferenceRule, InferredStatement, Knowledge } from '../rule.js';
import { memberAt } from '../run-rules.js';
import { sentSchema } from '../sent-members.js';
import { tagTextsOf } from '../tag-texts.js';
import { readValue } from './described-value.js';
import { readStart } from './starting-values.js';

/** Infers the defaults and the first values of members. */
export const defaultValues: InferenceRule = {
  id: 'default-value',
  says: 'A member that a creation leaves out has the described default, and a member of the server the described first value: a number, a text, the value of another record, or a formula',
  *infer(known: Knowledge): Iterable<InferredStatement> {
    const vocabulary = vocabularyOf(known);
    for (const plan of known.plan.operations.values()) {
      const kind = vocabulary.kinds.get(plan.resource?.name ?? '');
      const isCreation = plan.does === 'create' || plan.missing === 'create';
      if (!isCreation || plan.effects !== undefined || kind === undefined) continue;
      const scope: Scope = { vocabulary, variable: 'self', kind };
      for (const { name, ...found } of [...ofMembers(known, plan, scope), ...ofTexts(known, plan, scope)])
        yield { at: memberAt(kind.resource?.name ?? '', name), ...found };
    }
  },
};

interface Found extends Pick<InferredStatement, 'value' | 'reason'> {
  readonly name: string;
}

/** The defaults in the descriptions of the members of a request. */
function* ofMembers({ plan: { schemas } }: Knowledge, { operation }: OperationPlan, scope: Scope): Iterable<Found> {
  const { kind } = scope;
  const { properties, required } = schemas.chosen(sentSchema(operation));
  for (const [name, schema] of properties) {
    const member = kind.members.get(name);
    const sent = schemas.chosen(schema);
    if (member === undefined || required.has(name) || sent.keywords['default'] !== undefined) continue;
    for (const says of sentencesOf(sent.keywords['description'])) {
      const phrase = defaultPhraseIn(plainText(says));
      const value = phrase === undefined ? undefined : phraseValue(member, { phrase, says }, scope);
      if (value === undefined) continue;
      yield { name, value: { value, on: 'create', given: true }, reason: { says } };
      break;
    }
  }
}

/** The defaults and first values that texts about a creation or its resource state: "A flag starts at version 1". */
function* ofTexts(known: Knowledge, plan: OperationPlan, scope: Scope): Iterable<Found> {
  const { resource, node, operation } = plan;
  const texts: { readonly text: unknown; readonly from: string; readonly only?: string }[] = [
    ...['description', 'summary'].map((name) => ({ text: node[name], from: operationPointerOf(operation, name) })),
    ...readResponseTexts(known, plan).filter(({ status }) => status < 300),
    ...(resource === undefined ? [] : tagTextsOf(known, resource)),
    { text: known.document.info['description'], from: '#/info/description' },
    ...[...scope.kind.members.values()].map(({ name, description: text }) => ({ text, from: name, only: name })),
  ];
  for (const { text, from, only } of texts)
    for (const says of factsOf(text)) {
      const start = readStart(plainText(says), scope.kind, only);
      const [, named = '', phrase = ''] =
        /^(?:.+, )?(?:and )?(?:the |its )?(\w+(?: \w+)?) (?:is|are|becomes|will be|defaults to) (.+)$/.exec(
          defaultPhraseIn(plainText(says)) ?? '',
        ) ?? [];
      const member = start?.member ?? (named === '' ? undefined : memberIn(scope.kind, named));
      const isSent = resource?.writable.has(member?.name ?? '') === true;
      if (member === undefined || member.name === resource?.key || (start === undefined && !isSent)) continue;
      const value = phraseValue(member, { phrase: start?.phrase ?? phrase, says }, scope);
      if (value === undefined) continue;
      const given = isSent ? { given: true } : {};
      yield { name: member.name, value: { value, on: 'create', ...given }, reason: { from, says } };
    }
}

/** The value that a phrase names for a member: a number, a text in quotes, or a formula. */
function phraseValue(
  member: NamedMember,
  { phrase, says }: { readonly phrase: string; readonly says: string },
  scope: Scope,
): string | undefined {
  const { types } = member.schema;
  const [type, another] = types.filter((each) => each !== 'null');
  if (another === undefined && type === 'boolean' && /^(?:true|false)$/.test(phrase)) return phrase;
  if (isNumeric(types) && /^-?\d{1,9}(?:\.\d{1,4})?$/.test(phrase)) return phrase;
  const [quoted] = [...says.matchAll(/[`"“']([^`"“”']{1,80})[`"”']/g)].flatMap(([, text = '']) =>
    text.toLowerCase() === phrase ? [text] : [],
  );
  const members = new Map([...scope.kind.members].filter(([each]) => each !== member.name));
  const own: Scope = { ...scope, kind: { ...scope.kind, members } };
  const value = new ProseReader().value(phrase, own) ?? readValue(own, member, [phrase]);
  const isAlike =
    value === undefined ||
    !('member' in value) ||
    value.member === undefined ||
    value.member.schema.types[0] === member.schema.types[0];
  if (value !== undefined && isAlike && /\b(?:self|find|of|now)\b/.test(value.expression)) return value.expression;
  return quoted !== undefined &&
    another === undefined &&
    type === 'string' &&
    !/^date/.test(String(member.schema.keywords['format']))
    ? JSON.stringify(quoted)
    : undefined;
}
