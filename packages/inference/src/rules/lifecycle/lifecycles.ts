import { isObject, joinPointer, resolveReference } from '@understudy/contract';
import { normalizeName, type OperationPlan, type Resource, splitWords } from '@understudy/model';
import type { Action } from '../../prose/action.js';
import { reachedCount } from '../../prose/count-limits.js';
import { readComparedReason } from '../../prose/refusal-forms.js';
import type { Scope } from '../../prose/scope.js';
import { sentencesOf } from '../../prose/sentences.js';
import { listingMembers, nounsOf, unnamedState } from '../../prose/states.js';
import { kindOfMembers, stateIn, vocabularyOf } from '../../prose/vocabulary.js';
import { participlesOfEffects, participlesOfParts } from '../../words/changes.js';
import { rootOf } from '../../words/verb-forms.js';
import type { Knowledge } from '../rule.js';
import { tagTextsOf } from '../tag-texts.js';

/** The member of a resource with its state, and the operations that may change or need it. */
export interface FoundLifecycle {
  readonly states: readonly string[];
  readonly nouns: readonly string[];
  readonly resource: Resource;
  readonly member: string;
  readonly operations: readonly LifecycleOperation[];
  /** The states that operations lead to, by the participles of what they do. Filled when transitions are read. */
  readonly reached: Map<string, string>;
}

/** An operation on a record, or on a part of it. */
export interface LifecycleOperation {
  readonly plan: OperationPlan;
  readonly isOnPart: boolean;
}

const stateName = /^(?:status|state|phase|stage)$/;
const found = new WeakMap<object, readonly FoundLifecycle[]>();

/** Finds the resources with one member that lists states. */
export function findLifecycles(known: Knowledge): readonly FoundLifecycle[] {
  const earlier = found.get(known.plan);
  if (earlier !== undefined) return earlier;
  const all = [...known.plan.resources.values()].flatMap((resource) => lifecycleOf(known, resource));
  found.set(known.plan, all);
  return all;
}

function lifecycleOf(known: Knowledge, resource: Resource): FoundLifecycle[] {
  const { schemas, operations } = known.plan;
  const schema = schemas.chosen(resource.schema);
  const [named, other] = listingMembers(schemas, resource).filter((name) => isStateName(name, resource));
  const member = named ?? unnamedState({ schemas, operations }, resource);
  if (member === undefined || other !== undefined || resource.isChained === true) return [];
  const { keywords } = schemas.chosen(schema.properties.get(member));
  const states = (Array.isArray(keywords['enum']) ? keywords['enum'] : []).filter((value) => typeof value === 'string');
  const schemaNames = schema.names
    .map((name) => name.split('/').at(-1) ?? '')
    .filter((name) => !/input|new|update|patch|base|request$/i.test(name));
  const nouns = nounsOf([resource.name.split(/[.:]/).at(-1) ?? '', ...schemaNames.slice(0, 1)]);
  const reached = new Map<string, string>();
  const own = [...operations.values()].flatMap((plan): LifecycleOperation[] => {
    const isOwn =
      plan.resource === resource && plan.key !== undefined && plan.does !== 'list' && plan.does !== 'create';
    const isOnPart = plan.through.at(-1)?.resource === resource && plan.resource !== resource;
    const isRead = plan.operation.method === 'GET' || plan.operation.method === 'HEAD';
    if (isRead || !(isOwn || isOnPart)) return [];
    return [{ plan, isOnPart: isOnPart || plan.effects?.list !== undefined }];
  });
  // "Publishing turns it into `open`", "send `state: open` to publish"
  const tags = tagTextsOf(known, resource).map(({ text }) => text);
  for (const { plan } of own)
    for (const said of [plan.node['description'], ...tags].flatMap(sentencesOf))
      for (const state of states) {
        const value = `(?:\\w{1,40}: ?)?[\`"]?${state.replaceAll(/\W/g, '.')}[\`"]?`;
        const [, gerund] =
          new RegExp(
            `^([a-z]{3,20}ing)\\b.{0,30} (?:turns|makes|moves|takes|brings|puts|sets|changes) (?:it|them|the [a-z]+)(?: (?:in)?to)? \`?${value}`,
            'i',
          ).exec(said) ?? [];
        const [, verb] =
          new RegExp(`\\b(?:send|set|use|pass|give|and|or) \`${value} to ([a-z]{3,20})\\b`, 'i').exec(said) ?? [];
        for (const word of [gerund, verb]) if (word !== undefined) reached.set(rootOf(word.toLowerCase()), state);
      }
  return [{ states, nouns, reached, resource, member, operations: own }];
}

