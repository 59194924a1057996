import type { HandlerContext, TimerRequest, WebhookOrder } from '../context.js';
import type { ActionContext, Simulator } from '../simulator.js';
import type { CollectionDefinition, IndexKeys } from '../store/define-collection.js';
import type { IndexKey } from '../store/index-key.js';
import { selectRange } from '../store/resolve-index-range.js';
import type { DataScope, DataScopes } from '../store/scope.js';
import type { Collection, RangeOptions } from '../store/store.js';
import { type HandlerInput, type OperationIds, overrideContext, type SimulatorChange, wrapHandlers } from './change.js';
import { type JsonObject, toJsonObject } from './json.js';

/** The context shared by handlers, timers, actions and webhook reports. */
export interface CodeContext extends Pick<ActionContext, 'clock' | 'ids' | 'scopes' | 'timers' | 'webhooks'> {
  readonly scope?: DataScope;
}

/** Selects code by place: the name of an operation, `action:<name>`, `timer:<kind>` or `report`. */
export type PlaceFilter = (place: string) => boolean;

export const inPlaces =
  (...places: readonly string[]): PlaceFilter =>
  (place) =>
    places.includes(place);
export const outsidePlaces =
  (...places: readonly string[]): PlaceFilter =>
  (place) =>
    !places.includes(place);

/** Changes the context that an API's code receives. */
export function changeCodeContext(
  where: PlaceFilter,
  change: (context: CodeContext, place: string) => Partial<CodeContext>,
): SimulatorChange {
  return (simulator) => {
    const { operations, actions, timers = {}, webhookReported } = simulator;
    const changed = (context: ActionContext, place: string): ActionContext =>
      where(place) ? overrideContext(context, change(context, place)) : context;
    return {
      ...simulator,
      operations: map(operations, (serve, name): Simulator['operations'][string] => {
        return where(name)
          ? (input, context: HandlerContext) => serve(input, overrideContext(context, change(context, name)))
          : serve;
      }),
      actions: map(actions, (action, name) => ({
        ...action,
        run: (input, context) => action.run(input, changed(context, `action:${name}`)),
      })),
      timers: map(timers, (run, kind): NonNullable<Simulator['timers']>[string] => {
        return (payload, context) => run(payload, changed(context, `timer:${kind}`));
      }),
      ...(webhookReported === undefined
        ? {}
        : { webhookReported: (report, context) => webhookReported(report, changed(context, 'report')) }),
    };
  };
}

function map<T>(of: Readonly<Record<string, T>>, change: (one: T, name: string) => T): Record<string, T> {
  return Object.fromEntries(Object.entries(of).map(([name, one]) => [name, change(one, name)]));
}

interface Entry {
  readonly key: string;
  readonly scopes: DataScopes;
  readonly place: string;
  readonly clock: CodeContext['clock'];
}

export interface StorageChange<Stored> {
  /** Replaces a value when it is read. Returning undefined hides it. */
  read?(value: Stored, entry: Entry): unknown;
  /** Returns a value to read in place of a missing one. */
  missing?(): unknown;
  /** Returns values to add to a list. */
  more?(found: readonly Stored[]): readonly unknown[];
  /** Replaces a value when it is written. Returning undefined skips the write. */
  write?(value: Stored, before: Stored | undefined): unknown;
  /** True if deletions are ignored. */
  forEver?: true;
}

/** Changes the reads and writes of a collection. */
export function changeStored<Stored>(
  definition: CollectionDefinition<Stored>,
  keeping: StorageChange<Stored>,
  where: PlaceFilter = () => true,
): SimulatorChange {
  return changeCodeContext(where, (context, place) => {
    const facts = { place, clock: context.clock };
    const { scopes } = context;
    return {
      scopes: changeScopes(scopes, definition, keeping, facts),
      // Lazy, because an operation without a caller has no scope.
      get scope() {
        const { scope } = context;
        if (scope === undefined) throw new Error(`${place} has no caller and therefore no client data`);
        return scopeWith(scope, scopes, definition, keeping, facts);
      },
    };
  });
}

/** Changes what operations, timers and actions read from a collection, or write to it. */
export function changeStoredIn<Stored>(
  places: OperationIds | PlaceFilter,
  collection: CollectionDefinition<Stored>,
  changes: StorageChange<Stored>,
): SimulatorChange {
  return changeStored(collection, changes, typeof places === 'function' ? places : inPlaces(...[places].flat()));
}

/**
 * Changes what an operation reads from a collection, or writes to it, depending on its input. Undefined changes
 * nothing.
 */
export function changeStoredByInput<Stored>(
  operations: OperationIds,
  collection: CollectionDefinition<Stored>,
  changes: (
    input: HandlerInput,
    context: HandlerContext,
  ) => StorageChange<Stored> | undefined | Promise<StorageChange<Stored> | undefined>,
): SimulatorChange {
  return wrapHandlers(operations, async (next, input, context) => {
    const keeping = await changes(input, context);
    if (keeping === undefined) return await next(input, context);
    const scopes = changeScopes(context.scopes, collection, keeping, { place: '', clock: context.clock });
    return await next(input, overrideContext(context, { scopes }));
  });
}

