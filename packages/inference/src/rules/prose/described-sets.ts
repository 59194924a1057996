import { joinPointer } from '@understudy/contract';
import { namesOf, type OperationPlan, splitWords } from '@understudy/model';
import { readAmountChange } from '../../prose/amount-changes.js';
import { isNumber, isNumeric } from '../../prose/amounts.js';
import { onlyNumber } from '../../prose/linked-forms.js';
import { escapeWord } from '../../prose/phrase.js';
import { ProseReader } from '../../prose/prose-reader.js';
import { plainText } from '../../prose/reasons.js';
import type { Scope } from '../../prose/scope.js';
import { sentencesOf } from '../../prose/sentences.js';
import { dot, kindOfMembers, memberIn, type NamedMember, stateIn, vocabularyOf } from '../../prose/vocabulary.js';
import { denies } from '../../words/modality.js';
import { operationPointerOf, readResponseTexts } from '../lifecycle/lifecycles.js';
import { rounded } from '../members/numbers.js';
import { sequenceForm } from '../members/sequences.js';
import type { InferenceRule, InferredStatement, Knowledge } from '../rule.js';
import { sentMembers } from '../sent-members.js';
import { byVerb, type FoundSet, isDated, keptOf } from './sets-by-names.js';
import { keptAtCreation, setsAt } from './taken-values.js';

/** Infers the members that an action sets: as sentences say, by its verb, and from its request. */
export const describedSets: InferenceRule = {
  id: 'described-set',
  says: 'An action sets the members that its description names, counts what its verb counts, and keeps what its request says',
  *infer(known: Knowledge): Iterable<InferredStatement> {
    for (const plan of known.plan.operations.values()) {
      if (plan.does === 'create') yield* keptAtCreation(known, plan);
      if (plan.does !== 'act' && plan.does !== 'update') continue;
      const { resource, operation } = plan;
      const lifecycle = known.model.resources?.[resource?.name ?? '']?.lifecycle;
      const [transition] =
        Object.entries(lifecycle?.transitions ?? {}).find(
          ([, { on, to, when }]) =>
            to !== undefined && when === undefined && namesOf(on).includes(operation.operationId),
        ) ?? [];
      const base =
        transition === undefined
          ? joinPointer('/operations', operation.operationId, 'set')
          : joinPointer('/resources', resource?.name ?? '', 'lifecycle', 'transitions', transition, 'set');
      const members = known.model.resources?.[resource?.name ?? '']?.members ?? {};
      const sets = plan.does === 'act' ? [...setsOf(known, plan)] : [];
      for (const { member, value: said, reason } of sets) {
        // What is computed from other members follows them.
        const { value: computed, on } = members[member] ?? {};
        const isOwn = new RegExp(`\\bself\\.${escapeWord(member)}\\b`).test(String(computed));
        if (member === lifecycle?.member || (computed !== undefined && on !== 'create' && !isOwn)) continue;
        const value = fromRequest(known, said, { sets, members, member, plan });
        yield { at: joinPointer(base, member), value, reason };
        // What grows with each call starts at 0.
        const isSent = resource?.writable.has(member) === true;
        if (computed === undefined && !isSent && String(value).startsWith(`=${dot('old', member)} `))
          yield {
            at: joinPointer('/resources', resource?.name ?? '', 'members', member),
            value: { value: '0', on: 'create' },
            reason,
          };
      }
    }
  },
};

interface Sets {
  readonly sets: readonly FoundSet[];
  readonly members: Readonly<Record<string, { readonly value?: unknown; readonly on?: unknown }>>;
  readonly member: string;
  readonly plan: OperationPlan;
}

/** Replaces computed and sent members in a formula by their new values. */
function fromRequest({ plan: { schemas } }: Knowledge, said: unknown, { sets, members, member, plan }: Sets): unknown {
  if (typeof said !== 'string' || !/^=.*[-+*/]/.test(said)) return said;
  const inPlace = (text: string, find: (name: string) => unknown) =>
    text.replace(/\bself\.(\w+)\b/g, (all, name: string) => {
      const value = name === member ? undefined : find(name);
      return typeof value === 'string' ? `(${value.replace(/^=/, '')})` : all;
    });
  const computed = inPlace(said, (name) => (members[name]?.on === undefined ? members[name]?.value : undefined));
  const whole = inPlace(computed, (name) => {
    const value = sets.find((each) => each.member === name)?.value ?? plan.effects?.set[name];
    return value === '=now' || String(value).includes('body.') ? value : undefined;
  });
  const property = schemas.member(plan.resource?.schema, member);
  return isNumeric(schemas.chosen(property).types) && /[*/]/.test(whole)
    ? `=${rounded(schemas, property, whole.slice(1))}`
    : whole;
}

