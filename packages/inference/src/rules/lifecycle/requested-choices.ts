import { type FlatSchema, normalizeName, type OperationPlan, type SchemaReader, splitWords } from '@understudy/model';
import { dot, type Kind } from '../../prose/vocabulary.js';
import { rootOf } from '../../words/verb-forms.js';
import { listParticiples } from '../../words/verbs.js';
import { sentMembers } from '../sent-members.js';
import { decisions } from './default-guard.js';

/** An operation on records of a kind. */
export interface About {
  readonly plan: OperationPlan;
  readonly kind: Kind;
  readonly schemas: SchemaReader;
}

/** A state that a request can name. */
export interface Choice {
  readonly state: string;
  /** The member of the request, and its value. */
  readonly member: string;
  readonly value: string | boolean;
}

/** The condition on a request that it names a state, or with `!=` that it does not. */
export function namesChoice({ member, value }: Choice, sign: '==' | '!=' = '=='): string {
  return `${dot('body', member)} ${sign} ${JSON.stringify(value)}`;
}

const changing: ReadonlySet<string> = new Set(['act', 'update', 'replace']);

/** The states that the request of a change can name: by the member with the state, or by the one member of an action. */
export function choicesOf({ plan, kind, schemas }: About): readonly Choice[] {
  if (!changing.has(plan.does)) return [];
  const states = kind.states.flatMap(({ member, value }) => (member === kind.stateMember ? value : []));
  const sent = sentMembers(schemas, plan.operation).filter(([name]) => /^[A-Za-z_]\w*$/.test(name));
  const own = sent.filter(([name]) => name === kind.stateMember);
  const said = statesOfValues(plan.node['description'], states);
  const [found, another] = (own.length > 0 ? own : plan.does === 'act' ? sent : [])
    .map(([member, schema]) => choicesIn([...new Set(states)], own.length > 0, member, schemas.chosen(schema), said))
    .filter((choices) => choices.length > 0);
  return found === undefined || another !== undefined ? [] : found;
}

function choicesIn(
  ...[states, isState, member, { types, keywords }, said]: readonly [
    readonly string[],
    boolean,
    string,
    FlatSchema,
    ReadonlyMap<string, string>,
  ]
): Choice[] {
  if (types.includes('boolean')) return decisionOf(states, member);
  const values: unknown[] = Array.isArray(keywords['enum']) ? keywords['enum'] : isState ? [...states] : [];
  const choices = values.flatMap((value): Choice[] => {
    const state = typeof value === 'string' ? (said.get(value) ?? stateOf(states, value)) : undefined;
    return typeof value !== 'string' || state === undefined ? [] : [{ state, member, value }];
  });
  const isWhole = choices.length === values.length && new Set(choices.map(({ state }) => state)).size > 1;
  return isWhole ? choices : [];
}

const leadsTo =
  /`([\w-]{1,40})`(?: (?:turns|makes|moves|sets|brings|takes|puts|leads|changes)(?: (?:it|(?:the|an?) [a-z]{1,30}))?)?(?: back)?(?: (?:in)?to| as) `([\w-]{1,40})`/g;

/** "`pass` turns the paper into `approved`, `fail` into `rejected`": the states by the values of a request. */
function statesOfValues(text: unknown, states: readonly string[]): ReadonlyMap<string, string> {
  const found = typeof text === 'string' ? [...text.slice(0, 20_000).matchAll(leadsTo)] : [];
  return new Map(
    found.flatMap(([, value = '', state = '']) =>
      states.includes(state) && !states.includes(value) ? [[value, state]] : [],
    ),
  );
}

function stateOf(states: readonly string[], value: string): string | undefined {
  const after = [normalizeName(value), ...listParticiples(value.toLowerCase())];
  return states.find((state) => after.includes(normalizeName(state)));
}

/** `accept: false` leads to `declined`. */
function decisionOf(states: readonly string[], member: string): Choice[] {
  const isOf = (verb: string, state: string) => listParticiples(verb).includes(normalizeName(state));
  for (const [first = '', ...opposites] of decisions) {
    const isNamed = splitWords(member).some((word) => rootOf(word) === rootOf(first));
    const yes = states.find((state) => isOf(first, state));
    const [no, another] = states.filter((state) => opposites.some((verb) => isOf(verb, state)));
    if (isNamed && yes !== undefined && no !== undefined && another === undefined)
      return [
        { state: yes, member, value: true },
        { state: no, member, value: false },
      ];
  }
  return [];
}
