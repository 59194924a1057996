import { isObject, joinPointer } from '@understudy/contract';
import { findJsonBody, findResponse, namesOf, type OperationPlan, splitWords } from '@understudy/model';
import { escapeWord } from '../../prose/phrase.js';
import { isNounOf } from '../../prose/phrases.js';
import { ProseReader } from '../../prose/prose-reader.js';
import { maskQuotes } from '../../prose/quotes.js';
import { plainText } from '../../prose/reasons.js';
import type { Scope } from '../../prose/scope.js';
import { sentencesOf } from '../../prose/sentences.js';
import { dot, type Kind, type Vocabulary, vocabularyOf } from '../../prose/vocabulary.js';
import { hedges } from '../../words/hedges.js';
import { areSynonyms } from '../../words/synonyms.js';
import { rootOf } from '../../words/verb-forms.js';
import { sectionsOf } from '../lifecycle/described-steps.js';
import { operationPointerOf, readResponseTexts } from '../lifecycle/lifecycles.js';
import { type About, type Choice, choicesOf, namesChoice } from '../lifecycle/requested-choices.js';
import { scopeOfAction } from '../relations/sent-references.js';
import type { InferenceRule, InferredStatement, Knowledge } from '../rule.js';
import { sentMembers } from '../sent-members.js';
import { ConsequenceReader } from './consequence-reader.js';
import { requestDefaults } from './request-defaults.js';

/** Infers what operations do to other records. */
export const describedConsequences: InferenceRule = {
  id: 'described-consequence',
  says: 'An operation changes or creates the other records that its description says',
  *infer(known: Knowledge): Iterable<InferredStatement> {
    const vocabulary = vocabularyOf(known);
    for (const plan of known.plan.operations.values()) {
      const kind = vocabulary.kinds.get(plan.resource?.name ?? '');
      if (kind === undefined || !['create', 'act', 'update', 'delete'].includes(plan.does)) continue;
      const scope = scopeOfAction(known, plan, { vocabulary, variable: 'self', kind });
      const reader = new ConsequenceReader(new ProseReader(), scope);
      const own = ['description'].map((name) => ({
        text: plan.node[name],
        from: operationPointerOf(plan.operation, name),
      }));
      const successes = readResponseTexts(known, plan).filter(({ status }) => status < 300);
      const ofFirst = plan.does === 'create' ? firstOnes(known, kind) : [];
      if (plan.does === 'create') yield* sentChildren(vocabulary, plan, kind);
      const about = { plan, kind, schemas: known.plan.schemas };
      const sections = sectionsOf(about);
      const names = new Map<string, number>();
      for (const { text, from } of [...own, ...successes, ...ofFirst])
        for (const said of sentencesOf(text)) {
          const { text: masked, unmask } = maskQuotes(said);
          // "…, whose id you find in the stay"
          const plain = plainText(masked).replace(
            /, (?:whose|the) (?:id|key|number|code) [a-z ]*\bin (?:the|its) [^,;]*/,
            '',
          );
          if (
            hedges.test(plain.replace(/^otherwise\b|(?:except(?: that)?|, otherwise)(?= (?:it|they|the|its) )/g, '')) ||
            plain.length > 300 ||
            /\byou(?:r)?\b/.test(plain)
          )
            continue;
          const section = sections.get(said) ?? choiceOfLead(plain, about);
          for (const { kind: other, each, key, of, if: stated, to, set } of reader.read(plain)) {
            const asked = section && namesChoice(section);
            const own = stated && beforeAction(known, plan, { kind, condition: stated });
            const condition = asked === undefined || own === undefined ? (asked ?? own) : `${asked} && (${own})`;
            const resource = other.resource?.name ?? '';
            const count = (names.get(resource) ?? 0) + 1;
            names.set(resource, count);
            const name = count === 1 ? resource : `${resource}${count}`;
            const sent = each === undefined && plan.does === 'act' ? keptMembers(known, plan, other, scope) : {};
            const taken = to === undefined ? undefined : takenState(known, plan, { other, each });
            const value = effectOf(known, {
              kind: other,
              each,
              key,
              of,
              condition,
              to,
              taken,
              set: set && unmask({ ...sent, ...set }),
            });
            if (value === undefined) continue;
            if (each === undefined && isAnswer(known, plan, other)) {
              const own = joinPointer('/operations', plan.operation.operationId, 'answer');
              yield { at: own, value: `=of(${JSON.stringify(resource)}).last()`, reason: { from, says: said } };
            }
            const at = joinPointer('/operations', plan.operation.operationId, 'then', name);
            yield { at, value, reason: { from, says: said } };
            // Demo data has one such record per operation.
            if (each === undefined && stated === undefined && (other.resource?.writable.size ?? 0) === 0)
              yield {
                at: joinPointer('/seeds', resource, 'each'),
                value: makersOf(known, plan, section?.state),
                reason: { from, says: said },
              };
          }
        }
    }
  },
};

