import { joinPointer } from '@understudy/contract';
import { findJsonBody, findResponse, type OperationPlan, splitWords } from '@understudy/model';
import { isNumeric } from '../../prose/amounts.js';
import { ProseReader } from '../../prose/prose-reader.js';
import { plainText } from '../../prose/reasons.js';
import type { Many, Scope } from '../../prose/scope.js';
import { sentencesOf } from '../../prose/sentences.js';
import { dot, kindOfMembers, type NamedMember, vocabularyOf } from '../../prose/vocabulary.js';
import { foldIn } from '../../words/folds.js';
import { operationPointerOf } from '../lifecycle/lifecycles.js';
import { rounded } from '../members/numbers.js';
import type { InferenceRule, InferredStatement, Knowledge } from '../rule.js';

/** Infers what reports answer from the stored records. */
export const describedAnswers: InferenceRule = {
  id: 'described-answer',
  says: 'A report contains the counts and sums that its members describe, and the parameters of the request',
  *infer(known: Knowledge): Iterable<InferredStatement> {
    for (const plan of known.plan.operations.values()) {
      if (plan.does !== 'answer' || plan.operation.method !== 'GET') continue;
      const { operationId } = plan.operation;
      if (known.model.operations?.[operationId]?.answer !== undefined) continue;
      const answer = answerOf(known, plan);
      if (answer === undefined) continue;
      const at = joinPointer('/operations', operationId, 'answer');
      yield {
        at,
        value: answer,
        reason: { from: operationPointerOf(plan.operation), says: 'The members of its answer' },
      };
    }
  },
};

function answerOf(known: Knowledge, plan: OperationPlan): Record<string, string> | undefined {
  const { schemas } = known.plan;
  const body = findJsonBody(findResponse(plan.responses, plan.statuses[0] ?? 200));
  const { properties, required } = schemas.chosen(body?.schema);
  const { parameters } = plan.operation;
  const query = parameters.filter((each) => each.in === 'query');
  const vocabulary = vocabularyOf(known);
  const kind = kindOfMembers(
    schemas,
    query.map(({ name, schema, description = '' }) => [name, schema ?? {}, description]),
  );
  const scope: Scope = { vocabulary, variable: 'query', kind };
  const answer: Record<string, string> = {};
  let last: Many | undefined;
  let computed = 0;
  for (const [name, property] of properties) {
    const asked = parameters.find((each) => each.name === name && (each.in === 'query' || each.in === 'path'));
    const schema = schemas.chosen(property);
    const member: NamedMember = { name, schema, description: String(schema.keywords['description'] ?? '') };
    const found = asked === undefined ? figureOf(member, { ...scope, last }) : undefined;
    if (asked !== undefined) answer[name] = `=${dot(asked.in, name)}`;
    else if (found !== undefined) {
      const isCount = found.expression.endsWith('.size()');
      answer[name] = `=${isCount ? found.expression : rounded(schemas, property, found.expression)}`;
      last = found.of ?? last;
      computed += 1;
    } else if (required.has(name)) {
      if (!isNumeric(schema.types)) return undefined;
      answer[name] = '=0';
    }
  }
  return computed === 0 ? undefined : answer;
}

interface Figure {
  readonly expression: string;
  /** The records that it counts. */
  readonly of?: Many;
}

/** A number of a report, by its description or else by its name: `overdue_loans`. */
function figureOf(
  { name, schema, description }: NamedMember,
  scope: Scope & { readonly last: Many | undefined },
): Figure | undefined {
  if (!isNumeric(schema.types) || /^(?:id|key|code|number)$|(?:_id|Id|_code|Code)$/i.test(name)) return undefined;
  const reader = new ProseReader();
  const [first = ''] = sentencesOf(description).map(plainText);
  const text = first === '' ? splitWords(name).join(' ') : first;
  const [, state] = /^how many of (?:them|these|those) (?:are|were|have been|is) (.+)$/.exec(text) ?? [];
  if (state !== undefined && scope.last !== undefined) {
    const condition = reader.states(state, { kind: scope.last.kind, variable: 'one' });
    if (condition === undefined) return undefined;
    return { expression: `${scope.last.expression}.filter(one, ${condition}).size()` };
  }
  const counted = /^(?:the )?(?:total )?(?:number of|how many) (.+)$/.exec(text)?.[1];
  const things = (counted ?? text)
    .replace(/^(?:all |the )/, '')
    .replace(/ (?:there are|altogether|in total|in all)$/, '');
  const isSum = counted === undefined && foldIn(text) !== undefined;
  const all = isSum ? undefined : reader.many(things, scope);
  if (all !== undefined && (counted !== undefined || schema.types.includes('integer')))
    return { expression: `${all.expression}.size()`, of: all };
  const value = reader.value(text, scope);
  return value === undefined || /^-?[\d.]+$/.test(value.expression) || value.member !== undefined ? undefined : value;
}
