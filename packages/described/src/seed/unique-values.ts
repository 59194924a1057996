import { isObject, stringifyJson } from '@understudy/contract';
import { type CompiledUnique, getMember, type Resource } from '@understudy/model';
import type { ApiRuntime } from '../handle/api-runtime.js';
import type { BehaviorSession } from '../handle/behavior/behavior-session.js';

type Fields = Readonly<Record<string, unknown>>;

/** The values that no two generated records share, and those that an example request of the description uses. */
export class UniqueValues {
  readonly #taken: readonly (readonly [CompiledUnique, Set<string>])[];

  constructor(served: ApiRuntime, resource: Resource, stored: Iterable<Fields>) {
    const { unique = [] } = served.plan.behavior.resources.get(resource.name) ?? {};
    const known = [...listExampleRequests(served, resource), ...stored];
    this.#taken = unique.map((each) => [each, new Set(known.flatMap((fields) => textOf(each, fields) ?? []))]);
  }

  /** Whether another record has a value of these. */
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

/** The records in the example requests of the operations that create them. */
export function listExampleRequests({ plan }: ApiRuntime, resource: Resource): readonly Fields[] {
  const creations = [...plan.operations.values()].filter(
    (each) => each.resource === resource && each.does === 'create',
  );
  return creations.flatMap(({ operation, node }) => {
    const body: unknown = isObject(node['requestBody']) ? node['requestBody']['content'] : undefined;
    const shown = Object.values(isObject(body) ? body : {}).flatMap((content) => {
      if (!isObject(content)) return [];
      const named = Object.values(isObject(content['examples']) ? content['examples'] : {});
      return [content['example'], ...named.map((each) => (isObject(each) ? each['value'] : undefined))];
    });
    const schemas = Object.values(operation.requestBody?.content ?? {}).flatMap(({ schema }) => {
      const { keywords, properties } = plan.schemas.chosen(schema);
      const members = [...properties].flatMap(([name, property]) =>
        exampleOf(plan.schemas.chosen(property).keywords).map((value) => ({ [name]: value })),
      );
      return [...exampleOf(keywords), ...members];
    });
    return [...shown, ...schemas].filter(isObject);
  });
}

function exampleOf({ examples, example }: Fields): readonly unknown[] {
  return Array.isArray(examples) ? examples : [example];
}

/** The values together. Texts that differ in case only are the same. Undefined if one is missing. */
function textOf({ members }: CompiledUnique, fields: Fields): string | undefined {
  const values = members.map((path) => getMember(fields, path.join('.')));
  if (values.some((value) => value === undefined || value === null)) return undefined;
  return stringifyJson(values.map((value) => (typeof value === 'string' ? value.toLowerCase() : value)));
}

function isMeant(session: BehaviorSession, { while: condition }: CompiledUnique, self: Fields): boolean {
  return condition === undefined || session.evaluate(condition, { self }) === true;
}
