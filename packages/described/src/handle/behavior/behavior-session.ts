import type { Caller } from '@understudy/kernel';
import {
  type ApiPlan,
  type CompiledExpression,
  type CompiledReference,
  type CompiledResource,
  type CompiledTemplate,
  type CompiledUnique,
  type ExpressionContext,
  getMember,
  type RecordReader,
  type Resource,
  stepsPerRequest,
} from '@understudy/model';
import { EntityStore, type StoreContext, type StoredEntity } from '../entity-store.js';
import { setComputedMember } from './computed-members.js';
import { type FormContext, fillForm, nextNumber } from './fill-form.js';
import { findUser } from './find-user.js';

/** The behavior of an API, and its resources by name. */
interface ServedBehavior {
  readonly plan: ApiPlan;
  readonly resourcesByName: ReadonlyMap<string, Resource>;
}

/** The work that expressions are evaluated in: a request, a timer, or the filling of a collection. */
export interface BehaviorWork {
  readonly served: ServedBehavior;
  readonly context: StoreContext & FormContext & { readonly clock: { now(): Date } };
  /** The request, as `path`, `query`, `headers`, `body`. */
  readonly request?: Readonly<Record<string, unknown>>;
  readonly caller?: Caller | undefined;
  /** The evaluation steps that it shares with other work. By default those of one request. */
  readonly budget?: { steps: number };
}

interface Placed {
  readonly resource: Resource;
  readonly key: string;
  readonly parents: string;
}

/** Records within records that are shown with their live members. */
const deepest = 3;

/** Evaluates the expressions of a model within one unit of work, with one budget of steps. */
export class BehaviorSession implements RecordReader {
  readonly now: Date;
  readonly #work: BehaviorWork;
  readonly #context: ExpressionContext;
  /** The transitions that the work has made, by name. */
  readonly made: string[] = [];
  readonly #places = new WeakMap<object, Placed>();
  #values: Readonly<Record<string, unknown>>;
  #depth = 0;

