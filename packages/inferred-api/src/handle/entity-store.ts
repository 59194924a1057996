import { defineCollection, type UnitContext } from '@understudy/kernel';
import type { Resource } from '../infer/plan.js';

/** One thing of a resource as it is kept. */
export interface StoredEntity {
  /** The keys of its parents, joined. */
  readonly parents: string;
  readonly key: string;
  /** In the order in which they were made, from 1. */
  readonly order: number;
  /** What is known of it; absent where it was deleted, and would be taken to be there otherwise. */
  readonly fields?: Readonly<Record<string, unknown>>;
}

const sequences = defineCollection<{ readonly last: number }>('sequences of things');

/** The things of one resource below some parents, in a unit of work. */
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

  /** Keeps a thing, new or changed; a new one comes last. */
  async put(key: string, fields: Readonly<Record<string, unknown>>, order?: number): Promise<StoredEntity> {
    const thing = { parents: this.#parents, key, order: order ?? (await this.#next('order')), fields };
    await this.#all.put(this.#addressOf(key), thing);
    return thing;
  }

  /** Removes a thing; one that is taken to be there stays away. */
  async remove(key: string): Promise<void> {
    if (this.#resource.kept) await this.#all.delete(this.#addressOf(key));
    else await this.#all.put(this.#addressOf(key), { parents: this.#parents, key, order: 0 });
  }

  /** All, in the order in which they were made. */
  async list(): Promise<StoredEntity[]> {
    const entries = await this.#all.range('made', [this.#parents], [this.#parents]);
    return entries.map(({ value }) => value);
  }

  /** The things behind the first ones, and how many there are in all. */
  async page(skip: number, limit: number): Promise<{ things: StoredEntity[]; total: number }> {
    const total = await this.#all.count('made', [this.#parents], [this.#parents]);
    const entries = await this.#all.range('made', [this.#parents], [this.#parents], { limit: skip + limit });
    return { things: entries.slice(skip).map(({ value }) => value), total };
  }

  /** Removes all that lie below a parent. */
  async removeBelow(parents: readonly unknown[]): Promise<void> {
    const start = `${joined(parents)}/`;
    for (const { key } of await this.#all.range('key', [start], [`${start}\uFFFF`])) await this.#all.delete(key);
  }

  /** The number that the next thing of this resource below these parents is called by. */
  nextKey(): Promise<number> {
    return this.#next('key');
  }

  async #next(what: 'key' | 'order'): Promise<number> {
    const counters = this.#context.scopes.shared.collection(sequences);
    const name = `${what} ${this.#resource.shape} ${this.#parents}`;
    const last = ((await counters.get(name))?.last ?? 0) + 1;
    await counters.put(name, { last });
    return last;
  }

  #addressOf(key: string): string {
    return `${this.#parents}/${encodeURIComponent(key)}`;
  }

  get #all() {
    return this.#context.scopes.shared.collection(collectionOf(this.#resource));
  }
}

function defineThings(shape: string) {
  return defineCollection<StoredEntity>(`things of ${shape}`).indexedBy({
    made: ({ parents, order, fields }) => (fields === undefined ? undefined : [parents, order]),
  });
}

const collections = new WeakMap<Resource, ReturnType<typeof defineThings>>();

function collectionOf(resource: Resource): ReturnType<typeof defineThings> {
  const collection = collections.get(resource) ?? defineThings(resource.shape);
  collections.set(resource, collection);
  return collection;
}

function joined(parents: readonly unknown[]): string {
  return parents.map((parent) => encodeURIComponent(String(parent))).join('/');
}
