import { joinPointer } from '@understudy/contract';
import { findJsonBody, findResponse, type OperationPlan, splitWords, toPathShape } from '@understudy/model';
import { isNumeric } from '../../prose/amounts.js';
import { ProseReader } from '../../prose/prose-reader.js';
import { plainText } from '../../prose/reasons.js';
import type { Many, Scope } from '../../prose/scope.js';
import { sentencesOf } from '../../prose/sentences.js';
import { dot, kindOfMembers, type NamedMember, vocabularyOf } from '../../prose/vocabulary.js';
import { foldIn } from '../../words/folds.js';
import { operationPointerOf } from '../lifecycle/lifecycles.js';
import { isOfMembers } from '../lists/list-parameters.js';
import { readValue } from '../members/described-value.js';
import { rounded } from '../members/numbers.js';
import type { InferenceRule, InferredStatement, Knowledge } from '../rule.js';
import { sentMembers } from '../sent-members.js';
import { AnswerRecords } from './answer-records.js';

/** Infers what reports answer from the stored records. */
export const describedAnswers: InferenceRule = {
  id: 'described-answer',
  says: 'A report contains the counts and sums that its members describe, and the parameters of the request',
  *infer(known: Knowledge): Iterable<InferredStatement> {
    for (const plan of known.plan.operations.values()) {
      if (plan.does !== 'answer' || !/^(?:GET|POST)$/.test(plan.operation.method)) continue;
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

/** An answer within the members around it, such as `data`. */
function answerOf(known: Knowledge, plan: OperationPlan): Record<string, unknown> | undefined {
  const { schemas } = known.plan;
  const body = findJsonBody(findResponse(plan.responses, plan.statuses[0] ?? 200));
  const { properties } = schemas.chosen(body?.schema);
  const [[around, inner] = [], another] = [...properties];
  const isWrapped = around !== undefined && another === undefined && schemas.chosen(inner).types.includes('object');
  const answer = membersOf(known, plan, isWrapped ? inner : body?.schema);
  return isWrapped && answer !== undefined ? { [around]: answer } : answer;
}

function membersOf(known: Knowledge, plan: OperationPlan, schema: unknown): Record<string, string> | undefined {
  const { schemas } = known.plan;
  const { properties, required } = schemas.chosen(schema);
  const { parameters } = plan.operation;
  const sent = plan.operation.method === 'GET' ? [] : sentMembers(schemas, plan.operation);
  const asked = [
    ...parameters.map((each) => ({ ...each, at: dot(each.in, each.name) })),
    ...sent.map(([name, property]) => ({ name, schema: property, in: 'body', at: dot('body', name), description: '' })),
  ].filter(({ in: place }) => ['query', 'path', 'body'].includes(place));
  const given = asked.filter((each) => each.in === (plan.operation.method === 'GET' ? 'query' : 'body'));
  const record = subjectOf(known, plan);
  const vocabulary = vocabularyOf(known);
  const request: Scope = {
    ...{ vocabulary, variable: given[0]?.in ?? 'query' },
    kind: kindOfMembers(
      schemas,
      given.map(({ name, schema: own, description = '' }) => [name, own ?? {}, description]),
    ),
    ...(record === undefined ? {} : { outer: record }),
  };
  const records = new AnswerRecords(known, plan, request);
  const answer: Record<string, string> = {};
  let last: Many | undefined;
  let computed = 0;
  for (const [name, property] of properties) {
    // `/borrowers/{email}/summary` is about a `borrower`.
    const isOwner = (each: string) => plan.operation.path.includes(`/${name}s/{${each}}/`);
    const sentHere = asked.find((each) => each.name === name || (each.in === 'path' && isOwner(each.name)));
    const flat = schemas.chosen(property);
    const description = String(flat.keywords['description'] ?? '') || records.describe(name);
    const member: NamedMember = { name, schema: flat, description };
    // "The subtotal less the discount": what the answer says before.
    const before = Object.keys(answer).map((each) => [each, properties.get(each) ?? {}, ''] as const);
    const scope: Scope = { vocabulary, variable: 'answer', kind: kindOfMembers(schemas, before), outer: request };
    const figure = sentHere === undefined && description !== '' ? figureOf(member, { ...scope, last }) : undefined;
    const named = figure === undefined && sentHere === undefined ? records.byName(member) : undefined;
    const bare = named === undefined && description === '' ? figureOf(member, { ...scope, last }) : undefined;
    const read = figure ?? bare;
    const found = read === undefined ? toFigure(named) : { ...read, expression: records.narrow(read.expression) };
    const isOwn = found !== undefined && new RegExp(`\\banswer\\.${name}\\b`).test(found.expression);
    if (sentHere !== undefined) answer[name] = `=${sentHere.at}`;
    else if (found !== undefined && !isOwn && isOfRequest(plan, found.expression)) {
      const isCount = found.expression.endsWith('.size()');
      const whole = found.expression.replace(
        /\banswer\.(\w+)/g,
        (_all, each: string) => `(${answer[each]?.slice(1) ?? 'null'})`,
      );
      answer[name] = `=${isCount || !isNumeric(flat.types) ? whole : rounded(schemas, property, whole)}`;
      last = found.of ?? last;
      computed += 1;
    } else if (required.has(name)) {
      if (!isNumeric(flat.types)) return undefined;
      answer[name] = '=0';
    }
  }
  return computed === 0 ? undefined : answer;
}

/** True if a figure is about what the request asks for: the record of the path, and the records that its query selects. */
function isOfRequest({ operation: { method, path, parameters } }: OperationPlan, expression: string): boolean {
  if (!/\b(?:all|of)\(/.test(expression)) return true;
  const isWithin = !path.includes('{') || !expression.includes('all(') || /\bpath\b/.test(expression);
  const selecting = parameters.filter((each) => each.in === 'query' && method === 'GET' && !isOfMembers(each));
  return (
    isWithin && selecting.every(({ name }) => ['query', 'answer'].some((each) => expression.includes(dot(each, name))))
  );
}

function toFigure(expression: string | undefined): Figure | undefined {
  return expression === undefined ? undefined : { expression };
}

/** The record that the path of a calculation names: `/plans/{plan_id}/quote` is about a plan. */
function subjectOf(known: Knowledge, { operation }: OperationPlan): Scope | undefined {
  const { kinds } = vocabularyOf(known);
  const [, above = '', key = ''] = /^(.*)\/\{([^{}/]+)\}\/[^{}]+$/.exec(operation.path) ?? [];
  const [kind, another] = [...kinds.values()].filter(
    ({ resource }) =>
      resource?.key !== undefined &&
      resource.parents === 0 &&
      above !== '' &&
      toPathShape(resource.shape) === toPathShape(above),
  );
  if (kind?.resource === undefined || another !== undefined) return undefined;
  return {
    vocabulary: vocabularyOf(known),
    variable: `find(${JSON.stringify(kind.resource.name)}, ${dot('path', key)})`,
    kind,
  };
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
  if (!(isNumeric(schema.types) || description !== '') || /^(?:id|key|code|number)$|(?:_id|Id|_code|Code)$/i.test(name))
    return undefined;
  const reader = new ProseReader();
  const [first = ''] = sentencesOf(description).map(plainText);
  const text = first === '' ? splitWords(name).join(' ') : first;
  // A `port` without a description counts nothing.
  if (first === '' && !/s$|\b(?:count|number|num|total|sum)\b/.test(text)) return undefined;
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
  const sentences = sentencesOf(description).map(plainText);
  const value =
    readValue(scope, { name, schema, description }, sentences.length === 0 ? [text] : sentences) ??
    reader.value(text, scope);
  if (!isNumeric(schema.types)) return value;
  return value === undefined || /^-?[\d.]+$/.test(value.expression) || ('member' in value && value.member !== undefined)
    ? undefined
    : value;
}
