import { stringifyJson } from '@understudy/contract';
import { type CompiledUnique, getMember, type Resource } from '@understudy/model';
import type { ApiRuntime } from '../handle/api-runtime.js';
import type { BehaviorSession } from '../handle/behavior/behavior-session.js';
import { listExampleRequests } from './example-requests.js';

type Fields = Readonly<Record<string, unknown>>;

/** The values that are already taken by generated records or example requests and must be unique. */
export class UniqueValues {
  readonly #taken: readonly (readonly [CompiledUnique, Set<string>])[];

  constructor(served: ApiRuntime, resource: Resource, stored: Iterable<Fields>) {
    const { unique = [] } = served.plan.behavior.resources.get(resource.name) ?? {};
    const known = [...listExampleRequests(served, resource), ...stored];
    this.#taken = unique.map((each) => [each, new Set(known.flatMap((fields) => textOf(each, fields) ?? []))]);
  }

  /** True if a unique value of the record is already taken. */
  has(session: BehaviorSession, fields: Fields): boolean {
    return this.#taken.some(([unique, taken]) => {
      const value = textOf(unique, fields);
      return value !== undefined && taken.has(value) && isMeant(session, unique, fields);
    });
  }

  add(session: BehaviorSession, fields: Fields): void {
    for (const [unique, taken] of this.#taken) {
      const value = textOf(unique, fields);
      if (value !== undefined && isMeant(session, unique, fields)) taken.add(value);
    }
  }
}

/** The values as one string. Ignores the case of strings. Undefined if a value is missing. */
function textOf({ members }: CompiledUnique, fields: Fields): string | undefined {
  const values = members.map((path) => getMember(fields, path.join('.')));
  if (values.some((value) => value === undefined || value === null)) return undefined;
  return stringifyJson(values.map((value) => (typeof value === 'string' ? value.toLowerCase() : value)));
}

function isMeant(session: BehaviorSession, { while: condition }: CompiledUnique, self: Fields): boolean {
  return condition === undefined || session.evaluate(condition, { self }) === true;
}

/** True if a reference must be unique, so that no two records refer to the same one. */
export function isAlone(unique: readonly CompiledUnique[], names: readonly string[]): boolean {
  return unique.some(
    ({ members, while: condition }) =>
      condition === undefined && members.length === 1 && members[0]?.join('.') === names.join('.'),
  );
}