/** "If it was sent": the condition of an action on its own state is about the record before. */
function beforeAction(
  { model }: Knowledge,
  { does, resource, operation }: OperationPlan,
  { kind: { stateMember = '' }, condition }: { readonly kind: Kind; readonly condition: string },
): string {
  const { transitions = {} } = model.resources?.[resource?.name ?? '']?.lifecycle ?? {};
  const reached = Object.values(transitions).flatMap(({ on, to }) =>
    to !== undefined && namesOf(on).includes(operation.operationId) ? [JSON.stringify(to)] : [],
  );
  const state = dot('self', stateMember);
  return does !== 'act' || reached.length === 0 || reached.some((each) => condition.includes(each))
    ? condition
    : condition.replaceAll(new RegExp(`(?<![\\w.])${escapeWord(state)}(?![\\w.])`, 'g'), dot('old', stateMember));
}

/** "Closing a shop also cancels its orders": the requested state. */
function choiceOfLead(text: string, about: About): Choice | undefined {
  const [, word] =
    /^(?:by |whoever |anyone who |if you |when you )?([a-z]+(?:ing|s)?) (?:an?|the|it|them)\b/.exec(text) ??
    /^([a-z]+ing) (?=[a-z]+s )/.exec(text) ??
    [];
  const root = word === undefined ? '' : rootOf(word);
  return choicesOf(about).find(({ state }) => rootOf(splitWords(state).join(' ')) === root);
}

/** "The first bid takes an open auction to `running`" in the text about a tag, as a sentence about the creation of a bid. */
function firstOnes({ document }: Knowledge, { nouns }: Kind): { readonly text: string; readonly from: string }[] {
  const { tags = [] } = document as { tags?: readonly { description?: unknown }[] };
  const form = new RegExp(
    `^(?:with )?(?:the |an? |each |every )(?:first |new |further )?(?:${nouns.join('|')}),? (?:takes|moves|brings|puts|turns|sends|sets|changes) (?:an? |the |its )?([a-z]+) ([a-z ]+?) (?:in)?to (?:status |state )?(?:an? )?([a-z_]+)(?:,.*)?$`,
  );
  return tags.flatMap(({ description }, at) =>
    sentencesOf(description).flatMap((said) => {
      const [, state, thing, to] = form.exec(plainText(said)) ?? [];
      const text = `If the ${thing} is ${state}, the ${thing} becomes ${to}.`;
      return to === undefined ? [] : [{ text, from: joinPointer('', 'tags', String(at), 'description') }];
    }),
  );
}

/** The state into which the creation of a record puts another one. */
function takenState(
  { model, plan: known }: Knowledge,
  { resource, does }: OperationPlan,
  { other, each = '' }: { readonly other: Kind; readonly each: string | undefined },
): string | undefined {
  const creation = [...known.operations.values()].find((each) => each.does === 'create' && each.resource === resource);
  const effects = Object.values(model.operations?.[creation?.operation.operationId ?? '']?.then ?? {});
  const own = dot(each, other.resource?.key ?? '');
  const effect = effects.find(({ update, key }) => update === other.resource?.name && key === own);
  const set: Readonly<Record<string, unknown>> = isObject(effect?.set) ? effect.set : {};
  const state = set[other.stateMember ?? ''] ?? effect?.to;
  return does === 'act' && typeof state === 'string' ? state : undefined;
}

/** An expression for the records after an operation. */
function makersOf({ model }: Knowledge, { resource, operation }: OperationPlan, state: string | undefined): string {
  const name = resource?.name ?? '';
  const { member, transitions = {} } = model.resources?.[name]?.lifecycle ?? {};
  const all = Object.values(transitions);
  const found =
    state === undefined
      ? all.find(
          (each) =>
            each.to !== undefined && each.when === undefined && namesOf(each.on).includes(operation.operationId),
        )
      : undefined;
  const to = state ?? found?.to;
  const later = all.flatMap((each) => (namesOf(each.from).includes(String(to)) ? (each.to ?? []) : []));
  if (to === undefined || member === undefined) return name;
  return `all(${JSON.stringify(name)}).filter(one, ${dot('one', member)} in ${JSON.stringify([to, ...later])})`;
}

/** The members of a request that a new record has too. */
function keptMembers(known: Knowledge, plan: OperationPlan, kind: Kind, scope: Scope): Record<string, string> {
  const defaults = requestDefaults(known, plan, scope);
  const shared = sentMembers(known.plan.schemas, plan.operation).filter(
    ([name]) => kind.members.has(name) && /^[A-Za-z_]\w*$/.test(name),
  );
  return Object.fromEntries(
    shared.map(([name]) => [name, `=has(body.${name}) ? body.${name} : ${defaults.get(name) ?? 'null'}`]),
  );
}

