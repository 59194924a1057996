import { isObject } from '@understudy/contract';
import { type MessageParts, toKeyText } from '@understudy/described';
import { getMember, remember, setMember } from '@understudy/model';
import type { CallerFacts } from './caller-facts.js';
import { groupBy } from './count-values.js';
import { wrapperOf } from './find-default.js';
import { readPathParameters } from './find-paths.js';
import type { OperationExchange } from './learn-http-conventions.js';
import { type NamedResource, namedResources, writeRecord } from './named-resources.js';
import {
  type CausedRecords,
  placesIn,
  type RecordLookup,
  type RecordReader,
  type RecordUse,
  type StoredRecord,
  scalarsOf,
} from './record-use.js';
import { isDone, type RecordedExchange } from './recorded-exchange.js';

import { toAccess } from './to-cel.js';

type Fields = StoredRecord[1];

/** Everything known when a request arrives. */
export interface Scene {
  readonly operation: string;
  readonly exchange: RecordedExchange;
  readonly message: MessageParts;
  readonly use: RecordUse | undefined;
  readonly wrapper: ReturnType<typeof wrapperOf>;
  /** The record of the request, before and after it. Undefined if unknown. */
  readonly old?: Fields | undefined;
  self?: Fields | undefined;
  /** Other records that the request or its record refers to, before the request, by position of the key. */
  readonly others: ReadonlyMap<string, NamedRecord>;
  /** Known facts about the sender, by expression. */
  readonly caller: CallerFacts;
  /** All records that the request refers to, in their state before it. */
  readonly named: ReadonlyMap<string, NamedRecord>;
  /** The records stored before a change, by resource. */
  readonly stored: ReadonlyMap<string, readonly StoredRecord[]>;
}

/** The records that a request refers to, by expression. */
export function recordsNamedBy({ others }: Pick<Scene, 'others'>): Record<string, Fields | undefined> {
  return Object.fromEntries(
    [...others].flatMap(([via, { item, fields, ...named }]) =>
      via.startsWith('self.') || item !== undefined ? [] : [[writeRecord(named, toAccess(via)), fields] as const],
    ),
  );
}

export interface NamedRecord {
  readonly resource: string;
  readonly key: string;
  /** The position of its key, with `*` for any index in a list: `body.lines.*.sku`. */
  readonly via: string;
  /** The member that contains the value at the position, if the value is not a key. */
  readonly by?: string | undefined;
  /** The list item that refers to the record. */
  readonly item?: unknown;
  readonly fields: Fields | undefined;
  /** True if nothing can have changed since these fields were seen. */
  readonly isSure: boolean;
}

/** A change by an operation, either of its own record or of a record that the request refers to. */
export interface KnownChange {
  readonly operation: string;
  /** The position of the key of the changed record. Empty for the operation's own record. */
  readonly via: string;
  readonly member: string;
  /** @param named the changed record, unless it is the operation's own */
  value(scene: Scene, named?: Pick<NamedRecord, 'fields' | 'item'>): unknown;
}

/** A change between two observations of a record. */
export interface Sample {
  readonly scene: Scene;
  readonly via: string;
  readonly item: unknown;
  readonly before: Fields;
  readonly after: Fields;
}

interface Story {
  readonly scenes: readonly Scene[];
  readonly samples: readonly Sample[];
  /**
   * References of new records that can have changed their targets, as other requests before the next observation can.
   */
  readonly mixed: ReadonlySet<string>;
  readonly lists: readonly StoredList[];
  /** The last known fields of a record. */
  readonly known: RecordLookup;
  /** The keys of new records in order of creation, by resource. */
  readonly keys: ReadonlyMap<string, readonly string[]>;
  /** The values of a member that changes between a few values, such as a state. Empty for other members. */
  statesOf(resource: string, member: string): readonly unknown[];
}

/** A list in a recording, with the records that it could contain, in order of creation. */
export interface StoredList {
  readonly scene: Scene;
  readonly shown: readonly string[];
  readonly stored: readonly StoredRecord[];
}

interface Sight {
  fields: Fields;
  /** The request that created it, until another response shows the record. */
  made?: Scene | undefined;
  /** Requests that can have changed it since, with the position of the reference. */
  since: Pick<Sample, 'scene' | 'via' | 'item'>[];
  isGone: boolean;
}

