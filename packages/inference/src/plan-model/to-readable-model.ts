import { isDeepStrictEqual } from 'node:util';
import { omitUndefined } from '@understudy/contract';
import {
  type ApiPlan,
  type BehaviorModel,
  effectNames,
  type OperationPlan,
  type OperationStatement,
  type Resource,
  type ResourceStatement,
  type StampsOfStates,
} from '@understudy/model';
import type { Complete } from './apply-model.js';
import { toSets } from './effects.js';
import { toOperation } from './to-model.js';

/**
 * Writes the behavior of an API for a reader: the effect of each operation with what does not follow from it, and the
 * statements about resources. Given back as changes, it gives the same behavior.
 */
export function toReadableModel(
  plan: Omit<ApiPlan, 'writeReadableModel'>,
  complete: Complete,
  stampsOf: (resource: Resource) => StampsOfStates,
): BehaviorModel {
  const { resources = {}, operations = {}, because, ...others } = plan.model;
  return {
    ...others,
    resources: Object.fromEntries(
      Object.entries(resources).map(([name, each]) => [
        name,
        toReadableResource(each, inferredStamps(plan, name, stampsOf)),
      ]),
    ),
    operations: Object.fromEntries(
      Object.entries(operations).map(([id, each]) => {
        const own = plan.operations.get(id);
        return [id, own === undefined ? each : toReadableOperation(id, each, { own, complete })];
      }),
    ),
  };
}

/** Where its records are follows from the description. */
function toReadableResource(
  { path, schema, parents, parent, writable, stamps, ...statement }: ResourceStatement,
  usual: unknown,
): ResourceStatement {
  const { key, ...others } = statement;
  return omitUndefined({
    key,
    ...others,
    stamps: isDeepStrictEqual(stamps, usual) ? undefined : (stamps ?? null),
    created: statement.created === false ? false : undefined,
    single: statement.single === true ? true : undefined,
  }) as ResourceStatement;
}

/** What the states of a resource stamp by their names. */
function inferredStamps(
  { resources }: Pick<ApiPlan, 'resources'>,
  name: string,
  stampsOf: (resource: Resource) => StampsOfStates,
): unknown {
  const resource = [...resources.values()].find((each) => each.name === name);
  const stamps = resource && stampsOf(resource);
  return stamps === undefined || stamps.size === 0 ? undefined : toSets(stamps);
}

const effects = new Set<string>([...effectNames, 'answer', 'stream']);

function toReadableOperation(
  id: string,
  statement: OperationStatement,
  { own, complete }: { readonly own: OperationPlan; readonly complete: Complete },
): OperationStatement {
  const { does, resource } = own;
  const usual = complete(id, omitUndefined({ does, resource }));
  const defaults: Readonly<Record<string, unknown>> = usual === undefined ? {} : toOperation(usual);
  const members = Object.entries(statement).filter(
    ([name, value]) =>
      effects.has(name) || !isDeepStrictEqual(value, defaults[name] ?? (value === false ? false : undefined)),
  );
  // A default that does not hold.
  const missing = Object.keys(defaults).filter((name) => !Object.hasOwn(statement, name) && !effects.has(name));
  const named = members.filter(([name]) => effects.has(name));
  const details = members.filter(([name]) => !effects.has(name));
  return Object.fromEntries([...named, ...details, ...missing.map((name) => [name, null] as const)]);
}
