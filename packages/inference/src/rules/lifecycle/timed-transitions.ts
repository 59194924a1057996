import { joinPointer, membersOf } from '@understudy/contract';
import { namesOf, splitWords, type TransitionStatement } from '@understudy/model';
import { isNounOf } from '../../prose/phrases.js';
import { ProseReader } from '../../prose/prose-reader.js';
import { reachedState } from '../../prose/reached-states.js';
import { readStates } from '../../prose/read-states.js';
import { plainText } from '../../prose/reasons.js';
import type { Scope } from '../../prose/scope.js';
import { sentencesOf } from '../../prose/sentences.js';
import { mentionsIn } from '../../prose/state-mentions.js';
import { vocabularyOf } from '../../prose/vocabulary.js';
import { rootOfPhrase } from '../../words/synonyms.js';
import { ahead, canPass, timedStates } from '../../words/timed-states.js';
import type { InferenceRule, InferredStatement, Knowledge } from '../rule.js';
import { type FoundLifecycle, findLifecycles, operationPointerOf } from './lifecycles.js';

const passes =
  '(?:passes|has passed|have passed|is over|is past|lies in the past|is in the past|is reached|has come|comes|elapses|has elapsed|runs out|has run out)';
/** A time of a thing that has passed, and the words for what follows. The groups are the time and its end. */
const passing: readonly RegExp[] = [
  new RegExp(
    `\\b(?:whose|when|once|if|as soon as|after) (?:the |its )?([a-z_ ]{1,60}?)(?: of (?:an?|the) [a-z_ ]{1,60})? ${passes}\\b`,
  ),
  /\bup to and including (?:the |its )?([a-z_ ]+?), (?=.* from the (?:next day|day after|following day))/,
  /\buntil (?:the |its )?([a-z_ ]+?)(?:, that day included)?,? (?:and )?(?=.* (?:after(?: that| it)?|afterwards|from then on|(?:starting|beginning) with the (?:following|next) day|from the (?:next|following) day))/,
  /\bbefore (?:the |its )?([a-z_ ]+?), (?=.* (?:after(?: that| it)?|afterwards|from then on))/,
];