const mostStates = 8;
/** Tracks all records through a recording. */
export function tellStory(
  all: readonly OperationExchange[],
  uses: ReadonlyMap<string, RecordUse>,
  {
    read,
    changes = [],
    quiet,
    caused,
    callers,
    completed,
  }: {
    readonly read: RecordReader;
    readonly changes?: readonly KnownChange[];
    readonly quiet?: ReadonlySet<string>;
    readonly caused: CausedRecords;
    readonly callers: ReadonlyMap<RecordedExchange, CallerFacts>;
    /** Complete records of creations whose responses show only some members. Filled for the next pass. */
    readonly completed: Map<RecordedExchange, Fields>;
  },
): Story {
  const sights = new Map<string, Sight>();
  const resourceAt = namedResources(all, uses);
  const [scenes, samples, lists, mixed]: [Scene[], Sample[], StoredList[], Set<string>] = [[], [], [], new Set()];
  const sightOf = (resource: string, key: string) => sights.get(`${resource} ${key}`);
  const known: RecordLookup = (resource, key) => sightOf(resource, key)?.fields;
  /** The observed fields of records, by resource and key. */
  const history: (readonly [resource: string, key: string, fields: Fields])[] = [];
  const keys = new Map<string, string[]>();
  for (const { operation, exchange } of all) {
    const use = uses.get(operation.id);
    const { path, query, body, answer, entry } = exchange;
    const message = { path: readPathParameters(operation.path, path), query, body };
    const resources = resourceAt.get(operation.id) ?? new Map<string, NamedResource>();
    const keyOfUse = use?.parameter === undefined ? undefined : message.path[use.parameter];
    const old = use === undefined || keyOfUse === undefined ? undefined : sightOf(use.resource, keyOfUse);
    const others = new Map(
      placesIn({ path: message.path, body, self: old?.fields }).flatMap(({ at, via, value, item }) => {
        const { resource, by } = resources.get(via) ?? {};
        const key = by === undefined ? toKeyText(value) : keyBy(resource, by, value);
        if (resource === undefined || key === undefined) return [];
        const sight = sightOf(resource, key);
        const isSure = sight !== undefined && sight.since.length === 0;
        const fields = sight?.isGone === true ? undefined : sight?.fields;
        return [[at, { resource, key, via, by, item, fields, isSure }] as const];
      }),
    );
    const isChange = entry.method !== 'GET' && isDone(exchange);
    const seen = isDone(exchange) && use !== undefined ? read(use, exchange) : [];
    const shown = seen.map(([key, record]): StoredRecord => [key, completed.get(exchange) ?? record]);
    const self = use?.does === 'list' ? undefined : shown[0]?.[1];
    const before = old?.since.length === 0 ? old.fields : undefined;
    const named = new Map<string, NamedRecord>(
      [...others].filter(([position, { item }]) => item !== undefined || !position.startsWith('self.')),
    );
    if (use?.parameter !== undefined && keyOfUse !== undefined) {
      const fields = old?.isGone === true ? undefined : old?.fields;
      named.set(`path.${use.parameter}`, {
        ...{ resource: use.resource, key: keyOfUse, via: `path.${use.parameter}`, fields },
        isSure: before !== undefined,
      });
    }
    const stored = entry.method === 'GET' ? new Map<string, StoredRecord[]>() : storedRecords();
    const caller = callers.get(exchange) ?? {};
    const wrapper = wrapperOf(use, body);
    const about = { operation: operation.id, exchange, message, use, wrapper, others, caller, named, stored };
    const scene: Scene = { ...about, self, old: before };
    scenes.push(scene);
    if (isChange) {
      const byKey = [...others.values()].filter(({ by }) => by === undefined);
      const touched = byKey.map((each) => ({ ...each, sight: sightOf(each.resource, each.key) }));
      const created = use?.does === 'create' && isObject(answer) ? namedBy(self, operation.id) : [];
      const done = new Map<Sight, string>();
      for (const { via, item, sight } of [{ via: '', item: undefined, sight: old }, ...touched, ...created]) {
        // Several items of the same list can change a record.
        if (sight === undefined || (done.get(sight) ?? via) !== via) continue;
        done.set(sight, via);
        sight.made = undefined;
        const own = changes.filter((each) => each.operation === operation.id && each.via === via);
        const values = own.map((each) => [each.member, each.value(scene, { fields: sight.fields, item })] as const);
        if (own.length > 0 && sight.since.length === 0 && values.every(([, value]) => value !== undefined)) {
          const fields = { ...sight.fields };
          for (const [member, value] of values) setMember(fields, member, value);
          if (via !== '' || self === undefined) sight.fields = fields;
        } else if (quiet?.has(`${operation.id} ${via}`) !== true) sight.since.push({ scene, via, item });
      }
      if (use?.does === 'delete' && old !== undefined) old.isGone = true;
    }
    if (use !== undefined) for (const record of shown) see(use, record, scene);
    for (const { resource, key, fields } of caused.get(exchange) ?? []) {
      sights.set(`${resource} ${key}`, { fields, since: [], isGone: false });
      keys.set(resource, [...(keys.get(resource) ?? []), key]);
    }
    if (use?.does === 'list' && isDone(exchange)) {
      const stored = storedRecords().get(use.resource) ?? [];
      lists.push({ scene, shown: shown.map(([key]) => key), stored });
    }
  }
  const shown = groupBy(
    history.flatMap(([name, key, fields]) =>
      scalarsOf(fields).map(([member, value]) => ({ place: `${name} ${member}`, key, value })),
    ),
    ({ place }) => place,
  );
  const states = new Map<string, readonly unknown[]>();
  const statesOf: Story['statesOf'] = (resource, member) =>
    remember(states, `${resource} ${member}`, () => {
      const own = shown.get(`${resource} ${member}`) ?? [];
      const values = new Set(own.map(({ value }) => value));
      const isState = values.size > 1 && values.size <= mostStates && own.length >= values.size * 3;
      const first = new Map<string, unknown>();
      const isChanging = isState && own.some(({ key, value }) => remember(first, key, () => value) !== value);
      return isChanging ? [...values] : [];
    });
  return { scenes, samples, mixed, lists, known, keys, statesOf };

  function storedRecords(): Map<string, StoredRecord[]> {
    const present = [...sights].filter(([, { isGone }]) => !isGone);
    const groups = groupBy(present, ([name]) => name.slice(0, name.indexOf(' ')));
    return new Map(
      [...groups].map(([resource, own]) => [
        resource,
        own.map(([name, { fields }]) => [name.slice(resource.length + 1), fields]),
      ]),
    );
  }

  /** Returns the key of the record with this value, or an empty string. */
  function keyBy(resource = '', by: string, value: unknown): string {
    const found = [...sights].find(
      ([name, { fields, isGone }]) => !isGone && name.startsWith(`${resource} `) && getMember(fields, by) === value,
    );
    return found?.[0].slice(resource.length + 1) ?? '';
  }

  /** Lists records that a new record refers to. */
  function namedBy(self: Fields | undefined, operation: string) {
    return [...(resourceAt.get(operation) ?? [])].flatMap(([position, { resource }]) => {
      if (!position.startsWith('self.')) return [];
      const key = toKeyText(getMember({ self }, position));
      return key === undefined ? [] : [{ via: position, item: undefined, sight: sightOf(resource, key) }];
    });
  }

  function see(use: RecordUse, [key, record]: StoredRecord, scene: Scene): void {
    history.push([use.resource, key, record]);
    if (use.does === 'create') keys.set(use.resource, [...(keys.get(use.resource) ?? []), key]);
    const name = `${use.resource} ${key}`;
    const sight = sights.get(name);
    if (sight === undefined) {
      const made = use.does === 'create' ? scene : undefined;
      sights.set(name, { fields: record, since: [], isGone: false, made });
      return;
    }
    const hasAll = Object.keys(sight.fields).every((member) => Object.hasOwn(record, member));
    if (use.does === 'list' && !hasAll) return;
    const [only, ...more] = sight.since;
    for (const { scene: cause, via } of more.length === 0 ? [] : sight.since)
      if (cause.use?.does === 'create') mixed.add(`${cause.operation} ${via}`);
    // The response of a creation can omit members of the record.
    const isSame = Object.keys(record).every((member) => Object.hasOwn(sight.fields, member));
    if (only !== undefined && more.length === 0 && isSame)
      samples.push({ ...only, before: sight.fields, after: record });
    else if (only === undefined && sight.made !== undefined) {
      sight.made.self = { ...sight.made.self, ...record };
      completed.set(sight.made.exchange, sight.made.self);
    }
    sight.fields = record;
    sight.since = [];
    sight.made = undefined;
  }
}