  constructor(work: BehaviorWork) {
    this.#work = work;
    this.now = work.context.clock.now();
    this.#values = {
      ...work.request,
      caller: work.caller === undefined ? null : { ...work.caller.claims, ...work.caller },
    };
    const session = this;
    const budget = work.budget ?? { steps: stepsPerRequest };
    this.#context = {
      get values() {
        return session.#values;
      },
      records: this,
      now: this.now,
      zone: work.served.plan.schemas.times.zone,
      get steps() {
        return budget.steps;
      },
      set steps(left: number) {
        budget.steps = left;
      },
      locals: [],
    };
  }

  /** Fills the collections that expressions read, which are filled on first use. @param also further resources */
  async prepare(also: Iterable<string> = []): Promise<void> {
    const { served, context } = this.#work;
    if (served.plan.behavior.resources.size === 0) return;
    const { login } = served.plan.model;
    const { caller } = this.#work;
    const as = caller?.claims?.['resource'] ?? login?.as;
    const users = as === undefined ? [] : [as];
    for (const name of new Set([...served.plan.behavior.reads, ...users, ...also])) {
      const resource = this.#resource(name);
      if (resource !== undefined) await new EntityStore(context, resource, []).fill();
    }
    const user = caller === undefined || as === undefined ? undefined : findUser(this, caller, { ...login, as });
    if (user !== undefined && caller !== undefined)
      this.#values = { ...this.#values, caller: { ...caller.claims, ...caller, ...user } };
  }

  /** The key that an expression gives, as in a path. Undefined if it has none. */
  keyOf(expression: CompiledExpression): unknown {
    return this.evaluate(expression, {}) ?? undefined;
  }

  /** Evaluates with further values, such as `self`. */
  evaluate({ evaluate }: CompiledExpression | CompiledTemplate, values: Readonly<Record<string, unknown>>): unknown {
    const before = this.#values;
    const locals = this.#context.locals.splice(0);
    this.#values = { ...before, ...values };
    try {
      return evaluate(this.#context);
    } finally {
      this.#values = before;
      this.#context.locals.splice(0, Number.POSITIVE_INFINITY, ...locals);
    }
  }

  /** Remembers where a record is or will be stored. */
  place(record: object, resource: Resource, { key, parents }: Pick<StoredEntity, 'key' | 'parents'>): void {
    this.#places.set(record, { resource, key, parents });
  }

  /** The key of a record that was shown or placed. */
  keyOfRecord(record: unknown): string | undefined {
    return typeof record === 'object' && record !== null ? this.#places.get(record)?.key : undefined;
  }

  /** The resource of a record that was shown or placed. */
  resourceOf(record: object): Resource | undefined {
    return this.#places.get(record)?.resource;
  }

  /** A record with the members that depend on other records or the time. */
  show(resource: Resource, fields: Readonly<Record<string, unknown>>, stored?: Pick<StoredEntity, 'key' | 'parents'>) {
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
      this.#applyConditions(behavior, record);
      for (const member of behavior.live) setComputedMember(this, { resource, record, member });
    } finally {
      this.#depth -= 1;
    }
  }

  /** Applies the transitions that happen by themselves as soon as their conditions hold. */
  #applyConditions({ lifecycle }: CompiledResource, record: Record<string, unknown>): void {
    for (const { when, from, to } of lifecycle?.transitions ?? []) {
      if (lifecycle === undefined || when === undefined || to === undefined) continue;
      const state = getMember(record, lifecycle.member.join('.'));
      if (from.length > 0 && !from.includes(String(state))) continue;
      const [top = ''] = lifecycle.member;
      if (this.evaluate(when, { self: record }) === true && lifecycle.member.length === 1)
        record[top] = this.evaluate(to, { self: record });
    }
  }

  behaviorOf({ name }: Resource): CompiledResource | undefined {
    return this.#work.served.plan.behavior.resources.get(name);
  }

  /** The key of the caller, if it is a record of the API. */
  get callerKey(): unknown {
    return getMember(this.#values['caller'], 'id') ?? null;
  }

  get work(): BehaviorWork {
    return this.#work;
  }

  find(name: string, key: unknown): unknown {
    const resource = this.#resource(name);
    if (resource === undefined || key === null || key === undefined) return null;
    const stored = this.#store(resource).findSync(String(key));
    return stored === undefined ? null : this.#shown(resource, stored);
  }

  all(name: string): readonly unknown[] {
    const resource = this.#resource(name);
    if (resource === undefined) return [];
    return this.#store(resource)
      .listSync()
      .map((stored) => this.#shown(resource, stored));
  }

  of(name: string, record: unknown): readonly unknown[] {
    const resource = this.#resource(name);
    const place = typeof record === 'object' && record !== null ? this.#places.get(record) : undefined;
    if (resource === undefined || place === undefined) return [];
    const reference = this.#referenceTo(place, resource);
    const stored =
      reference === undefined
        ? this.#store(resource).listSync(parentsOf(place))
        : this.#store(resource).referringSync(reference.member, place.key);
    return stored.map((each) => this.#shown(resource, each));
  }

  countOf(name: string, record: unknown): number {
    const resource = this.#resource(name);
    const place = typeof record === 'object' && record !== null ? this.#places.get(record) : undefined;
    if (resource === undefined || place === undefined) return 0;
    const reference = this.#referenceTo(place, resource);
    return reference === undefined
      ? this.#store(resource).countSync(parentsOf(place))
      : this.#store(resource).countReferringSync(reference.member, place.key);
  }

  others(name: string, record: unknown): readonly unknown[] {
    const resource = this.#resource(name);
    const place = typeof record === 'object' && record !== null ? this.#places.get(record) : undefined;
    if (resource === undefined) return [];
    const others = this.#store(resource)
      .listSync()
      .filter((each) => !isAt(each, resource, place));
    return others.map((each) => this.#shown(resource, each));
  }

  /** The other records that can have the same values in unique members. */
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

  /** Fills a form. @param name the sequence that it counts in */
  fill(form: string, name: string, record?: unknown): unknown {
    const { context, served } = this.#work;
    const count = () => nextNumber(context, name);
    return fillForm(form, {
      ids: context.ids,
      random: context.random,
      now: this.now,
      zone: served.plan.schemas.times.zone,
      count,
      record,
    });
  }

  transitions(record: unknown): readonly string[] {
    const place = typeof record === 'object' && record !== null ? this.#places.get(record) : undefined;
    const lifecycle = place === undefined ? undefined : this.behaviorOf(place.resource)?.lifecycle;
    if (lifecycle === undefined) return [];
    const state = String(getMember(record, lifecycle.member.join('.')));
    const allowed = lifecycle.transitions.filter(({ from, statement }) => {
      return statement.on !== undefined && (from.length === 0 || from.includes(state));
    });
    return allowed.map(({ name }) => name);
  }

  /** A stored record for an expression: what depends on other records is computed when it is read. */
  #shown(resource: Resource, stored: StoredEntity): Readonly<Record<string, unknown>> {
    const { fields = {} } = stored;
    const behavior = this.behaviorOf(resource);
    if (behavior === undefined || behavior.changing.size === 0 || this.#depth >= deepest) {
      this.place(fields, resource, stored);
      return fields;
    }
    const shown: Record<string, unknown> = { ...fields };
    this.place(shown, resource, stored);
    const complete = () => {
      for (const name of behavior.changing) {
        Reflect.deleteProperty(shown, name);
        if (Object.hasOwn(fields, name)) shown[name] = fields[name];
      }
      if (this.#depth < deepest) this.#complete(shown, resource, behavior);
    };
    for (const name of behavior.changing)
      Object.defineProperty(shown, name, {
        enumerable: true,
        configurable: true,
        get: () => {
          complete();
          return shown[name];
        },
      });
    return shown;
  }

  /** The member of a resource that names records like this one. */
  #referenceTo(place: Placed, resource: Resource): CompiledReference | undefined {
    return this.behaviorOf(resource)?.references.find((each) => each.resource === place.resource.name);
  }

  #resource(name: string): Resource | undefined {
    return this.#work.served.resourcesByName.get(name);
  }

  #store(resource: Resource): EntityStore {
    return new EntityStore(this.#work.context, resource, []);
  }
}

function isAt({ key, parents }: StoredEntity, resource: Resource, place: Placed | undefined): boolean {
  return place?.resource === resource && place.key === key && place.parents === parents;
}

/** The keys of the parents of the records below one. */
function parentsOf({ parents, key }: Placed): string {
  return [parents, encodeURIComponent(key)].filter((part) => part !== '').join('/');
}
