import { type ApiPlan, type BehaviorModel, namesOf, type Resource, splitWords } from '@understudy/model';
import { rootOf } from '../words/verb-forms.js';
import { listParticiples } from '../words/verbs.js';

/** Returns the states in which actions are possible, by the root of their verb. */
export function leavingOf(model: BehaviorModel, { name }: Resource): ReadonlyMap<string, readonly string[]> {
  const all = Object.entries(model.resources?.[name]?.lifecycle?.transitions ?? {});
  return new Map(
    all.flatMap(([action, { from, to }]) =>
      from === undefined || to === undefined ? [] : [[rootOf(splitWords(action)[0] ?? ''), namesOf(from)] as const],
    ),
  );
}

/** Returns the participles of actions, with the states they lead to: "handed over" is `delivered`. */
export function reachedOf(
  model: BehaviorModel,
  { name }: Resource,
  nouns: readonly string[],
): (readonly [string, string])[] {
  const own = new Set(nouns.flatMap((noun) => noun.split(' ')));
  return Object.values(model.resources?.[name]?.lifecycle?.transitions ?? {}).flatMap(({ on, to, when }) => {
    if (typeof to !== 'string' || to.startsWith('=') || when !== undefined) return [];
    return namesOf(on).flatMap((id) => {
      const [verb = '', ...rest] = splitWords(id).filter((word) => !own.has(word));
      if (!rest.every((word) => particle.test(word))) return [];
      return listParticiples(verb).map((participle) => [[participle, ...rest].join(' '), to] as const);
    });
  });
}

const particle = /^(?:over|off|out|up|back|in|away|down|on)$/;

/** Returns the roots of the verbs of requests that create a record. */
export function makersOf({ operations }: Pick<ApiPlan, 'operations'>, resource: Resource): ReadonlySet<string> {
  const creations = [...operations.values()].filter((each) => each.resource === resource && each.does === 'create');
  const verbs = creations.flatMap(({ operation, node }) => [
    splitWords(operation.operationId)[0] ?? '',
    splitWords(String(node['summary'] ?? ''))[0] ?? '',
  ]);
  return new Set(verbs.filter((verb) => verb.length > 3).map(rootOf));
}
