import {
  type CompiledExpression,
  type CompiledResource,
  type CompiledTemplate,
  type CompiledUnique,
  getMember,
  type RecordReader,
  type Resource,
  remember,
  stepsPerRequest,
} from '@understudy/model';
import { EntityStore, type StoredEntity } from '../entity-store.js';
import type { BehaviorWork } from './behavior-work.js';
import { setComputedMember } from './computed-members.js';
import { fillForm, nextNumber } from './fill-form.js';
import { generateLike, listKnownValues, recallValue } from './known-values.js';
import { SessionCaller, WorkValues } from './session-caller.js';
import { applyConditions, createLazyRecord, listTransitions } from './shown-record.js';

interface Placed {
  readonly resource: Resource;
  readonly key: string;
  readonly parents: string;
}

/** Maximum depth of nested records that are shown with their computed members. */
const deepest = 3;

const none: readonly string[] = [];

/** Evaluates the expressions of a model within one unit of work, with one budget of evaluation steps. */
export class BehaviorSession implements RecordReader {
  readonly now: Date;
  readonly work: BehaviorWork;
  #values: WorkValues;
  readonly #caller = new SessionCaller(this);
  readonly #budget: { steps: number };
  /** The names of the transitions made during the work. */
  readonly made: string[] = [];
  readonly #places = new Map<object, Placed>();
  readonly #stores = new Map<Resource, EntityStore>();
  #depth = 0;

  constructor(work: BehaviorWork) {
    const { context, request, budget } = work;
    this.work = work;
    this.now = context.clock.now();
    this.#values = request instanceof WorkValues ? request : Object.assign(new WorkValues(), request);
    this.#values.callerOf = this.#caller;
    this.#budget = budget ?? { steps: stepsPerRequest };
  }

  /** Fills the collections that expressions read and that are still unfilled. @param also additional resources */
  prepare(also: Iterable<string> = none): Promise<void> | undefined {
    const { users } = this.#caller;
    const all = [this.work.served.plan.behavior.reads, also, users === undefined ? none : [users]];
    for (const names of all) for (const name of names) if (this.#isToFill(name)) return this.#prepare(all);
    this.#caller.useUsers();
    return undefined;
  }

  async #prepare(all: readonly Iterable<string>[]): Promise<void> {
    for (const names of all) for (const name of names) await this.#fill(name);
    this.#caller.useUsers();
  }