function* setsOf(known: Knowledge, plan: OperationPlan): Iterable<FoundSet> {
  const vocabulary = vocabularyOf(known);
  const kind = vocabulary.kinds.get(plan.resource?.name ?? '');
  if (kind === undefined) return;
  const sent = sentMembers(known.plan.schemas, plan.operation);
  const body = kindOfMembers(
    known.plan.schemas,
    sent.map(([name, schema]) => [name, schema, '']),
  );
  const outer: Scope = { vocabulary, variable: 'body', kind: body };
  const scope: Scope = { vocabulary, variable: 'self', kind, outer };
  const named = [...kind.members.values()].filter(({ name }) => name !== plan.resource?.key);
  const own = named.filter(({ name }) => plan.resource?.writable.has(name) !== true);
  const texts = [
    { text: plan.node['description'], from: operationPointerOf(plan.operation, 'description') },
    ...readResponseTexts(known, plan).filter(({ status }) => status < 300),
  ];
  const all: FoundSet[] = [];
  for (const { text, from } of texts)
    for (const said of sentencesOf(text))
      for (const clause of clausesOf(said)) {
        const found =
          saidSet(clause, scope, named) ?? saidChange(clause, scope, named) ?? saidNumber(clause, scope, own);
        for (const each of found === undefined ? namedSets(clause, own) : [found])
          all.push({ ...each, reason: { from, says: said } });
      }
  // "A year after `approved_at`", which the action sets to now, is a year after now.
  const stamped = all.flatMap(({ member, value }) => (value === '=now' ? [dot('self', member)] : []));
  for (const each of all)
    yield {
      ...each,
      value: stamped.reduce(
        (value, stamp) =>
          typeof value === 'string' ? value.replace(new RegExp(`(?<![\\w.])${stamp}\\b`, 'g'), 'now') : value,
        each.value,
      ),
    };
  yield* setsAt(plan, scope, own);
  yield* keptOf(sent, known, { plan, own });
  yield* byVerb(plan, own);
}