/** Wraps scopes to change the reads and writes of a collection. */
export function changeScopes<Stored>(
  scopes: DataScopes,
  definition: CollectionDefinition<Stored>,
  keeping: StorageChange<Stored>,
  facts: Pick<Entry, 'place' | 'clock'>,
): DataScopes {
  const scoped = (scope: DataScope): DataScope => scopeWith(scope, scopes, definition, keeping, facts);
  return {
    of: (owner) => scoped(scopes.of(owner)),
    owners: () => scopes.owners(),
    get shared() {
      return scoped(scopes.shared);
    },
  };
}

function scopeWith<Stored>(
  scope: DataScope,
  scopes: DataScopes,
  { name }: CollectionDefinition<Stored>,
  keeping: StorageChange<Stored>,
  { place, clock }: Pick<Entry, 'place' | 'clock'>,
): DataScope {
  return {
    collection<T, Keys extends IndexKeys>(wanted: CollectionDefinition<T, Keys>): Collection<T, Keys> {
      const plain = scope.collection(wanted);
      return wanted.name === name ? changed(wanted, plain, keeping, { scopes, place, clock }) : plain;
    },
  };
}

function changed<T, Keys extends IndexKeys>(
  definition: CollectionDefinition<T, Keys>,
  plain: Collection<T, Keys>,
  keeping: StorageChange<unknown>,
  facts: Omit<Entry, 'key'>,
): Collection<T, Keys> {
  const { read, missing, more, write, forEver } = keeping;
  // The deviation defines the type of its values.
  const readAs = async (value: T, key: string) =>
    (read === undefined ? value : await read(value, { ...facts, key })) as T | undefined;
  const list = async () => {
    const found = await Promise.all(
      (await plain.list()).map(async ({ key, value }) => ({ key, value: await readAs(value, key) })),
    );
    const there = found.flatMap(({ key, value }) => (value === undefined ? [] : [{ key, value }]));
    const added: unknown[] = more === undefined ? [] : [...more(there.map(({ value }) => value))];
    return [...there, ...added.map((value, place) => ({ key: `added-${place}`, value: value as T }))];
  };
  return {
    async get(key) {
      const found = await plain.get(key);
      if (found === undefined) return missing?.() as T | undefined;
      return await readAs(found, key);
    },
    // Not changed, because handlers of the bundled APIs only use asynchronous reads.
    getSync: (key) => plain.getSync(key),
    rangeSync: (index, from, to, options) => plain.rangeSync(index, from, to, options),
    countSync: (index, from, to) => plain.countSync(index, from, to),
    list,
    range: async (index: string, from?: IndexKey, to?: IndexKey, options?: RangeOptions<T>) =>
      selectRange(await list(), definition, index, from, to, options),
    count: async (index: string = 'key', from?: IndexKey, to?: IndexKey) =>
      selectRange(await list(), definition, index, from, to).length,
    async put(key, value) {
      if (write === undefined) return await plain.put(key, value);
      const before = await plain.get(key);
      const written = write(value, before);
      if (written !== undefined) await plain.put(key, written as T);
    },
    delete: async (key) => (forEver === true ? (await plain.get(key)) !== undefined : await plain.delete(key)),
  };
}

/** Replaces each webhook with any number of webhooks. */
export function replaceSentWebhooks(
  change: (order: WebhookOrder, body: JsonObject) => readonly WebhookOrder[],
): SimulatorChange {
  return changeCodeContext(
    () => true,
    (context) => ({
      webhooks: {
        send(order) {
          for (const one of change(order, toJsonObject(order.request.body))) context.webhooks.send(one);
        },
        cancel: (reference) => context.webhooks.cancel(reference),
      },
    }),
  );
}

export function changeWebhookBody(change: (body: JsonObject) => unknown): SimulatorChange {
  return replaceSentWebhooks((order, body) => [changeWebhookRequest(order, { body: change(body) })]);
}

export function changeWebhookPolicy(policy: Partial<WebhookOrder['request']['policy']>): SimulatorChange {
  return replaceSentWebhooks((order) => [
    changeWebhookRequest(order, { policy: { ...order.request.policy, ...policy } }),
  ]);
}

export function changeWebhookRequest(order: WebhookOrder, parts: Partial<WebhookOrder['request']>): WebhookOrder {
  return { ...order, request: { ...order.request, ...parts } };
}

/** Changes when timers are due. */
export function changeTimerTime(change: (order: TimerRequest<unknown>, now: Date) => Date): SimulatorChange {
  return changeCodeContext(
    () => true,
    ({ timers, clock }) => ({
      timers: {
        schedule: (order) => timers.schedule({ ...order, at: change(order, clock.now()) }),
        cancel: (id) => timers.cancel(id),
      },
    }),
  );
}

export function skipTimer({ name }: { readonly name: string }): SimulatorChange {
  return (simulator) => ({ ...simulator, timers: { ...simulator.timers, [name]: async () => {} } });
}
