import { joinPointer } from '@understudy/contract';
import { type OperationPlan, type Resource, type SchemaReader, splitWords } from '@understudy/model';
import { isNumber, numberAt } from '../../prose/amounts.js';
import { negate } from '../../prose/need-phrases.js';
import { isNounOf } from '../../prose/phrases.js';
import { ProseReader } from '../../prose/prose-reader.js';
import { plainText, reasonsOf } from '../../prose/reasons.js';
import type { Scope, Value } from '../../prose/scope.js';
import { joinSentences, sentencesOf } from '../../prose/sentences.js';
import { dot, type Kind, kindOfMembers, memberIn, vocabularyOf } from '../../prose/vocabulary.js';
import { hedges } from '../../words/hedges.js';
import { saysRefused } from '../../words/unknown-things.js';
import { operationPointerOf, readResponseTexts } from '../lifecycle/lifecycles.js';
import { partsOf, placeOfMember } from '../members/numbers.js';
import type { InferenceRule, InferredStatement, Knowledge } from '../rule.js';
import { sentMembers } from '../sent-members.js';

/** What comes before a limit, with words that bind or deny. */
const modal =
  /^(?:(?:must|has to|have to|needs? to|cannot|can't|can not|can only|can|may|always|only|never|not|no|be|lie|lies|fall|falls|start|starts|end|ends|begin|begins|come|comes|is|are|an?|day|date|time|moment)(?: |$))+/;

/** The words of limits, and the operator that is wrong. */
const limits: readonly (readonly [RegExp, string])[] = [
  [/^(?:on or after|at or after|no earlier than|no (?:less|lower) than|at least|the same as or after) (.+)$/, '<'],
  [/^(?:on or before|at or before|no later than|no (?:more|higher) than|at most|up to) (.+)$/, '>'],
  [/^(?:after|later than|above|over|beyond|(?:more|greater|higher|larger|longer) than) (.+)$/, '<='],
  [/^(?:before|earlier than|prior to|below|under|(?:less|lower|smaller|shorter) than) (.+)$/, '>='],
];

/** Infers the limits of members, and those of parameters, that their descriptions say. */
export const describedLimits: InferenceRule = {
  id: 'described-limit',
  says: 'A member or a parameter keeps the limit that a sentence about it says: after another time, not in the future, at most another number',
  *infer(known: Knowledge): Iterable<InferredStatement> {
    const vocabulary = vocabularyOf(known);
    const { schemas, resources, operations } = known.plan;
    for (const resource of resources.values()) {
      const kind = vocabulary.kinds.get(resource.name);
      if (kind === undefined) continue;
      const self: Scope = { vocabulary, variable: 'self', kind };
      for (const part of partsOf(schemas, resource)) {
        const inner = part.list === undefined ? kind : kind.lists.get(part.list);
        if (inner === undefined) continue;
        const scope = inner === kind ? self : { vocabulary, variable: 'item', kind: inner, outer: self };
        for (const { name, description } of inner.members.values()) {
          const sent = part.list === undefined ? schemas.chosen(resource.writable.get(name)).keywords : {};
          if (part.list === undefined && !resource.writable.has(name)) continue;
          const texts = [...new Set([description, String(sent['description'] ?? '')])];
          for (const said of texts.flatMap(sentencesOf)) {
            const that = limitOf(plainText(said), scope, name);
            if (that === undefined) continue;
            const reason = { from: placeOfMember(schemas, part, name), says: said };
            const at = joinPointer('/resources', resource.name, 'holds', part.list ?? name);
            const coded = codeFor(known, resource, name);
            const otherwise = coded?.code ?? 'invalid';
            if (coded !== undefined) {
              yield { at: joinPointer('/errors', coded.code, 'status'), value: coded.status, reason };
              yield { at: joinPointer('/errors', coded.code, 'code'), value: coded.code, reason };
            }
            const whole = part.list === undefined ? that : `${dot('self', part.list)}.all(item, ${that})`;
            yield { at, value: { that: whole, otherwise, message: said }, reason };
          }
        }
      }
    }
    for (const plan of operations.values()) {
      yield* saidOfBody(known, plan);
      yield* saidOfParameters(known, plan);
      yield* saidOfRequest(known, plan);
    }
  },
};

/** The code of the refusal of a creation that has the words of a member: `halfDayRange` for `halfDay`. */
function codeFor(known: Knowledge, resource: Resource, name: string) {
  const words = splitWords(name).join(' ');
  for (const plan of known.plan.operations.values())
    for (const { status, text } of plan.resource === resource && plan.does === 'create'
      ? readResponseTexts(known, plan)
      : [])
      for (const { code = '' } of status === 422 || status === 400 ? reasonsOf(text) : [])
        if (words.includes(' ') && splitWords(code).join(' ').includes(words)) return { code, status };
  return undefined;
}

/** "`loaned_on` cannot be in the future", "That day cannot be in the future" in the description of an operation. */
function* saidOfBody(known: Knowledge, plan: OperationPlan): Iterable<InferredStatement> {
  const { resource, does, node, operation, effects } = plan;
  if (!['create', 'update', 'replace'].includes(does) && effects?.list === undefined) return;
  const vocabulary = vocabularyOf(known);
  const kind = vocabulary.kinds.get(resource?.name ?? '');
  if (kind === undefined) return;
  const scope: Scope = { vocabulary, variable: 'self', kind };
  const members = sentMembers(known.plan.schemas, operation).map(([name]) => name);
  const sent = new Set([...(resource?.writable.keys() ?? []), ...members]);
  let last: string | undefined;
  for (const said of sentencesOf(node['description']).flatMap((each) => each.split(/(?<=`\w+`), (?=which )/))) {
    const text = plainText(said).replace(/^which /, 'that ');
    for (const { name, that } of keptMembers(kind, text, sent)) {
      const at = joinPointer('/resources', resource?.name ?? '', 'holds', `${name} kept`);
      const reason = { from: operationPointerOf(operation, 'description'), says: said };
      yield { at, value: { that, otherwise: 'invalid', message: said, field: name }, reason };
    }
    const [, subject = '', rest = ''] =
      /^(?:the |its )?(.+?) ((?:must|has to|have to|cannot|can't|may not|can only|needs to) .+)$/.exec(text) ?? [];
    const meant = /^(?:it|(?:that|this)(?: (?:day|date|time|moment|value|number|amount))?)$/.test(subject)
      ? last
      : undefined;
    const name = meant ?? memberIn(kind, subject)?.name;
    const that = name === undefined ? undefined : limitOf(rest, scope, name);
    if (name !== undefined && that !== undefined && resource?.writable.has(name) === true) {
      const at = joinPointer('/resources', resource.name, 'holds', name);
      const reason = { from: operationPointerOf(operation, 'description'), says: said };
      yield { at, value: { that, otherwise: 'invalid', message: said }, reason };
    }
    const named = [...said.matchAll(/`(\w+)`/g)].flatMap(([, each = '']) => (kind.members.has(each) ? [each] : []));
    if (named.length > 0) last = named.length === 1 ? named[0] : undefined;
  }
}

/** "The ISBN of a title never changes", "Each weekday may be given once". */
function* keptMembers(kind: Kind, text: string, sent: ReadonlySet<string>) {
  const [, fixed] =
    /^(?:the |its |(?:an?|the) [a-z]+'s )?(.+?)(?: of (?:an?|the|this) [a-z ]+)? (?:never changes|is (?:fixed|immutable|final|permanent)|stays the same|cannot be (?:changed|edited|altered|modified|updated)(?: (?:later|afterwards|any ?more|again))?)(?:$|, | once | after | from | when )/.exec(
      text,
    ) ?? [];
  const member = fixed === undefined ? undefined : memberIn(kind, fixed);
  if (member !== undefined && sent.has(member.name))
    yield { name: member.name, that: `old == null || ${dot('self', member.name)} == ${dot('old', member.name)}` };
  const [, listed] =
    /^(?:each|every|no) ([a-z ]+?) (?:may|can|must|cannot|is|may not) (?:be )?(?:given|used|listed|named|sent|appear|occur|stated|set)? ?(?:only |at most |more than )?(?:once|twice)\b/.exec(
      text,
    ) ?? [];
  for (const [list, item] of listed === undefined ? [] : kind.lists) {
    const inner = memberIn(item, listed ?? '');
    const values = `${dot('self', list)}.map(each, ${dot('each', inner?.name ?? '')})`;
    if (inner !== undefined && sent.has(list))
      yield { name: list, that: `${values}.distinct().size() == ${dot('self', list)}.size()` };
  }
}

/** Limits in the request of an action: "Has to be in the future and within 90 days". */
function* saidOfRequest(known: Knowledge, plan: OperationPlan): Iterable<InferredStatement> {
  if (plan.does !== 'act') return;
  const vocabulary = vocabularyOf(known);
  const kind = vocabulary.kinds.get(plan.resource?.name ?? '');
  const sent = sentMembers(known.plan.schemas, plan.operation).map(
    ([name, schema]) =>
      [name, schema, String(vocabulary.schemas.chosen(schema).keywords['description'] ?? '')] as const,
  );
  const scope: Scope = {
    ...{ vocabulary, variable: 'body', kind: kindOfMembers(known.plan.schemas, sent) },
    ...(kind === undefined ? {} : { outer: { vocabulary, variable: 'self', kind } }),
  };
  const kept = sent.flatMap(([name, , description]) =>
    sentencesOf(description).flatMap((said) => {
      const that = limitOf(plainText(said.replace(/ ?\(`[^`]{1,60}`\)/, '')), scope, name);
      return that === undefined ? [] : [{ said, that: `(!has(${dot('body', name)}) || (${that}))` }];
    }),
  );
  if (kept.length === 0) return;
  yield {
    at: joinPointer('/operations', plan.operation.operationId, 'needs', 'invalid'),
    value: kept.map(({ that }) => that).join(' && '),
    reason: {
      from: operationPointerOf(plan.operation, 'requestBody'),
      says: joinSentences(kept.map(({ said }) => said)),
    },
  };
}

/** "Must not be before `from`" of a parameter, "`to` lies before `from`" of a refusal. */
function* saidOfParameters(known: Knowledge, plan: OperationPlan): Iterable<InferredStatement> {
  const { parameters, operationId } = plan.operation;
  const query = parameters.filter((each) => each.in === 'query');
  if (query.length < 2 || plan.operation.method !== 'GET') return;
  const vocabulary = vocabularyOf(known);
  const kind = kindOfParameters(known.plan.schemas, query);
  const scope: Scope = { vocabulary, variable: 'query', kind };
  const at = (name: string) => joinPointer('/operations', operationId, 'needs', name);
  for (const { name, description = '' } of query)
    for (const said of sentencesOf(description)) {
      const that = limitOf(plainText(said), scope, name);
      if (that === undefined) continue;
      yield { at: at('invalid'), value: that, reason: { from: operationPointerOf(plan.operation), says: said } };
    }
  for (const { status, text, from } of readResponseTexts(known, plan))
    for (const { text: reason, said, code } of status === 422 || status === 400 ? reasonsOf(text) : []) {
      const [first = '', ...more] = reason.split(/, or |, and |, /);
      const found = new ProseReader().condition(first, scope) ?? new ProseReader().condition(reason, scope);
      if (found === undefined) continue;
      const days = more.flatMap(
        (each) => daysApart(each, scope, first) ?? new ProseReader().condition(each, scope) ?? [],
      );
      const that = [found, ...days].map(negate).join(' && ');
      const kindOfError = code ?? 'invalid';
      if (code !== undefined) {
        yield { at: joinPointer('/errors', code, 'status'), value: status, reason: { from, says: said } };
        yield { at: joinPointer('/errors', code, 'code'), value: code, reason: { from, says: said } };
      }
      yield { at: at(kindOfError), value: that, reason: { from, says: said } };
    }
}

/** "they are more than 31 days apart": the two times of the part before. */
function daysApart(text: string, scope: Scope, before: string): string | undefined {
  const [, days] = /^they (?:are|lie) more than (\d+) days apart$/.exec(text) ?? [];
  const names = [...scope.kind.members.keys()].filter((name) => new RegExp(`\\b${name}\\b`).test(before));
  const [end, start] =
    names.length === 2 ? names.sort((one, other) => before.indexOf(one) - before.indexOf(other)) : [];
  if (days === undefined || start === undefined || end === undefined) return undefined;
  return `days(timestamp(${dot(scope.variable, end)}) - timestamp(${dot(scope.variable, start)})) > ${days}`;
}

function kindOfParameters(schemas: SchemaReader, parameters: OperationPlan['operation']['parameters']): Kind {
  const described = parameters.map(({ name, schema, description = '' }) => [name, schema ?? {}, description] as const);
  return kindOfMembers(schemas, described);
}

/** Reads a sentence about a member as a condition. */
function limitOf(given: string, scope: Scope, name: string): string | undefined {
  if (hedges.test(given)) return undefined;
  // "Must be in the future when the class is scheduled"
  const text = given.replace(/,? (?:when|at the time|at the moment) (?:it|this|the [a-z]+) (?:is|was) [a-z]+$/, '');
  const whole = limitIn(text, scope, name, text !== given);
  const [, one = '', other = ''] = whole === undefined ? (/^(.+?),? (?:and|but) (.+)$/.exec(text) ?? []) : [];
  const [first, second] = one === '' ? [] : [one, other].map((each) => limitIn(each, scope, name, text !== given));
  return whole ?? (first === undefined || second === undefined ? undefined : `(${first}) && (${second})`);
}

function limitIn(text: string, scope: Scope, name: string, isOfNew: boolean): string | undefined {
  const member = scope.kind.members.get(name);
  const reader = new ProseReader();
  // "A reading below the start is a bad value"
  const [, refused = ''] =
    /^(?:an? |any |the )?(?:[a-z]+ ){0,2}?((?:above|over|beyond|after|before|below|under|(?:more|greater|higher|larger|longer|less|lower|smaller|shorter|later|earlier) than) .+?) (?=(?:is|are|gets|counts|gives|means|leads) )/.exec(
      text,
    ) ?? [];
  if (refused !== '' && saysRefused.test(text)) return limitIn(`cannot be ${refused}`, scope, name, isOfNew);
  const isNew = isOfNew || /^(?:when|if) you (?:create|add|file|book|place|open) (?:an? |the )/.test(text);
  const bare = text.replace(/^(?:when|if) you [a-z]+ (?:an? |the )[a-z ]+, /, '');
  const [, subject, clause = bare] =
    /^(?:an? |the |its )?([a-z]+(?: [a-z]+)?) ((?:must|has to|have to|needs to|cannot|can't|may not|can only) .+)$/.exec(
      bare,
    ) ?? [];
  // "The start and the end then have to be the same date", of a member that is set
  const [, both, alike] = /^(.+? and .+?) then (?:has|have) to be (the same .+)$/.exec(text) ?? [];
  const same = both === undefined ? undefined : reader.condition(`${both} are ${alike}`, scope);
  if (same !== undefined) return `${dot(scope.variable, name)} == null || ${same}`;
  const isOwn =
    subject === undefined ||
    isNounOf(scope.kind, subject.replace(/^new /, '')) ||
    memberIn(scope.kind, subject) === member ||
    /^(?:it|this|they|value|date|day|time)$/.test(subject);
  if (member === undefined || !isOwn) return undefined;
  const own = isNumber(member) ? numberAt(member, dot(scope.variable, name)) : dot(scope.variable, name);
  const only = /^only (?:allowed|possible|permitted|valid) (?:if|when|while) (.+)$/.exec(clause);
  if (only !== null) {
    const condition = reader.condition(only[1] ?? '', scope);
    const isUnset = member.schema.types[0] === 'boolean' ? `${own} != true` : `${own} == null`;
    return condition === undefined ? undefined : `${isUnset} || ${condition}`;
  }
  const [said = ''] = modal.exec(clause) ?? [];
  const denied = / no $/.test(said) ? said.replace(/no $/, '') : said;
  const rest = clause.slice(denied.length);
  const isDenied = /\b(?:never|not|cannot|can't)\b/.test(denied);
  const isDay = member.schema.keywords['format'] === 'date';
  const now: Value = { expression: isDay ? 'date(now)' : 'now', isDate: true };
  const isDate = /^date/.test(String(member.schema.keywords['format']));
  const [, when] = /^in the (future|past)$/.exec(rest) ?? [];
  if (when !== undefined) {
    if (!isDate) return undefined;
    const wrong = `${own} ${(when === 'future') === isDenied ? '>' : isDenied ? '<' : when === 'future' ? '<=' : '>='} ${now.expression}`;
    return unlessKept(scope, name, `!(${wrong})`, isNew || subject?.startsWith('new ') === true);
  }
  for (const [form, wrong] of limits) {
    const [, phrase = ''] = form.exec(rest) ?? [];
    const value = phrase === '' ? undefined : reader.value(phrase, scope);
    if (value === undefined || /^-?[\d.]+$/.test(value.expression) || value.expression === own) continue;
    if (isDate !== (value.isDate === true)) continue;
    const condition = `${own} ${wrong} ${value.expression}`;
    const that = isDenied ? `!(${own} ${opposite[wrong] ?? ''} ${value.expression})` : `!(${condition})`;
    return /\bnow\b/.test(that) ? unlessKept(scope, name, that, false) : that;
  }
  return undefined;
}

const opposite: Readonly<Record<string, string>> = { '<': '>=', '<=': '>', '>': '<=', '>=': '<' };

/** A limit to the present time is for new values: time goes on. */
function unlessKept({ variable }: Scope, name: string, that: string, isOfNew: boolean): string {
  if (variable !== 'self') return that;
  return isOfNew ? `old != null || ${that}` : `(old != null && ${dot('old', name)} == ${dot('self', name)}) || ${that}`;
}
