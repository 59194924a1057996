import { type ApiContract, type Finding, isObject, stringifyJson } from '@understudy/contract';
import type { EditableCollection, UnitContext } from '@understudy/kernel';
import { decodeComponent, getMember, type Resource, remember, type SchemaReader } from '@understudy/model';
import type { ApiRuntime } from './api-runtime.js';
import { BehaviorSession } from './behavior/behavior-session.js';
import { findDuplicate } from './behavior/find-violation.js';
import { EntityStore, joinParents } from './entity-store.js';
import { removeDescendants } from './remove-entity.js';

/**
 * Provides the resources, by name, as collections that users can edit. A key is the path of an entity, such as
 * `customers/orders`.
 */
export function createEditableResources(
  served: ApiRuntime,
  contract: Pick<ApiContract, 'validator'>,
): (collection: string) => EditableCollection | undefined {
  const known = new Map<string, EditableCollection>();
  return (name) => {
    const resource = [...served.plan.resources.values()].find((each) => each.name === name);
    return resource && remember(known, name, () => editable(served, contract, resource));
  };
}

function editable(
  served: ApiRuntime,
  { validator }: Pick<ApiContract, 'validator'>,
  resource: Resource,
): EditableCollection {
  const { schemas } = served.bodies;
  const validate = validator(isObject(resource.schema) ? resource.schema : {});
  return {
    schema: formSchema(schemas, resource.schema),
    keyMember: resource.key,
    newKey: async (context) =>
      schemas.chosen(resource.keySchema).types.includes('integer')
        ? new EntityStore(context, resource, []).nextKey()
        : context.ids.next(resource.name),
    check: (record) => [...notAnObject(record), ...validate(record)],
    read: (stored) => (isObject(stored) ? stored['fields'] : undefined),
    async put(address, record, context) {
      const { parents, key, findings } = entityAt(resource, address);
      if (findings.length > 0 || !isObject(record)) return findings;
      const named = resource.key === undefined ? key : String(getMember(record, resource.key));
      if (!resource.single && named !== key)
        return [finding(`/${resource.key}`, `must be ${stringifyJson(key)}, the key`)];
      const taken = await findTaken(served, resource, { parents, key }, record, context);
      if (taken.length > 0) return taken;
      const store = new EntityStore(context, resource, parents);
      const { fields, order, scope } = (await store.get(key)) ?? {};
      const place = fields === undefined ? {} : { order, ...(scope === undefined ? {} : { scope }) };
      await store.put(key, record, place as { order: number });
      return [];
    },
    async remove(address, context) {
      const { parents, key } = entityAt(resource, address);
      await new EntityStore(context, resource, parents).remove(key);
      await removeDescendants(served, resource, [...parents, key], context);
    },
  };
}

/** Returns the schema of a form for the members of a record. Nested members only have a type. */
function formSchema(schemas: SchemaReader, schema: unknown) {
  const { properties, required } = schemas.chosen(schema);
  const members = [...properties].map(([name, property]) => {
    const { types, nullable, keywords } = schemas.chosen(property);
    const shown = ['enum', 'const', 'format', 'description'].filter((keyword) => keywords[keyword] !== undefined);
    const type = [...types, ...(nullable && types.length > 0 ? ['null'] : [])];
    const hints = Object.fromEntries(shown.map((keyword) => [keyword, keywords[keyword]]));
    return [name, { ...(type.length === 0 ? {} : { type }), ...hints }] as const;
  });
  return { type: 'object', required: [...required], properties: Object.fromEntries(members) };
}

/** Parses the key of a record: the encoded keys of its parents and its own, separated by slashes. */
function entityAt({ parents: levels, single, name }: Resource, address: string) {
  const parts = address.split('/').map(decodeComponent);
  const parents = parts.slice(0, -1).map(String);
  const isPath = single || parents.length === levels;
  const message = `must have ${levels + 1} percent-encoded parts separated by slashes: the parent keys and the key of ${name}`;
  const findings = isPath && !parts.includes(undefined) ? [] : [finding('', `The key of the record ${message}`)];
  return { parents, key: parts.at(-1) ?? '', findings };
}

async function findTaken(
  served: ApiRuntime,
  resource: Resource,
  place: Pick<ReturnType<typeof entityAt>, 'parents' | 'key'>,
  record: Readonly<Record<string, unknown>>,
  context: UnitContext,
): Promise<Finding[]> {
  const session = new BehaviorSession({ served, context });
  await session.prepare([resource.name]);
  const behavior = session.behaviorOf(resource);
  if (behavior === undefined) return [];
  session.place(record, resource, { key: place.key, parents: joinParents(place.parents) });
  const taken = findDuplicate(session, behavior, { resource, fields: record });
  return taken === undefined ? [] : [finding(`/${taken.field}`, `must be unique. ${taken.message}`)];
}

function notAnObject(record: unknown): Finding[] {
  return isObject(record) ? [] : [finding('', 'The record must be a JSON object')];
}

function finding(pointer: string, message: string): Finding {
  return { ruleId: 'record/value', severity: 'error', message: `${pointer} ${message}`.trim(), pointer };
}
