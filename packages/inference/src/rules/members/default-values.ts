import { defaultPhraseIn } from '../../prose/default-phrases.js';
import { ProseReader } from '../../prose/prose-reader.js';
import { plainText } from '../../prose/reasons.js';
import type { Scope } from '../../prose/scope.js';
import { sentencesOf } from '../../prose/sentences.js';
import { vocabularyOf } from '../../prose/vocabulary.js';
import type { InferenceRule, InferredStatement, Knowledge } from '../rule.js';
import { memberAt } from '../run-rules.js';
import { sentSchema } from '../sent-members.js';
import { readValue } from './described-value.js';

/** Infers the value of a member that a request leaves out. */
export const defaultValues: InferenceRule = {
  id: 'default-value',
  says: 'A member that a creation leaves out has the described default: the value of another record, or a formula',
  *infer(known: Knowledge): Iterable<InferredStatement> {
    const vocabulary = vocabularyOf(known);
    const { schemas, operations } = known.plan;
    const reader = new ProseReader();
    for (const { resource, does, operation } of operations.values()) {
      const kind = vocabulary.kinds.get(resource?.name ?? '');
      if (does !== 'create' || kind === undefined) continue;
      const { properties, required } = schemas.chosen(sentSchema(operation));
      for (const [name, schema] of properties) {
        const member = kind.members.get(name);
        const sent = schemas.chosen(schema);
        if (member === undefined || required.has(name) || sent.keywords['default'] !== undefined) continue;
        const members = new Map([...kind.members].filter(([each]) => each !== name));
        const scope: Scope = { vocabulary, variable: 'self', kind: { ...kind, members } };
        for (const says of sentencesOf(sent.keywords['description'])) {
          const phrase = defaultPhraseIn(plainText(says));
          const value =
            phrase === undefined ? undefined : (reader.value(phrase, scope) ?? readValue(scope, member, [phrase]));
          const isAlike =
            value === undefined ||
            !('member' in value) ||
            value.member === undefined ||
            value.member.schema.types[0] === member.schema.types[0];
          if (value === undefined || !isAlike || !/\b(?:self|find|of|now)\b/.test(value.expression)) continue;
          yield {
            at: memberAt(kind.resource?.name ?? '', name),
            value: { value: value.expression, on: 'create', given: true },
            reason: { says },
          };
          break;
        }
      }
    }
  },
};
