import { joinPointer } from '@understudy/contract';
import { splitWords, type TransitionStatement } from '@understudy/model';
import { isNounOf } from '../../prose/phrases.js';
import { ProseReader } from '../../prose/prose-reader.js';
import { readStates } from '../../prose/read-states.js';
import { plainText } from '../../prose/reasons.js';
import type { Scope } from '../../prose/scope.js';
import { sentencesOf } from '../../prose/sentences.js';
import { vocabularyOf } from '../../prose/vocabulary.js';
import { rootOfPhrase } from '../../words/synonyms.js';
import { canPass, timedStates } from '../../words/timed-states.js';
import type { InferenceRule, InferredStatement, Knowledge } from '../rule.js';
import { type FoundLifecycle, findLifecycles, operationPointerOf } from './lifecycles.js';

/** Forms of sentences about states that time decides. `S` is a state, `D` a phrase for a time. */
const forms: readonly { readonly form: RegExp; readonly from: number; readonly to: number; readonly at: number }[] = [
  {
    form: /^(.+?) (?:whose|when its|when the|once its|once the|as soon as its|after its) (.+?) (?:passes|has passed|is over|is past|lies in the past|is reached),? (?:becomes?|turns?|is|goes to) (.+)$/,
    from: 1,
    at: 2,
    to: 3,
  },
  {
    form: /^(.+?) (?:becomes?|turns?|is|goes to) (.+?) (?:when|once|as soon as|after) (?:its|the) (.+?) (?:passes|has passed|is over|is past|is reached)$/,
    from: 1,
    to: 2,
    at: 3,
  },
  {
    form: /^(.+?) up to and including (?:the |its )?(.+?), (.+?) from the (?:next day|day after)(?: on)?$/,
    from: 1,
    at: 2,
    to: 3,
  },
  {
    form: /^(.+?) until (?:the |its )?(.+?), (.+?) (?:after(?: that| it)?|afterwards|from then on)$/,
    from: 1,
    at: 2,
    to: 3,
  },
  {
    form: /^(.+?) before (?:the |its )?(.+?), (.+?) (?:after(?: that| it)?|afterwards|from then on)$/,
    from: 1,
    at: 2,
    to: 3,
  },
];

/** Infers the states that a record gets by itself when a time of it has passed. */
export const timedTransitions: InferenceRule = {
  id: 'timed-transition',
  says: 'A record whose time has passed is in the state that the description says',
  *infer(known) {
    for (const lifecycle of findLifecycles(known)) yield* transitionsOf(known, lifecycle);
  },
};

function* transitionsOf(known: Knowledge, lifecycle: FoundLifecycle): Iterable<InferredStatement> {
  const vocabulary = vocabularyOf(known);
  const kind = vocabulary.kinds.get(lifecycle.resource.name);
  if (kind === undefined) return;
  const scope: Scope = { vocabulary, variable: 'self', kind };
  const reader = new ProseReader();
  const at = joinPointer('/resources', lifecycle.resource.name, 'lifecycle');
  const states = new Set<string>();
  for (const { text, from: place } of textsOf(known, lifecycle))
    for (const said of sentencesOf(text))
      for (const part of plainText(said).split(/; |, and (?=an? )/)) {
        const found = read(part, { reader, scope });
        if (found === undefined || states.has(found.to)) continue;
        states.add(found.to);
        const value: TransitionStatement = {
          from: found.from.length === 1 ? (found.from[0] ?? '') : [...found.from],
          to: found.to,
          when: found.when,
        };
        const reason = { from: place, says: said };
        yield { at: joinPointer(at, 'member'), value: lifecycle.member, reason };
        yield { at: joinPointer(at, 'transitions', found.to), value, reason };
      }
  for (const { text, from: place } of textsOf(known, lifecycle, true))
    for (const said of sentencesOf(text))
      for (const [name, value] of whileTransitions(plainText(said), { reader, scope })) {
        const reason = { from: place, says: said };
        yield { at: joinPointer(at, 'member'), value: lifecycle.member, reason };
        yield { at: joinPointer(at, 'transitions', name), value, reason };
      }
  for (const { value, says } of byNames(known, lifecycle)) {
    if (states.has(value.to)) continue;
    const reason = { from: known.plan.schemas.chosen(lifecycle.resource.schema).names[0] ?? '#/paths', says };
    yield { at: joinPointer(at, 'member'), value: lifecycle.member, reason };
    yield { at: joinPointer(at, 'transitions', value.to), value, reason };
  }
}

