import { type ApiPlan, type BehaviorModel, namesOf, type Resource, splitWords } from '@understudy/model';
import { rootOf } from '../words/verb-forms.js';

/** The states that actions leave, by the roots of their verbs. */
export function leavingOf(model: BehaviorModel, { name }: Resource): ReadonlyMap<string, readonly string[]> {
  const all = Object.entries(model.resources?.[name]?.lifecycle?.transitions ?? {});
  return new Map(
    all.flatMap(([action, { from, to }]) =>
      from === undefined || to === undefined ? [] : [[rootOf(splitWords(action)[0] ?? ''), namesOf(from)] as const],
    ),
  );
}

/** The roots of the verbs with which requests make a record. */
export function makersOf({ operations }: Pick<ApiPlan, 'operations'>, resource: Resource): ReadonlySet<string> {
  const creations = [...operations.values()].filter((each) => each.resource === resource && each.does === 'create');
  const verbs = creations.flatMap(({ operation, node }) => [
    splitWords(operation.operationId)[0] ?? '',
    splitWords(String(node['summary'] ?? ''))[0] ?? '',
  ]);
  return new Set(verbs.filter((verb) => verb.length > 3).map(rootOf));
}
