import { otherNamesIn } from '../../prose/other-names.js';
import { readStates } from '../../prose/read-states.js';
import { readStatements } from '../../prose/statements.js';
import { isEndState } from '../../words/end-states.js';
import { listParticiples } from '../../words/verbs.js';
import type { Knowledge } from '../rule.js';
import { type FoundLifecycle, type LifecycleOperation, readResponseTexts, scopeOf } from './lifecycles.js';

/** A refusal by the state, without further words. */
const isGeneral =
  /\b(?:status|state)\b.*\b(?:not allow|not permit|does(?:n't| not) (?:allow|permit)|forbids?|wrong|invalid|not possible|conflict)|\b(?:wrong|invalid|illegal|bad|not (?:in )?the right)[ _-]?(?:status|state|transition|step)\b|\b(?:transition|step)[ _-]not[ _-](?:allowed|possible|permitted)\b|\bnot (?:possible|allowed) in (?:its|the|this) (?:current )?(?:status|state)\b/i;

/** Decisions of which one excludes the others. */
export const decisions: readonly (readonly string[])[] = [
  ['approve', 'reject', 'deny', 'decline'],
  ['accept', 'reject', 'decline', 'refuse'],
  ['confirm', 'reject', 'decline'],
  ['grant', 'deny', 'refuse'],
];

/** The states from which an action is possible that is refused in others, if the description does not say in which. */
export interface DefaultGuard {
  readonly allowed: readonly string[];
  readonly from: string;
  readonly says: string;
  readonly status: number;
  readonly code?: string;
}

/** Reads the guard of an action whose refusal only says that the state forbids it. */
export function defaultGuard(
  known: Knowledge,
  lifecycle: FoundLifecycle,
  { operation, to }: { readonly operation: LifecycleOperation; readonly to: string },
): DefaultGuard | undefined {
  const refusal = readResponseTexts(known, operation.plan).find(
    ({ status, text }) => [409, 422, 400, 403].includes(status) && isGeneral.test(text),
  );
  if (refusal === undefined) return undefined;
  const { status, text, from } = refusal;
  const [statement] = readStatements(text, otherNamesIn(known.document));
  const finals = finalsOf(known, lifecycle);
  const [first = ''] = lifecycle.states;
  const isDecision = decisions.some((verbs) => {
    const here = verbs.filter((verb) => lifecycle.states.some((state) => listParticiples(verb).includes(state)));
    return here.length > 1 && here.some((verb) => listParticiples(verb).includes(to));
  });
  const allowed = isDecision
    ? [first]
    : lifecycle.states.filter((state) => state !== to && !finals.has(state) && before(lifecycle, state, to));
  if (allowed.length === 0 || allowed.length === lifecycle.states.length) return undefined;
  return {
    allowed,
    from,
    says: statement?.said ?? text,
    status,
    ...(statement?.code === undefined ? {} : { code: statement.code }),
  };
}

/** An end state is left only if it stands before the one that an action leads to. */
function before({ states }: FoundLifecycle, state: string, to: string): boolean {
  return states.indexOf(state) < states.indexOf(to) || !isEndState(state);
}

/** The states that a description calls final. */
function finalsOf(known: Knowledge, lifecycle: FoundLifecycle): ReadonlySet<string> {
  const scope = scopeOf(known, lifecycle);
  const finals = new Set<string>();
  const { schemas } = known.plan;
  const { keywords } = schemas.chosen(schemas.member(lifecycle.resource.schema, lifecycle.member));
  const texts: unknown[] = [
    keywords['description'],
    ...lifecycle.operations.map(({ plan }) => plan.node['description']),
  ];
  for (const text of texts)
    for (const { text: sentence } of readStatements(text, otherNamesIn(known.document))) {
      const [, phrase = ''] = /^(.+?) (?:is|are)(?: [a-z]+)? final$/.exec(sentence) ?? [];
      for (const state of phrase === '' ? [] : (readStates(scope, phrase) ?? [])) finals.add(state);
    }
  return finals;
}