/** True if the response of an operation is the further record. */
function isAnswer({ plan: { schemas } }: Knowledge, plan: OperationPlan, { resource }: Kind): boolean {
  const body = findJsonBody(findResponse(plan.responses, plan.statuses[0] ?? 200));
  const [name] = schemas.chosen(body?.schema).names;
  return plan.does === 'act' && name !== undefined && name === schemas.chosen(resource?.schema).names[0];
}

interface Effect {
  readonly kind: Kind;
  readonly each: string | undefined;
  readonly key: string | undefined;
  readonly of: string | undefined;
  readonly condition: string | undefined;
  readonly to: string | undefined;
  readonly taken: string | undefined;
  readonly set: Readonly<Record<string, unknown>> | undefined;
}

/** The statement of a further effect. A state that a transition leads to comes with all that it does. */
function effectOf(
  known: Knowledge,
  { kind, each, key: keyOf, of, condition, to, taken, set }: Effect,
): object | undefined {
  const { name = '', key } = kind.resource ?? {};
  if (each === undefined)
    return {
      create: name,
      ...(of === undefined ? {} : { each: of }),
      ...(condition === undefined ? {} : { if: condition }),
      ...(set === undefined ? {} : { set }),
    };
  if (key === undefined) return undefined;
  const transitions = Object.values(known.model.resources?.[name]?.lifecycle?.transitions ?? {});
  const isOne = each.endsWith('.first()') || (each.startsWith('find(') && !each.includes(').filter('));
  // What the creation took is given back, unless something else has happened to it.
  const isBack = isOne && taken !== undefined && taken !== to;
  const isState = to !== undefined && !isBack && transitions.some((each) => each.to === to && each.on !== undefined);
  const stamps = to === undefined || isState ? {} : stampsOf(kind, to);
  const changed = to === undefined || isState ? set : { ...stamps, ...set, [kind.stateMember ?? '']: to };
  const back = isBack ? `${dot(each, kind.stateMember ?? '')} in ${JSON.stringify([taken, to])}` : undefined;
  const conditions = [condition, back, isOne && !isBack ? `${each} != null` : undefined].filter(
    (one) => one !== undefined,
  );
  return {
    update: name,
    ...(isOne ? { key: dot(each, key) } : { each, key: keyOf ?? dot('item', key) }),
    ...(conditions.length === 0
      ? {}
      : { if: conditions.map((one) => (conditions.length > 1 ? `(${one})` : one)).join(' && ') }),
    ...(isState ? { to } : {}),
    ...(changed === undefined ? {} : { set: changed }),
  };
}

/** The times that are null before a state: `closed_at` of `closed`. */
function stampsOf({ members }: Kind, state: string): Record<string, string> {
  const stamps = [...members.values()].filter(({ name, schema }) => {
    const [word = '', ending, ...more] = splitWords(name);
    const isTime = /^date/.test(String(schema.keywords['format'])) && (ending === 'at' || ending === 'on');
    return schema.nullable && isTime && more.length === 0 && areSynonyms(word, splitWords(state).join(' '));
  });
  return Object.fromEntries(stamps.map(({ name }) => [name, '=now']));
}

/** Things of another kind in the request of a creation become records that refer to the new one. */
function* sentChildren(vocabulary: Vocabulary, plan: OperationPlan, own: Kind): Iterable<InferredStatement> {
  const { resource, operation } = plan;
  for (const [name, schema] of resource?.writable ?? []) {
    const { items } = vocabulary.schemas.chosen(schema);
    if (own.members.has(name) || vocabulary.schemas.chosen(items).properties.size === 0 || !/^\w+$/.test(name))
      continue;
    const children = [...vocabulary.kinds.values()].filter((kind) => {
      const references = kind.references.filter(({ target }) => target === resource?.name);
      return kind !== own && isNounOf(kind, splitWords(name).join(' ')) && references.length === 1;
    });
    const [child] = children;
    const reference = child?.references.find(({ target }) => target === resource?.name);
    if (child?.resource === undefined || reference === undefined || children.length > 1 || resource?.key === undefined)
      continue;
    const value = {
      create: child.resource.name,
      each: `body.${name}`,
      set: { [reference.member]: `=${dot('self', resource.key)}` },
    };
    const at = joinPointer('/operations', operation.operationId, 'then', `${child.resource.name} of the request`);
    yield { at, value, reason: { from: operationPointerOf(operation, 'requestBody'), says: `${name} in the request` } };
  }
}
