import { stringifyJson } from '@understudy/contract';
import { defineCollection } from '@understudy/kernel';
import { type CompiledUnique, getMember, type MemberLocation, type Resource } from '@understudy/model';

export interface StoredEntity {
  /** The keys of its parents, joined. */
  readonly parents: string;
  readonly key: string;
  /** Position in the order of creation, from 1. */
  readonly order: number;
  readonly alias?: string;
  /** The entity above the path that created it, if its own path leads elsewhere. */
  readonly scope?: string;
  /** True if it is of the seed and unchanged, or else the members that it had in the seed. */
  readonly seeded?: true | Readonly<Record<string, unknown>>;
  /** The members that remain of a deleted entity. */
  readonly deleted?: Readonly<Record<string, unknown>>;
  /** True if no request created it: its id was invented, and exists again after a deletion. */
  readonly invented?: true;
  /** Of a deleted entity: whether a request had created it. */
  readonly created?: true;
  /** Absent if it was deleted and would exist from the start otherwise. */
  readonly fields?: Readonly<Record<string, unknown>>;
}

type EntityIndex = (entity: StoredEntity) => readonly [string, ...(string | number)[]] | undefined;

/** The members of records that are found by their values. */
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

/** The name of the index of a member that refers to other records. */
export function referenceIndex({ list, names }: MemberLocation): string {
  return `refers ${[...(list ?? []), ...names].join('.')}`;
}

/** The name of the index of members that no two records share. */
export function uniqueIndex(members: CompiledUnique['members']): string {
  return `unique ${members.map((path) => path.join('.')).join(', ')}`;
}

/** The values of unique members as one text, or undefined if one is missing. Texts are alike in any case. */
export function toUniqueKey(members: CompiledUnique['members'], fields: unknown): string | undefined {
  const values = members.map((path) => getMember(fields, path.join('.')));
  if (values.some((value) => value === undefined || value === null)) return undefined;
  return stringifyJson(values.map((value) => (typeof value === 'string' ? value.toLowerCase() : value)));
}

const indexed = new WeakMap<Resource, IndexedMembers>();

/** Declares members by whose values records are found, before the first use of a resource. */
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
