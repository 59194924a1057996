import { type ApiContract, parsePointer } from '@understudy/contract';
import { inferPlan } from '@understudy/inference';
import type { ApiPlan } from '@understudy/model';
import { modelTrials } from './model/model-trials.js';

/**
 * Lists the differences in the behavior that two descriptions imply, for operations and resources that both contain.
 */
export function compareBehavior(before: ApiContract, after: ApiContract): string[] {
  const plans = [inferPlan(before), inferPlan(after)] as const;
  const [old, now] = plans.map((plan) => statementsOf(plan, plans)) as [Map<string, string>, Map<string, string>];
  const [was, is] = plans.map(statesOf) as [Map<string, Set<string>>, Map<string, Set<string>>];
  const states = [...was].flatMap(([operation, from]) => {
    const allowed = is.get(operation);
    if (allowed === undefined) return [];
    const changed = (one: ReadonlySet<string>, other: ReadonlySet<string>) =>
      [...one].filter((each) => !other.has(each)).join(' or ');
    const [lost, gained] = [changed(from, allowed), changed(allowed, from)];
    return [
      ...(lost === '' ? [] : [`${operation} is no longer accepted if the ${lost}`]),
      ...(gained === '' ? [] : [`${operation} is accepted now if the ${gained}`]),
    ];
  });
  const others = [...new Set([...old.keys(), ...now.keys()])].flatMap((id) => {
    const [said, says] = [old.get(id), now.get(id)];
    if (said === says) return [];
    if (said === undefined) return `new: ${says}`;
    return says === undefined ? `no longer: ${said}` : `${says} (was: ${said})`;
  });
  return [...states, ...others];
}

/** Returns the statements by pointer, without the sentences from which they are derived. */
function statementsOf(plan: ApiPlan, plans: readonly ApiPlan[]): Map<string, string> {
  const isShared = ([part = '', name = '']: readonly string[]) =>
    plans.every(({ operations, resources }) =>
      part === 'operations'
        ? operations.has(name)
        : part !== 'resources' || [...resources.values()].some((each) => each.name === name),
    );
  return new Map(
    modelTrials(plan)
      // The states from which an operation is accepted are compared separately.
      .filter(({ id }) => isShared(parsePointer(id)) && !/\/(?:from|otherwise)(?: |$)/.test(id))
      .map(({ id, says }) => [id, says.replace(/ \("[\s\S]*"\)$/, '')]),
  );
}

/** Returns the states from which each operation is accepted. */
function statesOf({ behavior }: ApiPlan): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const { lifecycle } of behavior.resources.values())
    for (const [operation, transitions] of lifecycle?.byOperation ?? []) {
      const from = transitions.flatMap((each) =>
        each.from.map((state) => `${lifecycle?.member.join('.')} is ${state}`),
      );
      if (from.length > 0) found.set(operation, new Set(from));
    }
  return found;
}
