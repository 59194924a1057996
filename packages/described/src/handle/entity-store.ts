import {
  type DataScope,
  type DefinedCollection,
  defineCollection,
  httpSettings,
  type UnitContext,
} from '@understudy/kernel';
import type { CompiledUnique, MemberLocation, Resource } from '@understudy/model';
import { collectionOf, referenceIndex, type StoredEntity, toUniqueKey, uniqueIndex } from './entity-collection.js';
import { isFollowed, noteChange } from './events/record-changes.js';
import { type GeneratedSeed, generatedSeeds, seededCollections } from './generated-seed.js';
import { goOn } from './go-on.js';

export type { StoredEntity };

const sequences = defineCollection<{ readonly last: number }>('sequences of things');

/** The context of a unit of work. Without settings, generated values use the default language. */
export type StoreContext = Pick<UnitContext, 'scopes'> & Partial<Pick<UnitContext, 'settings'>>;

/** Generates the entities of a collection. Returns undefined if its parents are not seeded: it then starts empty. */
export type CollectionFiller = (
  seed: GeneratedSeed,
  context: StoreContext,
  parents: readonly string[],
) => Promise<readonly { readonly key: string; readonly fields: Readonly<Record<string, unknown>> }[] | undefined>;

interface Filling {
  readonly fill: CollectionFiller;
  /** Lists the keys of all parents that a seed contains for the resource. */
  listParents(seed: GeneratedSeed): readonly (readonly string[])[];
}

const fillers = new WeakMap<Resource, Filling>();

/** Registers how the collections of a resource are filled on first use. */
export function fillOnFirstUse(resource: Resource, filling: Filling): void {
  fillers.set(resource, filling);
}

/** Stores the entities of one resource below given parents, within a unit of work. */
export class EntityStore {
  readonly #resource: Resource;
  readonly #parents: string;
  readonly #path: readonly string[];
  readonly #context: StoreContext;
  readonly #shared: DataScope;
  readonly #all: DefinedCollection<ReturnType<typeof collectionOf>>;

  static nameOf(resource: Resource): string {
    return collectionOf(resource).name;
  }

  /** @param parents the values of the path parameters before the key, in order */
  constructor(context: StoreContext, resource: Resource, parents: readonly unknown[]) {
    this.#context = context;
    this.#resource = resource;
    this.#parents = joinParents(parents);
    this.#path = parents.map(String);
    this.#shared = context.scopes.shared;
    this.#all = this.#shared.collection(collectionOf(resource));
  }

  /** The joined keys of the parents. */
  get parents(): string {
    return this.#parents;
  }

  get(key: string): Promise<StoredEntity | undefined> {
    return Promise.resolve(goOn(this.fill(), () => this.getSync(key)));
  }

  /** Finds a stored entity by its key. Also finds a deleted one that would otherwise exist from the start. */
  getSync(key: string): StoredEntity | undefined {
    return this.#all.getSync(this.addressOf(key));
  }