/** Infers the states that a record gets by itself when a time of it has passed. */
export const timedTransitions: InferenceRule = {
  id: 'timed-transition',
  says: 'A record whose time has passed, or whose number has reached a bound, is in the state that the description says',
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
  for (const { text, from: place, allowed } of textsOf(known, lifecycle))
    for (const said of sentencesOf(text))
      for (const part of plainText(said).split(/; |, and (?=an? )/)) {
        const found = read(part, said, { reader, scope }) ?? readReached(part, { reader, scope, allowed });
        if (found === undefined || states.has(found.to) || !isSet(known, lifecycle, found.when)) continue;
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
  for (const { text, from: place } of textsOf(known, lifecycle, true)) {
    let isAbout = false;
    for (const said of sentencesOf(text)) {
      // "There are four statuses of a connector. While …, it is occupied": the pronoun means the thing named before.
      const named = scope.kind.nouns.some((each) => new RegExp(`\\b${each}\\b`, 'i').test(said));
      isAbout = named || (isAbout && /^(?:while|as long as|whenever) /i.test(said));
      for (const [name, value] of isAbout ? whileTransitions(plainText(said), { reader, scope }) : []) {
        const reason = { from: place, says: said };
        yield { at: joinPointer(at, 'member'), value: lifecycle.member, reason };
        yield { at: joinPointer(at, 'transitions', name), value, reason };
      }
    }
  }
  for (const { value, says, isFirst } of byNames(known, lifecycle)) {
    if (states.has(value.to) || !isSet(known, lifecycle, value.when)) continue;
    const reason = { from: known.plan.schemas.chosen(lifecycle.resource.schema).names[0] ?? '#/paths', says };
    yield { at: joinPointer(at, 'member'), value: lifecycle.member, reason };
    yield { at: joinPointer(at, 'transitions', value.to), value, reason };
    // Future records first.
    if (isFirst) yield { at: joinPointer(at, 'initial'), value: value.from, reason };
  }
}

/** True if a request or a statement sets the time of a condition. Without that, a new record would expire at once. */
function isSet({ model, plan }: Knowledge, { resource }: FoundLifecycle, when: string): boolean {
  const [, name = ''] = /^self\.(\w+) <=?/.exec(when) ?? [];
  const { members = {}, lifecycle } = model.resources?.[resource.name] ?? {};
  const { nullable } = plan.schemas.chosen(plan.schemas.member(resource.schema, name));
  const isOfTransition = Object.values(lifecycle?.transitions ?? {}).some(
    ({ set }) => membersOf(set)[name] !== undefined,
  );
  // Records that no request creates have their times from the start.
  const isMade = [...plan.operations.values()].some((each) => each.does === 'create' && each.resource === resource);
  const isGiven = nullable || resource.writable.has(name) || members[name]?.value !== undefined;
  return name === '' || !isMade || isGiven || isOfTransition;
}

/** `expired` is the state after `expires_at`, and `overdue` that after `due_on`, unless an operation leads to it. */
function* byNames({ plan, model }: Knowledge, { resource, member, states }: FoundLifecycle) {
  const { properties } = plan.schemas.chosen(resource.schema);
  const transitions = Object.values(model.resources?.[resource.name]?.lifecycle?.transitions ?? {});
  const dates = [...properties].flatMap(([name, property]) => {
    const format = String(plan.schemas.chosen(property).keywords['format']);
    return /^date/.test(format) && /^[A-Za-z_]\w*$/.test(name) ? [{ name, format }] : [];
  });
  for (const { after, to: named, from: before } of resource.writable.has(member) ? [] : timedStates) {
    const to = states.find((each) => named.has(wordsOf(each)));
    const [time, another] = dates.filter(({ name }) => after.test(splitWords(name).join(' ')));
    if (to === undefined || time === undefined || another !== undefined) continue;
    if (transitions.some((each) => each.to === to)) continue;
    const from = states.filter((each) => each !== to && (before?.has(wordsOf(each)) ?? canPass(each)));
    const [only = ''] = from;
    // The first day is part of a period, and so is the last.
    const sign = rangeWords.test(time.name) ? '<=' : '<';
    const when = `self.${time.name} ${sign} ${time.format === 'date' ? 'date(now)' : 'now'}`;
    const isFirst = before === ahead && from.length === 1;
    if (from.length > 0) yield { value: { from: from.length === 1 ? only : from, to, when }, says: time.name, isFirst };
  }
}

const rangeWords = /^(?:start|begin|from)/i;

function wordsOf(state: string): string {
  return rootOfPhrase(splitWords(state).join(' '));
}

/** "A connector is available, occupied while a session runs on it, or faulted": states that other records decide. */
function* whileTransitions(text: string, { reader, scope }: Reading): Iterable<[string, TransitionStatement]> {
  const [, running = '', also = ''] =
    /^(?:while|as long as|whenever) (.+?), (?:it|(?:the|an?) [a-z ]+?) is ([a-z_ ]+)$/.exec(text) ?? [];
  const [state] = also === '' ? [] : (readStates(scope, also) ?? []);
  const when = state === undefined ? undefined : reader.condition(running, scope);
  const first = scope.kind.states.find(({ member }) => member === scope.kind.stateMember)?.value;
  if (state !== undefined && when !== undefined && first !== undefined && first !== state) {
    yield [state, { from: first, to: state, when }];
    yield [`no longer ${state}`, { from: state, to: first, when: `!(${when})` }];
  }
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
  { plan, document, model }: Knowledge,
  { resource, member, operations }: FoundLifecycle,
  isGeneral = false,
): readonly Text[] {
  const { schemas } = plan;
  const transitions = Object.values(model.resources?.[resource.name]?.lifecycle?.transitions ?? {});
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
      allowed: transitions.flatMap(({ on, from = [] }) =>
        namesOf(on).includes(each.operation.operationId) ? namesOf(from) : [],
      ),
    })),
  ];
}

interface Text {
  readonly text: unknown;
  readonly from: string;
  /** The states in which the operation of the text is possible. */
  readonly allowed?: readonly string[];
}

interface Reading {
  readonly reader: ProseReader;
  readonly scope: Scope;
}

/** "When the balance is at most 0, the invoice becomes paid", from the states in which the operation is possible. */
function readReached(
  text: string,
  { reader, scope, allowed = [] }: Reading & { readonly allowed?: readonly string[] | undefined },
) {
  const found = reachedState(reader, text, scope);
  const from = allowed.filter((state) => state !== found?.to);
  return found === undefined || from.length === 0 ? undefined : { ...found, from };
}

function read(text: string, said: string, { reader, scope }: Reading) {
  for (const form of passing) {
    const found = form.exec(text);
    const time = found === null ? undefined : reader.value(found[1] ?? '', scope);
    if (found === null || time?.isDate !== true) continue;
    const end = found.index + found[0].length;
    const mentions = mentionsIn(text, said, scope.kind);
    const to =
      mentions.find(({ at }) => at >= end && !/\b(?:while|an?|still) $/.test(text.slice(0, at))) ??
      mentions.findLast(
        ({ at }) => at < found.index && /\b(?:becom\w+|turns?(?: into)?|is|are|goes to) $/.test(text.slice(0, at)),
      );
    // "A published event whose end has passed", "while it is still held"
    const from = [...new Set(mentions.flatMap(({ state }) => (state === to?.state ? [] : [state])))];
    const isClear = to !== undefined && mentions.filter(({ state }) => state === to.state).length === 1;
    if (!isClear || from.length === 0 || (from.length > 1 && !/ or |,/.test(text))) continue;
    const isDay = time.member?.schema.keywords['format'] === 'date';
    return { from, to: to.state, when: `${time.expression} < ${isDay ? 'date(now)' : 'now'}` };
  }
  return undefined;
}
