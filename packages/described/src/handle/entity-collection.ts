import { stringifyJson } from '@understudy/contract';
import { defineCollection } from '@understudy/kernel';
import { type CompiledUnique, getMember, type MemberLocation, type Resource } from '@understudy/model';

export interface StoredEntity {
  /** The joined keys of the entity's parents. */
  readonly parents: string;
  readonly key: string;
  /** Position in the order of creation, starting at 1. */
  readonly order: number;
  readonly alias?: string;
  /** The parent in the path that created the entity, if the entity itself has another path. */
  readonly scope?: string;
  /** True for an unchanged seeded entity. After a change, the original members. */
  readonly seeded?: true | Readonly<Record<string, unknown>>;
  /** The members that remain of a deleted entity. */
  readonly deleted?: Readonly<Record<string, unknown>>;
  /** True if no request created the entity: it was invented for an unknown id, and exists again after a deletion. */
  readonly invented?: true;
  /** True for a deleted entity that a request had created. */
  readonly created?: true;
  /** Undefined for a deleted entity that would otherwise exist from the start. */
  readonly fields?: Readonly<Record<string, unknown>>;
}

type EntityIndex = (entity: StoredEntity) => readonly [string, ...(string | number)[]] | undefined;

/** The members by whose values records are looked up. */
interface IndexedMembers {
  readonly references: readonly MemberLocation[];
  readonly unique: readonly CompiledUnique['members'][];
}

function defineEntities(name: string, { references, unique }: IndexedMembers) {
  const indexes: Readonly<Record<string, EntityIndex>> & Readonly<Record<'made' | 'alias' | 'plain', EntityIndex>> = {
    made: ({ parents, order, fields }) => (fields === undefined ? undefined : [parents, order]),
    alias: ({ parents, alias, fields }) => (alias === undefined || fields === undefined ? undefined : [parents, alias]),
    plain: ({ key, fields }) => (fields === undefined ? undefined : [key]),
    ...Object.fromEntries(
      references.map((member): [string, EntityIndex] => [
        referenceIndex(member),
        ({ fields }) => {
          const key = member.list === undefined ? getMember(fields, member.names.join('.')) : undefined;
          return typeof key === 'string' || typeof key === 'number' ? [String(key)] : undefined;
        },
      ]),
    ),
    ...Object.fromEntries(
      unique.map((members): [string, EntityIndex] => [
        uniqueIndex(members),
        ({ fields }) => {
          const key = toUniqueKey(members, fields);
          return key === undefined ? undefined : [key];
        },
      ]),
    ),
  };
  return defineCollection<StoredEntity>(name).indexedBy(indexes);
}

/** The name of the index for a member that refers to other records. */
export function referenceIndex({ list, names }: MemberLocation): string {
  return `refers ${[...(list ?? []), ...names].join('.')}`;
}

/** The name of the index for a unique constraint. */
export function uniqueIndex(members: CompiledUnique['members']): string {
  return `unique ${members.map((path) => path.join('.')).join(', ')}`;
}

/** The values of unique members as one string, or undefined if one is missing. Ignores the case of strings. */
export function toUniqueKey(members: CompiledUnique['members'], fields: unknown): string | undefined {
  const values = members.map((path) => getMember(fields, path.join('.')));
  if (values.some((value) => value === undefined || value === null)) return undefined;
  return stringifyJson(values.map((value) => (typeof value === 'string' ? value.toLowerCase() : value)));
}

const indexed = new WeakMap<Resource, IndexedMembers>();

/** Declares members by whose values records are looked up. Must be called before the first use of a resource. */
export function indexMembers(resource: Resource, members: IndexedMembers): void {
  indexed.set(resource, members);
}

const collections = new WeakMap<Resource, ReturnType<typeof defineEntities>>();

/** The collection of the records of a resource. */
export function collectionOf(resource: Resource): ReturnType<typeof defineEntities> {
  const known = collections.get(resource);
  if (known !== undefined) return known;
  const collection = defineEntities(resource.name, indexed.get(resource) ?? { references: [], unique: [] });
  collections.set(resource, collection);
  return collection;
}