/** `expired` is the state after `expires_at`, and `overdue` that after `due_on`, unless an operation leads to it. */
function* byNames({ plan, model }: Knowledge, { resource, member, states }: FoundLifecycle) {
  const { properties } = plan.schemas.chosen(resource.schema);
  const transitions = Object.values(model.resources?.[resource.name]?.lifecycle?.transitions ?? {});
  const dates = [...properties].flatMap(([name, property]) => {
    const format = String(plan.schemas.chosen(property).keywords['format']);
    return /^date/.test(format) && /^[A-Za-z_]\w*$/.test(name) ? [{ name, format }] : [];
  });
  for (const { after, to: named } of resource.writable.has(member) ? [] : timedStates) {
    const to = states.find((each) => named.has(rootOfPhrase(splitWords(each).join(' '))));
    const [time, another] = dates.filter(({ name }) => after.test(splitWords(name).join(' ')));
    if (to === undefined || time === undefined || another !== undefined) continue;
    if (transitions.some((each) => each.to === to)) continue;
    const from = states.filter((each) => each !== to && canPass(each));
    const [only = ''] = from;
    const when = `self.${time.name} < ${time.format === 'date' ? 'date(now)' : 'now'}`;
    if (from.length > 0) yield { value: { from: from.length === 1 ? only : from, to, when }, says: time.name };
  }
}

/** "A connector is available, occupied while a session runs on it, or faulted": states that other records decide. */
function* whileTransitions(text: string, { reader, scope }: Reading): Iterable<[string, TransitionStatement]> {
  const [, noun = '', list = ''] = /^(?:an?|the|each|every) (.+?) is (.+ while .+)$/.exec(text) ?? [];
  if (!isNounOf(scope.kind, noun)) return;
  const parts = list.split(/,? (?:and|or) |, /).map((part) => {
    const [state = '', cause] = part.split(/ (?:while|as long as) /);
    const [named] = readStates(scope, state) ?? [];
    return { named, condition: cause === undefined ? undefined : reader.condition(cause, scope), cause };
  });
  const [base] = parts;
  if (base?.named === undefined || base.cause !== undefined) return;
  for (const { named, condition } of parts)
    if (named !== undefined && condition !== undefined) {
      yield [named, { from: base.named, to: named, when: condition }];
      yield [`no longer ${named}`, { from: named, to: base.named, when: `!(${condition})` }];
    }
}

function textsOf(
  { plan, document }: Knowledge,
  { resource, member, operations }: FoundLifecycle,
  isGeneral = false,
): readonly { readonly text: unknown; readonly from: string }[] {
  const { schemas } = plan;
  const { keywords, names } = schemas.chosen(schemas.member(resource.schema, member));
  const place = names[0] ?? '#/components/schemas';
  const creations = [...plan.operations.values()].filter(
    (each) => each.resource === resource && each.does === 'create',
  );
  return [
    ...(isGeneral ? [{ text: document.info.description, from: '/info/description' }] : []),
    { text: keywords['description'], from: place },
    ...names.map((name) => ({ text: schemas.chosen(schemas.target(name)).keywords['description'], from: name })),
    ...[...creations, ...operations.map((each) => each.plan)].map((each) => ({
      text: each.node['description'],
      from: operationPointerOf(each.operation, 'description'),
    })),
  ];
}

interface Reading {
  readonly reader: ProseReader;
  readonly scope: Scope;
}

function read(text: string, { reader, scope }: Reading) {
  for (const { form, from, to, at } of forms) {
    const found = form.exec(text);
    if (found === null) continue;
    const before = readStates(
      scope,
      (found[from] ?? '').replace(/^.*? that (?:is|are) /, '').replace(/ (?:that|which)$/, ''),
    );
    const [after, another] = readStates(scope, (found[to] ?? '').split(/, (?:and|so|which) /)[0] ?? '') ?? [];
    const time = reader.value(found[at] ?? '', scope);
    if (before === undefined || after === undefined || another !== undefined || time?.isDate !== true) continue;
    const isDay = time.member?.schema.keywords['format'] === 'date';
    return { from: before, to: after, when: `${time.expression} < ${isDay ? 'date(now)' : 'now'}` };
  }
  return undefined;
}