function clausesOf(said: string): string[] {
  return plainText(said)
    .split(
      /; |, and | and (?!(?:its |the )?[a-z_]+ are )|, (?=[a-z_]+ (?:is|becomes) |(?:lowers|raises|reduces|increases|decreases) )|: | (?=\()/,
    )
    .map((clause) =>
      clause
        .replace(/^.*\bwith ([a-z_]+) as (?:its |the )?([a-z_ ]+)$/, '$2 set to $1')
        .replace(/^.* with (?=[a-z_]+ set to )/, '')
        .trim(),
    );
}

/** "stop_reason becomes driver", "reimbursedAt is set to the time of the call", "decidedAt the present moment". */
function saidSet(text: string, scope: Scope, own: readonly NamedMember[]): Omit<FoundSet, 'reason'> | undefined {
  const [, name = '', phrase = ''] =
    /^(?:its |the )?([\w ]+?) (?:is set to|becomes?|is then|is now|now equals|gets|is|set to|holds) (.+)$/.exec(text) ??
    /^(?:its |the )?(\w+) (the (?:present|current|time|moment).*|today)$/.exec(text) ??
    /^(?:its |the )?(\w+) to (.*\d .+)$/.exec(text) ??
    /^(?:also )?(?:sets|changes|resets|switches|turns) (?:its |the )?([\w ]+?) (?:back )?(?:in)?to (.+)$/.exec(text) ??
    /^(?:also )?(?:clears|empties|resets|nulls) (?:its |the )?([\w ]+)()$/.exec(text) ??
    [];
  const [, today = ''] = /^.*\btoday as (\w+)$/.exec(text) ?? [];
  const member = memberIn(scope.kind, today === '' ? name : today);
  if (member === undefined || !own.includes(member)) return undefined;
  const isTime = isDated(member);
  if (
    today !== '' ||
    (isTime &&
      /^(?:set|filled in|filled|recorded|now|the (?:present|current) (?:moment|time)|the (?:time|moment) of (?:the|this) (?:call|request)|today)$/.test(
        phrase,
      ))
  )
    return { member: member.name, value: '=now' };
  if (isTime) {
    // "A paid order becomes shipped" is about the order, not about the time of its payment.
    if (stateIn(scope.kind, phrase) !== undefined) return undefined;
    const later = new ProseReader().value(laterThan(phrase), scope);
    return later?.isDate === true ? { member: member.name, value: `=${later.expression}` } : undefined;
  }
  if (member.schema.types[0] === 'boolean' && /^(?:true|false)$/.test(phrase))
    return { member: member.name, value: phrase === 'true' };
  if (/^$|^null$|^(?:cleared|emptied|empty|removed|erased|wiped)(?: \(null\))?$/.test(phrase))
    return member.schema.nullable ? { member: member.name, value: '=null' } : undefined;
  const states = { ...scope.kind, states: scope.kind.states.filter((each) => each.member === member.name) };
  const state = stateIn(states, phrase);
  if (state !== undefined) return { member: member.name, value: state.value };
  const value = new ProseReader().value(phrase, scope);
  if (value !== undefined && value.isDate !== true && value.span === undefined && !/^self\.\w+$/.test(value.expression))
    return { member: member.name, value: `=${value.expression}` };
  const isCode =
    member.schema.types.includes('string') &&
    /^[a-z_]{3,30}$/.test(phrase) &&
    !/^(?:set|filled|cleared|kept|left|unchanged|updated|changed|returned|the|new|known|given|stored|shown|available|required|optional)$/.test(
      phrase,
    );
  return isCode &&
    member.schema.keywords['format'] === undefined &&
    /^(?:reason|cause|source|origin|by|.*[_a-z](?:reason|Reason|cause|Cause))$/.test(member.name)
    ? { member: member.name, value: phrase }
    : undefined;
}

/** "Exactly 30 days later" and "30 days after it" are 30 days after now. */
function laterThan(phrase: string): string {
  return phrase
    .replace(/^(?:exactly|precisely|always|the moment|the time) /, '')
    .replace(
      / (?:later|from now|ahead|from (?:that|this|the) (?:moment|time|day)|after (?:it|that|this|now))$/,
      ' after now',
    );
}

/** Words of times that lie ahead. */
const planned = new Set('until till due expire expires expiry valid end ends from start starts'.split(' '));
const conditional = /\b(?:if|unless|until|before|when|while|only|cannot|must|may|can)\b/;
const clears =
  /\b(?:null|empty|emptied|cleared|removed|reset|erased|wiped|gone|unset|taken away|deleted|forgotten|blank(?:ed)?)\b|\b(?:clears|empties|resets|removes|nulls|wipes|erases|deletes)\b/;
const stamps =
  /\b(?:moment|time|instant|now|today|date|stamped?|stamps|noted|notes|recorded|records|kept|keeps|filled|set|remembered|remembers|logged|logs|written|saved)\b/;

/** "Notes the time in `cleanedAt`", "`reason` and `closedAt` are emptied": the members in a clause and their new values. */
function namedSets(text: string, own: readonly NamedMember[]): Omit<FoundSet, 'reason'>[] {
  // `rejection_reason` rejects nothing.
  if (conditional.test(text) || denies.test(text.replace(/\b[a-z]+_\w+\b/g, ''))) return [];
  const words = new Set(text.split(/[^a-z0-9_-]+/));
  const named = own.filter(({ name }) => splitWords(name).length > 1 && words.has(name.toLowerCase()));
  const isStamp = (member: NamedMember) =>
    isDated(member) && !splitWords(member.name).some((word) => planned.has(word));
  if (clears.test(text))
    return named.filter(({ schema }) => schema.nullable).map(({ name }) => ({ member: name, value: '=null' }));
  return stamps.test(text) ? named.filter(isStamp).map(({ name }) => ({ member: name, value: '=now' })) : [];
}

/** "Adds `packs` to the stock", "the balance goes down by the amount": a number that grows or shrinks. */
function saidChange(text: string, scope: Scope, own: readonly NamedMember[]): Omit<FoundSet, 'reason'> | undefined {
  const change = readAmountChange(text);
  const of = change?.of.replace(new RegExp(` of (?:the|this|its) (?:${scope.kind.nouns.join('|')})$`), '') ?? '';
  const member = memberIn(scope.kind, of);
  if (change === undefined || member === undefined || !own.includes(member) || !isNumber(member)) return undefined;
  const by = change.by
    .replace(/ (?:of|in|from) the (?:body|request|call)$/, '')
    .replace(/^(?:the )?(?:given|sent) /, '');
  const value = new ProseReader().value(by, scope) ?? onlyNumber(scope, by);
  if (value === undefined || value.isDate === true) return undefined;
  return { member: member.name, value: `=${dot('old', member.name)} ${change.sign} ${value.expression}` };
}

/** "Hands out an invoice number": the next one in its form. */
function saidNumber(text: string, scope: Scope, own: readonly NamedMember[]): Omit<FoundSet, 'reason'> | undefined {
  const [, phrase = ''] =
    /^(?:it )?(?:hands out|issues|assigns|gives(?: it)?|allocates|draws|gets|is given|receives|is assigned) (?:an? |the )(?:new )?([a-z ]+?)(?: that no other .+| of its own)?$/.exec(
      text,
    ) ?? [];
  const member = memberIn(scope.kind, phrase);
  if (phrase === '' || member === undefined || !own.includes(member) || !member.schema.types.includes('string'))
    return undefined;
  const prefix = splitWords(member.name)[0]?.slice(0, 3).toUpperCase() ?? 'NO';
  return {
    member: member.name,
    value: `=next(${JSON.stringify(sequenceForm(member.schema) ?? `${prefix}-{sequence:6}`)})`,
  };
}