function isStateName(name: string, resource: Resource): boolean {
  const plain = normalizeName(name);
  const own = normalizeName(nounsOf([resource.name.split(/[.:]/).at(-1) ?? ''])[0] ?? '');
  return stateName.test(plain) || plain === `${own}status` || plain === `${own}state`;
}

/** The roots of the verbs of an operation. */
function verbsOf({ operation, does, effects }: OperationPlan, isOnPart: boolean): ReadonlySet<string> {
  const last =
    operation.path
      .split(/[/:]/)
      .filter((part) => part !== '' && !part.includes('{'))
      .at(-1) ?? '';
  const isPart = isOnPart || effects?.list !== undefined;
  const ofEffect = isPart ? participlesOfParts : (participlesOfEffects[does] ?? []);
  const methods: Readonly<Record<string, readonly string[]>> = { POST: ['added'], DELETE: ['deleted', 'removed'] };
  const ofMethod = isPart ? (methods[operation.method] ?? []) : [];
  return new Set([...splitWords(operation.operationId), ...splitWords(last), ...ofEffect, ...ofMethod].map(rootOf));
}

/** The vocabulary of sentences about a thing with states. */
export function scopeOf(known: Knowledge, { resource, member, reached }: Omit<FoundLifecycle, 'operations'>): Scope {
  const vocabulary = vocabularyOf(known);
  const kind = vocabulary.kinds.get(resource.name) ?? kindOfMembers(known.plan.schemas, []);
  const said = [...reached].flatMap(([words, value]) =>
    stateIn(kind, words) !== undefined ? [] : [{ member, value, words }],
  );
  return { vocabulary, variable: 'self', kind: { ...kind, stateMember: member, states: [...kind.states, ...said] } };
}

/** The verbs of an operation, and the verbs of other operations on the same thing. */
export function actionOf({ plan: { operations } }: Knowledge, plan: OperationPlan, scope: Scope): Action {
  const { resource } = scope.kind;
  const others = [...operations.values()].filter((each) => each !== plan && each.resource === resource);
  const verbs = verbsOf(plan, plan.resource !== resource);
  const otherVerbs = new Set(others.flatMap((each) => [...verbsOf(each, false)]));
  const isChange = plan.does === 'update' || plan.does === 'replace';
  const compare: Action['compare'] = (...read) => reachedCount(...read) ?? readComparedReason(...read);
  return { scope, verbs, otherVerbs, isChange, compare };
}

/** The descriptions of the responses of an operation, with their places in the description. */
export function readResponseTexts(
  { plan: { schemas } }: Knowledge,
  { node, operation }: OperationPlan,
): { readonly status: number; readonly text: string; readonly from: string }[] {
  const responses = isObject(node['responses']) ? node['responses'] : {};
  return Object.entries(responses).flatMap(([status, response]) => {
    const text = resolveReference(schemas.document, response)?.['description'];
    if (typeof text !== 'string' || !/^\d{3}$/.test(status)) return [];
    return [{ status: Number(status), text, from: operationPointerOf(operation, 'responses', status, 'description') }];
  });
}

/** The place of a part of an operation in the description. */
export function operationPointerOf({ path, method }: OperationPlan['operation'], ...more: readonly string[]): string {
  return `#${joinPointer('/paths', path, method.toLowerCase(), ...more)}`;
}