  #isToFill(name: string): boolean {
    const resource = this.#resource(name);
    return resource !== undefined && this.#store(resource).isToFill;
  }

  #fill(name: string): Promise<void> | undefined {
    const resource = this.#resource(name);
    return resource && this.#store(resource).fill();
  }

  /** The key that an expression evaluates to. Undefined if the result is null. */
  keyOf(expression: CompiledExpression): unknown {
    return this.evaluate(expression, {}) ?? undefined;
  }

  /** Evaluates an expression with additional values, such as `self`. */
  evaluate({ evaluate }: Pick<CompiledTemplate, 'evaluate'>, given: Readonly<Record<string, unknown>>): unknown {
    const { zone } = this.work.served.plan.schemas.times;
    const [values, budget] = [this.#values, this.#budget];
    return evaluate({ values, given, records: this, now: this.now, zone, budget, locals: [] });
  }

  /** Runs work for an inner request, with its values available to expressions. The caller stays the same. */
  async during<Result>(values: WorkValues, work: () => Promise<Result>): Promise<Result> {
    const whole = this.#values;
    values.callerOf = this.#caller;
    this.#values = values;
    try {
      return await work();
    } finally {
      this.#values = whole;
    }
  }

  /** Registers where a record is or will be stored. */
  place(record: object, resource: Resource, { key, parents }: Pick<StoredEntity, 'key' | 'parents'>): void {
    this.#places.set(record, { resource, key, parents });
  }

  /** The key of a record returned by `show` or registered by `place`. */
  keyOfRecord(record: unknown): string | undefined {
    return this.#placeOf(record)?.key;
  }

  #placeOf(record: unknown): Placed | undefined {
    return typeof record === 'object' && record !== null ? this.#places.get(record) : undefined;
  }

  /** The resource of a record returned by `show` or registered by `place`. */
  resourceOf(record: object): Resource | undefined {
    return this.#places.get(record)?.resource;
  }

  /** Returns a record including the members that depend on other records or the time. */
  show(
    resource: Resource,
    fields: Readonly<Record<string, unknown>>,
    stored: Pick<StoredEntity, 'key' | 'parents'> | undefined = this.#places.get(fields),
  ) {
    const behavior = this.behaviorOf(resource);
    if (behavior === undefined || behavior.changing.size === 0 || this.#depth >= deepest) {
      if (stored !== undefined) this.place(fields, resource, stored);
      return fields;
    }
    const shown: Record<string, unknown> = { ...fields };
    if (stored !== undefined) this.place(shown, resource, stored);
    this.#complete(shown, resource, behavior);
    return shown;
  }

  /** Computes the members of a record that depend on other records or the time. */
  #complete(record: Record<string, unknown>, resource: Resource, behavior: CompiledResource): void {
    this.#depth += 1;
    try {
      applyConditions(this, behavior, record, (member) => setComputedMember(this, { resource, record, member }));
    } finally {
      this.#depth -= 1;
    }
  }

  behaviorOf({ name }: Resource): CompiledResource | undefined {
    return this.work.served.plan.behavior.resources.get(name);
  }

  /** The key of the caller, if it is a record of the API. */
  get callerKey(): unknown {
    return getMember(this.#caller.value, 'id') ?? null;
  }

  find(name: string, key: unknown): unknown {
    const resource = this.#resource(name);
    const stored = this.#stored(resource, key);
    return resource === undefined || stored === undefined ? null : this.#shown(resource, stored);
  }

  read(name: string, key: unknown, member: string): unknown {
    const resource = this.#resource(name);
    const stored = this.#stored(resource, key);
    if (resource === undefined || stored === undefined) return null;
    const isChanging = this.behaviorOf(resource)?.changing.has(member) === true;
    const record = (isChanging ? this.#shown(resource, stored) : stored.fields) ?? {};
    return Object.hasOwn(record, member) ? record[member] : null;
  }

  /** Returns whether a record with the key exists. */
  has(name: string, key: unknown): boolean {
    return this.#stored(this.#resource(name), key) !== undefined;
  }

  #stored(resource: Resource | undefined, key: unknown): StoredEntity | undefined {
    return resource === undefined || key === null || key === undefined
      ? undefined
      : this.#store(resource).findSync(String(key));
  }

  all(name: string): readonly unknown[] {
    const resource = this.#resource(name);
    if (resource === undefined) return [];
    return Array.from(this.#store(resource).listSync(), (each) => this.#shown(resource, each));
  }

  of(name: string, record: unknown): readonly unknown[] {
    const { resource, place, member } = this.#below(name, record) ?? {};
    if (resource === undefined || place === undefined) return [];
    const store = this.#store(resource);
    const stored = member === undefined ? store.listSync(parentsOf(place)) : store.referringSync(member, place.key);
    return stored.map((each) => this.#shown(resource, each));
  }

  countOf(name: string, record: unknown): number {
    const { resource, place, member } = this.#below(name, record) ?? {};
    if (resource === undefined || place === undefined) return 0;
    const store = this.#store(resource);
    return member === undefined ? store.countSync(parentsOf(place)) : store.countReferringSync(member, place.key);
  }

  /** Where to find the records of a resource that refer to a record: below it, or by the referring member. */
  #below(name: string, record: unknown) {
    const resource = this.#resource(name);
    const place = this.#placeOf(record);
    if (resource === undefined || place === undefined) return undefined;
    const references = this.behaviorOf(resource)?.references ?? [];
    return { resource, place, member: references.find((each) => each.resource === place.resource.name)?.member };
  }

  others(name: string, record: unknown): readonly unknown[] {
    const resource = this.#resource(name);
    const place = this.#placeOf(record);
    if (resource === undefined) return [];
    const stored = this.#store(resource).listSync();
    return stored.filter((each) => !isAt(each, resource, place)).map((each) => this.#shown(resource, each));
  }

  /** The other records that can have the same values in the members of a unique constraint. */
  alike(resource: Resource, members: CompiledUnique['members'], record: object): readonly unknown[] {
    const { changing = new Set() } = this.behaviorOf(resource) ?? {};
    if (members.some(([first]) => first !== undefined && changing.has(first)))
      return this.others(resource.name, record);
    const place = this.#places.get(record);
    return this.#store(resource)
      .alikeSync(members, record)
      .filter((each) => !isAt(each, resource, place))
      .map((each) => this.#shown(resource, each));
  }

  next(form: string): unknown {
    return this.fill(form, form);
  }

  /** Fills a value format. @param name of the sequence that provides its number */
  fill(form: string, name: string, record?: unknown): unknown {
    const { context, served } = this.work;
    const { zone } = served.plan.schemas.times;
    const count = () => nextNumber(context, name);
    return fillForm(form, { ids: context.ids, random: context.random, now: this.now, zone, count, record });
  }

  meta(value: unknown): unknown {
    return recallValue(this.work.context, value) ?? null;
  }

  remembered(places: readonly string[]): readonly unknown[] {
    return listKnownValues(this.work.context, places);
  }

  like(example: unknown, seed: string): unknown {
    return generateLike(example, seed);
  }

  transitions(record: unknown): readonly string[] {
    const place = this.#placeOf(record);
    const lifecycle = place === undefined ? undefined : this.behaviorOf(place.resource)?.lifecycle;
    return lifecycle === undefined ? [] : listTransitions(lifecycle, record);
  }

  /** Prepares a stored record for an expression. Members that depend on other records are computed on access. */
  #shown(resource: Resource, stored: StoredEntity): Readonly<Record<string, unknown>> {
    const { fields = {} } = stored;
    const behavior = this.behaviorOf(resource);
    if (behavior === undefined || behavior.changing.size === 0 || this.#depth >= deepest) {
      this.place(fields, resource, stored);
      return fields;
    }
    const shown = createLazyRecord(fields, behavior.changing, () => {
      if (this.#depth < deepest) this.#complete(shown, resource, behavior);
    });
    this.place(shown, resource, stored);
    return shown;
  }

  #resource(name: string): Resource | undefined {
    return this.work.served.resourcesByName.get(name);
  }

  #store(resource: Resource): EntityStore {
    const known = this.#stores.get(resource);
    return known ?? remember(this.#stores, resource, () => new EntityStore(this.work.context, resource, []));
  }
}

function isAt({ key, parents }: StoredEntity, resource: Resource, place: Placed | undefined): boolean {
  return place?.resource === resource && place.key === key && place.parents === parents;
}

/** The parent keys of the records below a record. */
function parentsOf({ parents, key }: Placed): string {
  return [parents, encodeURIComponent(key)].filter((part) => part !== '').join('/');
}