  /** Finds an entity by its key or alias. */
  find(key: string): StoredEntity | undefined | Promise<StoredEntity | undefined> {
    return goOn(this.fill(), () => {
      const stored = this.getSync(key);
      if (stored !== undefined || this.#resource.alias === undefined) return stored;
      return this.#all.rangeSync('alias', [this.#parents, key], [this.#parents, key], { limit: 1 })[0]?.value;
    });
  }

  /** Stores a new or changed entity. A new entity is added at the end. */
  put(
    key: string,
    fields: Readonly<Record<string, unknown>>,
    { order, scope, invented }: Partial<Pick<StoredEntity, 'order' | 'scope' | 'invented'>> = {},
  ): StoredEntity {
    const address = this.addressOf(key);
    const there = this.#all.getSync(address);
    this.#note(key, there, fields);
    const entity = {
      ...{ parents: this.#parents, key, order: order ?? this.#next('order') },
      fields: { ...fields },
      ...this.#aliasOf(fields),
      ...seededMembers(there),
      ...(scope === undefined ? {} : { scope }),
      ...(invented === undefined ? {} : { invented }),
    };
    void this.#all.put(address, entity);
    return entity;
  }

  /** Removes an entity. One that would exist from the start is stored as deleted. */
  async remove(key: string, deleted?: Readonly<Record<string, unknown>>): Promise<void> {
    const there = this.getSync(key);
    this.#note(key, there, undefined);
    const seeded = seededMembers(there);
    const isCreated =
      seeded === undefined && (there?.created === true || (there?.fields !== undefined && there.invented !== true));
    const place = {
      parents: this.#parents,
      key,
      order: 0,
      ...seeded,
      ...(isCreated ? { created: true as const } : {}),
    };
    const isRemembered = isCreated && this.#context.settings?.of(httpSettings.unknownIds) === 'invent';
    if (deleted !== undefined) await this.#all.put(this.addressOf(key), { ...place, deleted });
    else if (this.#resource.kept && this.#resource.tenant !== true && seeded === undefined && !isRemembered)
      await this.#all.delete(this.addressOf(key));
    else await this.#all.put(this.addressOf(key), place);
  }

  #note(key: string, there: StoredEntity | undefined, after: StoredEntity['fields']): void {
    if (!isFollowed(this.#resource)) return;
    noteChange(this.#context, { resource: this.#resource, key, parents: this.#parents, before: there?.fields, after });
  }

  /** Removes the stored values of an entity, which restores its initial ones. */
  async forget(key: string): Promise<void> {
    this.#note(key, this.getSync(key), undefined);
    await this.#all.delete(this.addressOf(key));
  }

  /**
   * All entities in order of creation.
   *
   * @param across true to list the entities of all parents
   */
  async list(across = false): Promise<StoredEntity[]> {
    await this.fill();
    return this.listSync(across ? undefined : this.#parents);
  }

  /** Finds a stored entity by its key, below any parents. */
  findSync(key: string): StoredEntity | undefined {
    if (this.#resource.parents === 0) {
      const stored = this.getSync(key);
      return stored?.fields === undefined ? undefined : stored;
    }
    return this.#all.rangeSync('plain', [key], [key], { limit: 1 })[0]?.value;
  }

  /** Lists the stored entities in order of creation. @param parents joined keys. All parents by default */
  listSync(parents?: string): StoredEntity[] {
    const bound = parents === undefined ? undefined : ([parents] as const);
    return this.#all.rangeSync('made', bound, bound).map(({ value }) => value);
  }

  countSync(parents: string): number {
    return this.#all.countSync('made', [parents], [parents]);
  }

  /** Lists the stored entities of all parents whose member contains a key. Uses the index of the member. */
  referringSync(member: MemberLocation, key: string): StoredEntity[] {
    const found = this.#all.rangeSync(referenceIndex(member), [key], [key]).map(({ value }) => value);
    return found.sort((one, other) => one.order - other.order);
  }

  countReferringSync(member: MemberLocation, key: string): number {
    return this.#all.countSync(referenceIndex(member), [key], [key]);
  }

  /** Lists the stored entities of all parents with the same values in unique members. Uses their index. */
  alikeSync(members: CompiledUnique['members'], fields: unknown): StoredEntity[] {
    const key = toUniqueKey(members, fields);
    return key === undefined ? [] : this.#all.rangeSync(uniqueIndex(members), [key], [key]).map(({ value }) => value);
  }

  /** Returns the entities of a page, and the total number. */
  async page(skip: number, limit: number): Promise<{ entities: StoredEntity[]; total: number }> {
    await this.fill();
    const total = await this.#all.count('made', [this.#parents], [this.#parents]);
    const entries = await this.#all.range('made', [this.#parents], [this.#parents], { limit: skip + limit });
    return { entities: entries.slice(skip).map(({ value }) => value), total };
  }

  async removeBelow(parents: readonly unknown[]): Promise<void> {
    const start = `${joinParents(parents)}/`;
    for (const { key } of await this.#all.range('key', [start], [`${start}\uFFFF`])) await this.#all.delete(key);
  }

  get isFilled(): boolean {
    return this.#shared.collection(seededCollections).getSync(this.#place) !== undefined;
  }

  /** Marks the collection as filled without a seed, unless it already has one. For new tenants of callers. */
  async startEmpty(): Promise<void> {
    if (this.#shared.collection(generatedSeeds).getSync('seed') !== undefined) await this.fill([]);
  }

  /** Stores the seed of the collection, unless it is already filled. Seeded entities come before all others. */
  fill(given?: Awaited<ReturnType<CollectionFiller>>): Promise<void> | undefined {
    return given === undefined && !this.isToFill ? undefined : this.#fill(given);
  }

  /** True if the collection must be filled on its first use. */
  get isToFill(): boolean {
    return !this.isFilled && this.#seed !== undefined;
  }

  get #seed(): GeneratedSeed | undefined {
    return fillers.has(this.#resource) ? this.#shared.collection(generatedSeeds).getSync('seed') : undefined;
  }

  async #fill(given: Awaited<ReturnType<CollectionFiller>>): Promise<void> {
    const filler = fillers.get(this.#resource);
    const seed = given === undefined ? this.#seed : undefined;
    if (seed !== undefined && this.#path.length < this.#resource.parents) {
      for (const parents of filler?.listParents(seed) ?? [])
        await new EntityStore(this.#context, this.#resource, parents).fill();
      return;
    }
    if (this.isFilled) return;
    const filled = this.#shared.collection(seededCollections);
    // Records can read their own collection while they are generated.
    await filled.put(this.#place, { seeded: true, records: 0 });
    const records = given ?? (seed === undefined ? undefined : await filler?.fill(seed, this.#context, this.#path));
    if (records === undefined) {
      await filled.delete(this.#place);
      return;
    }
    await filled.put(this.#place, { seeded: true, records: records.length });
    for (const [index, { key, fields }] of records.entries())
      await this.putSeeded(key, fields, index + 1 - records.length);
  }

  /** Stores a seeded entity. @param order at most 0, because seeded entities come before all others */
  async putSeeded(key: string, fields: Readonly<Record<string, unknown>>, order: number): Promise<void> {
    const place = { parents: this.#parents, key, order, seeded: true as const };
    await this.#all.put(this.addressOf(key), { ...place, fields: { ...fields }, ...this.#aliasOf(fields) });
  }

  /** The alternative key of an entity that paths can contain. */
  #aliasOf(fields: Readonly<Record<string, unknown>>): { readonly alias?: string } {
    const second = fields[this.#resource.alias ?? ''];
    return typeof second === 'string' || typeof second === 'number' ? { alias: String(second) } : {};
  }

  /** True if an entity has ever been created below these parents. */
  get wasUsed(): boolean {
    return this.#shared.collection(sequences).getSync(this.#sequence('order')) !== undefined;
  }

  /** Returns the next number for a key below these parents. */
  nextKey(): number {
    return this.#next('key');
  }

  #next(what: 'key' | 'order'): number {
    const counters = this.#shared.collection(sequences);
    const name = this.#sequence(what);
    const last = (counters.getSync(name)?.last ?? 0) + 1;
    void counters.put(name, { last });
    return last;
  }

  #sequence(what: 'key' | 'order'): string {
    return `${what} ${this.#resource.shape} ${this.#parents}`;
  }

  get #place(): string {
    return `${this.#resource.shape} ${this.#parents}`;
  }

  /** Returns the storage key of an entity in its collection. */
  addressOf(key: string): string {
    return this.#parents === '' ? encodeURIComponent(key) || '/' : `${this.#parents}/${encodeURIComponent(key)}`;
  }
}

/** The seeded members of an entity, saved before its first change. */
function seededMembers({ seeded, fields }: Partial<StoredEntity> = {}): Pick<StoredEntity, 'seeded'> | undefined {
  const members = seeded === true ? fields : seeded;
  return members === undefined ? undefined : { seeded: members };
}

/** Splits the joined parent keys of an entity. */
export function splitParents(parents: string): string[] {
  return parents === '' ? [] : parents.split('/').map(decodeURIComponent);
}

export function joinParents(parents: readonly unknown[]): string {
  return parents.length === 0 ? '' : parents.map((parent) => encodeURIComponent(String(parent))).join('/');
}
