import { defineCollection, type UnitContext } from '@understudy/kernel';
import type { Resource } from '../infer/resource.js';
import { memberAt } from './member-path.js';

/** A stored entity of a resource. */
export interface StoredEntity {
  /** The keys of its parents, joined. */
  readonly parents: string;
  readonly key: string;
  /** Position in the order of creation, from 1. */
  readonly order: number;
  /** Second key. */
  readonly alias?: string;
  /** The entity above the path that created it, if its own path leads elsewhere. */
  readonly scope?: string;
  /** The members that remain of a deleted entity. */
  readonly deleted?: Readonly<Record<string, unknown>>;
  /** Absent if it was deleted and would exist from the start otherwise. */
  readonly fields?: Readonly<Record<string, unknown>>;
}

const sequences = defineCollection<{ readonly last: number }>('sequences of things');

/** The entities of one resource below some parents, in a unit of work. */
export class EntityStore {
  readonly #resource: Resource;
  readonly #parents: string;
  readonly #context: UnitContext;

  /** @param parents the values of the parameters of the path before the key, in order */
  constructor(context: UnitContext, resource: Resource, parents: readonly unknown[]) {
    this.#context = context;
    this.#resource = resource;
    this.#parents = joined(parents);
  }

  get(key: string): Promise<StoredEntity | undefined> {
    return this.#all.get(this.#addressOf(key));
  }

  async getByAlias(alias: string): Promise<StoredEntity | undefined> {
    const [entry] = await this.#all.range('alias', [this.#parents, alias], [this.#parents, alias], { limit: 1 });
    return entry?.value;
  }

  /** Stores a new or changed entity. A new one comes last. */
  async put(
    key: string,
    fields: Readonly<Record<string, unknown>>,
    { order, scope }: Partial<Pick<StoredEntity, 'order' | 'scope'>> = {},
  ): Promise<StoredEntity> {
    const { alias: name } = this.#resource;
    const alias = name === undefined || typeof fields[name] !== 'string' ? {} : { alias: fields[name] };
    const place = { parents: this.#parents, key, order: order ?? (await this.#next('order')) };
    const entity = { ...place, fields, ...alias, ...(scope === undefined ? {} : { scope }) };
    await this.#all.put(this.#addressOf(key), entity);
    return entity;
  }

  /** Removes an entity. One that exists from the start stays away. */
  async remove(key: string, deleted?: Readonly<Record<string, unknown>>): Promise<void> {
    if (deleted !== undefined)
      await this.#all.put(this.#addressOf(key), { parents: this.#parents, key, order: 0, deleted });
    else if (this.#resource.kept && this.#resource.tenant !== true) await this.#all.delete(this.#addressOf(key));
    else await this.#all.put(this.#addressOf(key), { parents: this.#parents, key, order: 0 });
  }

  /**
   * All entities in order of creation.
   *
   * @param across whether to list those of all parents
   */
  async list(across = false): Promise<StoredEntity[]> {
    const bound = across ? undefined : ([this.#parents] as const);
    const entries = await this.#all.range('made', bound, bound);
    return entries.map(({ value }) => value);
  }

  /** The entities after the first ones, and the number of all. */
  async page(skip: number, limit: number): Promise<{ entities: StoredEntity[]; total: number }> {
    const total = await this.#all.count('made', [this.#parents], [this.#parents]);
    const entries = await this.#all.range('made', [this.#parents], [this.#parents], { limit: skip + limit });
    return { entities: entries.slice(skip).map(({ value }) => value), total };
  }

  /** Whether another entity of these parents has a value. */
  async hasOther(key: string, member: string, value: unknown): Promise<boolean> {
    const others = (await this.list()).filter((entity) => entity.key !== key);
    return others.some(({ fields }) => memberAt(fields, member) === value);
  }

  /** Removes all entities below a parent. */
  async removeBelow(parents: readonly unknown[]): Promise<void> {
    const start = `${joined(parents)}/`;
    for (const { key } of await this.#all.range('key', [start], [`${start}\uFFFF`])) await this.#all.delete(key);
  }

  /** Whether an entity was ever created below these parents. */
  async wasUsed(): Promise<boolean> {
    return (await this.#context.scopes.shared.collection(sequences).get(this.#sequence('order'))) !== undefined;
  }

  /** The next number for a key below these parents. */
  nextKey(): Promise<number> {
    return this.#next('key');
  }

  async #next(what: 'key' | 'order'): Promise<number> {
    const counters = this.#context.scopes.shared.collection(sequences);
    const name = this.#sequence(what);
    const last = ((await counters.get(name))?.last ?? 0) + 1;
    await counters.put(name, { last });
    return last;
  }

  #sequence(what: 'key' | 'order'): string {
    return `${what} ${this.#resource.shape} ${this.#parents}`;
  }

  #addressOf(key: string): string {
    return this.#parents === '' ? encodeURIComponent(key) || '/' : `${this.#parents}/${encodeURIComponent(key)}`;
  }

  get #all() {
    return this.#context.scopes.shared.collection(collectionOf(this.#resource));
  }
}

function defineEntities(name: string) {
  return defineCollection<StoredEntity>(name).indexedBy({
    made: ({ parents, order, fields }) => (fields === undefined ? undefined : [parents, order]),
    alias: ({ parents, alias, fields }) => (alias === undefined || fields === undefined ? undefined : [parents, alias]),
  });
}

const collections = new WeakMap<Resource, ReturnType<typeof defineEntities>>();

function collectionOf(resource: Resource): ReturnType<typeof defineEntities> {
  const collection = collections.get(resource) ?? defineEntities(resource.name);
  collections.set(resource, collection);
  return collection;
}

export function joined(parents: readonly unknown[]): string {
  return parents.map((parent) => encodeURIComponent(String(parent))).join('/');
}
