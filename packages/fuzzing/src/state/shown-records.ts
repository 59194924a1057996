import { isObject } from '@understudy/contract';
import type { PlannedRequest } from '@understudy/described';
import {
  type ApiPlan,
  getMember,
  normalizeName,
  type OperationPlan,
  type RecordReader,
  type Resource,
  splitWords,
  toSingular,
  valuesAt,
} from '@understudy/model';
import type { StateStep } from './state-step.js';

/** A record as it was in a response. */
export type Shown = Readonly<Record<string, unknown>>;

interface Place {
  readonly resource: Resource;
  readonly key: string;
  readonly parents: string;
}

/** The records from responses, for evaluating expressions of the model. */
export class ShownRecords implements RecordReader {
  readonly #plan: ApiPlan;
  readonly #byName = new Map<string, Map<string, Shown>>();
  /** Collections of which all records are known, by resource name and parent keys. */
  readonly #complete = new Set<string>();
  readonly #places = new WeakMap<object, Place>();
  /** Keys from lists whose records have no own paths, by name. */
  readonly #listed = new Map<string, unknown[]>();
  /** True if an expression has read a collection of which not all records are known. */
  hasMissed = false;

  constructor(plan: ApiPlan, earlier?: ShownRecords) {
    this.#plan = plan;
    if (earlier === undefined) return;
    for (const [name, keys] of earlier.#listed) this.#listed.set(name, keys);
    for (const [name, records] of earlier.#byName)
      for (const record of records.values()) {
        const place = earlier.#places.get(record);
        if (place !== undefined) this.#put(name, record, place);
      }
  }

  /** Stores the records in a response. */
  note({ planned, status, body }: StateStep): void {
    if (status < 200 || status >= 300) return;
    const { plan, path } = planned;
    const { resource } = plan;
    if (resource === undefined) {
      this.#noteList(plan, body);
      return;
    }
    const parents = parentsIn(planned);
    const shown = getMember(body, plan.wrapped.join('.'));
    if (plan.does === 'delete') this.#forget(resource, path[plan.key?.name ?? '']);
    else if (plan.does === 'list')
      for (const item of Array.isArray(shown) ? shown : []) this.#add(resource, item, parents);
    else if (plan.does !== 'act' && plan.shows === undefined) this.#add(resource, shown, parents);
  }

  /** Records that all records of a resource are known. */
  complete({ name }: Resource, parents = ''): void {
    this.#complete.add(`${name} ${parents}`);
  }

  #forget({ name }: Resource, key: unknown): void {
    for (const [at, record] of this.#byName.get(name) ?? [])
      if (this.#places.get(record)?.key === String(key)) this.#byName.get(name)?.delete(at);
  }

  /** Removes the known records of a resource before they are read again. */
  clear({ name }: Resource): void {
    this.#byName.delete(name);
    for (const each of this.#complete) if (each.startsWith(`${name} `)) this.#complete.delete(each);
  }

  /** Returns the known records of a resource, latest last. */
  known({ name }: Resource): readonly Shown[] {
    return [...(this.#byName.get(name)?.values() ?? [])];
  }

  /** Returns the key of a record as a string. */
  keyOf(record: unknown): string | undefined {
    return isObject(record) ? this.#places.get(record)?.key : undefined;
  }

  /** Registers a draft as a record of a resource. */
  place(draft: object, resource: Resource, key = ''): void {
    this.#places.set(draft, { resource, key, parents: '' });
  }

  isComplete({ name }: Pick<Resource, 'name'>, parents = ''): boolean {
    return this.#complete.has(`${name} ${parents}`);
  }

  /** Returns possible keys for a member, based on its name, such as `homeBranchId`. */
  keysFor(member: string): readonly unknown[] {
    const words = splitWords(member).filter((word) => !/^(?:id|key|ref|code)$/.test(word));
    for (let start = 0; start < words.length; start += 1) {
      const called = normalizeName(words.slice(start).map(toSingular).join(''));
      const own = this.#listed.get(called);
      if (own !== undefined) return own;
      const resource = [...this.#plan.resources.values()].find(({ name }) => calledBy(name) === called);
      const records = resource === undefined ? [] : this.known(resource);
      if (records.length > 0) return records.map((record) => getMember(record, resource?.key ?? ''));
    }
    // Other records can refer to them.
    const isKey = words.length < splitWords(member).length;
    const named = [...this.#byName.values()].flatMap((records) => [...records.values()].map((each) => each[member]));
    return isKey ? [...new Set(named.filter((value) => typeof value === 'string' || typeof value === 'number'))] : [];
  }

  find(name: string, key: unknown): unknown {
    if (key === null || key === undefined) return null;
    const found = this.#all(name).find((record) => {
      const { alias } = this.#resource(name) ?? {};
      return this.keyOf(record) === String(key) || (alias !== undefined && getMember(record, alias) === key);
    });
    if (found === undefined) this.#miss(name);
    return found ?? null;
  }

  read(name: string, key: unknown, member: string): unknown {
    return getMember(this.find(name, key), member) ?? null;
  }

  of(name: string, record: unknown): readonly unknown[] {
    const place = isObject(record) ? this.#places.get(record) : undefined;
    if (place === undefined) return [];
    const reference = this.#plan.behavior.resources
      .get(name)
      ?.references.find((each) => each.resource === place.resource.name);
    const below = [place.parents, encodeURIComponent(place.key)].filter((part) => part !== '').join('/');
    if (reference !== undefined) {
      if (![`of ${place.key}`, below].some((at) => this.isComplete({ name }, at))) this.#miss(name);
      return this.#all(name).filter((each) =>
        valuesAt(each, reference.member).some((key) => String(key) === place.key),
      );
    }
    this.#miss(name, below);
    return this.#all(name).filter((each) => this.#places.get(each)?.parents === below);
  }

  countOf(name: string, record: unknown): number {
    return this.of(name, record).length;
  }

  others(name: string, record: unknown): readonly unknown[] {
    const key = this.keyOf(record);
    return this.all(name).filter((each) => this.keyOf(each) !== key);
  }

  all(name: string): readonly unknown[] {
    this.#miss(name);
    return this.#all(name);
  }

  next(): unknown {
    return this.#unknown(null);
  }

  meta(): unknown {
    return this.#unknown(null);
  }

  remembered(): readonly unknown[] {
    return this.#unknown([]);
  }

  like(): unknown {
    return this.#unknown(null);
  }

  transitions(): readonly string[] {
    return this.#unknown([]);
  }

  /** Marks a value that only the server knows. */
  #unknown<Value>(value: Value): Value {
    this.hasMissed = true;
    return value;
  }

  #all(name: string): readonly Shown[] {
    return [...(this.#byName.get(name)?.values() ?? [])];
  }

  #miss(name: string, parents = ''): void {
    if (!this.#complete.has(`${name} ${parents}`)) this.hasMissed = true;
  }

  #resource(name: string): Resource | undefined {
    return [...this.#plan.resources.values()].find((each) => each.name === name);
  }

  #add(resource: Resource, record: unknown, parents: string): void {
    const key = resource.key === undefined ? undefined : getMember(record, resource.key);
    if (!isObject(record) || key === undefined || key === null) return;
    this.#put(resource.name, record, { resource, key: String(key), parents });
  }

  #put(name: string, record: Shown, place: Place): void {
    const records = this.#byName.get(name) ?? new Map<string, Shown>();
    const at = `${place.parents} ${place.key}`;
    records.delete(at);
    records.set(at, record);
    this.#places.set(record, place);
    this.#byName.set(name, records);
  }

  #noteList({ operation: { path, method } }: OperationPlan, body: unknown): void {
    if (method !== 'GET' || path.includes('{')) return;
    const lists = [body, ...(isObject(body) ? Object.values(body) : [])];
    const items = lists.find((each): each is unknown[] => Array.isArray(each) && each.some(isObject)) ?? [];
    const keys = items.map((item) => getMember(item, 'id')).filter((key) => key !== undefined);
    if (keys.length > 0) this.#listed.set(calledBy(path.split('/').at(-1) ?? ''), keys);
  }
}

function calledBy(name: string): string {
  return normalizeName(
    splitWords(name.split('.').at(-1) ?? '')
      .map(toSingular)
      .join(''),
  );
}

/** Returns the keys of the parents in a path. */
export function parentsIn({ plan, path }: Pick<PlannedRequest, 'plan' | 'path'>): string {
  return plan.parents.map((source) => encodeURIComponent(String(path[source.name]))).join('/');
}
