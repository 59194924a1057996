import { isDeepStrictEqual } from 'node:util';
import { omitUndefined } from '@understudy/contract';
import {
  type ApiPlan,
  type BehaviorModel,
  effectNames,
  type OperationPlan,
  type OperationStatement,
  type ResourceStatement,
} from '@understudy/model';
import type { Complete } from './apply-model.js';
import { toOperation } from './to-model.js';

/**
 * Writes the behavior of an API for readers: the effect of each operation with the details that cannot be inferred, and
 * the statements about resources. Applied as changes, it results in the same behavior.
 */
export function toReadableModel(plan: Omit<ApiPlan, 'writeReadableModel'>, complete: Complete): BehaviorModel {
  const { ruled } = plan;
  const { resources = {}, operations = {}, because, names, errorCodes, keys, ...others } = plan.model;
  return omitUndefined({
    ...others,
    names: changesOf(names, ruled.names),
    errorCodes: changesOf(errorCodes, ruled.errorCodes),
    keys: changesOf(keys, ruled.keys),
    resources: Object.fromEntries(
      Object.entries(resources).map(([name, each]) => [
        name,
        toReadableResource(each, ruled.resources?.[name]?.stamps),
      ]),
    ),
    operations: Object.fromEntries(
      Object.entries(operations).map(([id, each]) => {
        const own = plan.operations.get(id);
        return [
          id,
          own === undefined ? each : toReadableOperation(id, each, { own, complete, ruled: ruled.operations?.[id] }),
        ];
      }),
    ),
  });
}

/** Returns the members of a statement that differ from the inferred ones, or undefined if none differ. */
function changesOf<Statement extends object>(
  statement: Statement | undefined,
  ruled: Statement | undefined,
): Statement | undefined {
  const usual: Readonly<Record<string, unknown>> = { ...ruled };
  const changed = Object.entries(statement ?? {}).filter(([name, value]) => !isDeepStrictEqual(value, usual[name]));
  const removed = Object.keys(usual).filter((name) => !Object.hasOwn(statement ?? {}, name));
  const lines = [...changed, ...removed.map((name) => [name, null] as const)];
  return lines.length === 0 ? undefined : (Object.fromEntries(lines) as Statement);
}

/** Omits the location of the records, which follows from the description. */
function toReadableResource(
  { path, schema, parents, parent, writable, stamps, ...statement }: ResourceStatement,
  usual: ResourceStatement['stamps'],
): ResourceStatement {
  const { key, ...others } = statement;
  return omitUndefined({
    key,
    ...others,
    stamps: changesOf(stamps, usual),
    created: statement.created === false ? false : undefined,
    single: statement.single === true ? true : undefined,
  }) as ResourceStatement;
}

const effects = new Set<string>([...effectNames, 'answer', 'stream']);

function toReadableOperation(
  id: string,
  statement: OperationStatement,
  { own, complete, ruled }: { readonly own: OperationPlan; complete: Complete; ruled: OperationStatement | undefined },
): OperationStatement {
  const { does, resource } = own;
  const usual = complete(id, omitUndefined({ does, resource }));
  const defaults: Readonly<Record<string, unknown>> = usual === undefined ? {} : toOperation(usual);
  const stated = omitUndefined({ ...statement, flags: changesOf(statement.flags, ruled?.flags) });
  const members = Object.entries(stated).filter(
    ([name, value]) =>
      effects.has(name) || !isDeepStrictEqual(value, defaults[name] ?? (value === false ? false : undefined)),
  );
  // Defaults that do not apply.
  const missing = Object.keys(defaults).filter((name) => !Object.hasOwn(statement, name) && !effects.has(name));
  const named = members.filter(([name]) => effects.has(name));
  const details = members.filter(([name]) => !effects.has(name));
  return Object.fromEntries([...named, ...details, ...missing.map((name) => [name, null] as const)]);
}
