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

/** What is known when a request arrives. */
export interface Scene {
  readonly operation: string;
  readonly exchange: RecordedExchange;
  readonly message: MessageParts;
  readonly use: RecordUse | undefined;
  readonly wrapper: ReturnType<typeof wrapperOf>;
  /** The record that the request is about, before and after it. Undefined if it is not known. */
  readonly old?: Fields | undefined;
  self?: Fields | undefined;
  /** Other records that the request or its record names, before it, by the position of their key. */
  readonly others: ReadonlyMap<string, NamedRecord>;
  /** What is known of the sender, by the expression for it. */
  readonly caller: CallerFacts;
  /** All records that the request names, and what is known of them before it. */
  readonly named: ReadonlyMap<string, NamedRecord>;
  /** The records that are stored before a change, by resource. */
  readonly stored: ReadonlyMap<string, readonly StoredRecord[]>;
}

/** The records that a request names, by the expression for them. */
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
  /** The position of its key, with `*` for the place in a list: `body.lines.*.sku`. */
  readonly via: string;
  /** The member that has the value at the position, if it is not the key. */
  readonly by?: string | undefined;
  /** The item of a list that names it. */
  readonly item?: unknown;
  readonly fields: Fields | undefined;
  /** Whether nothing can have changed since these were shown. */
  readonly isSure: boolean;
}

/** A change of a record that an operation makes: one of its own, or that of a record that the request names. */
export interface KnownChange {
  readonly operation: string;
  /** The position of the key of the changed record. Empty for the record of the operation. */
  readonly via: string;
  readonly member: string;
  /** @param named the changed record, unless it is that of the operation */
  value(scene: Scene, named?: Pick<NamedRecord, 'fields' | 'item'>): unknown;
}

/** A change between two sights of a record. */
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
  /** The references of new records, whose targets other requests named, too, before they were shown again. */
  readonly mixed: ReadonlySet<string>;
  readonly lists: readonly StoredList[];
  /** What is known of a record at the end. */
  readonly known: RecordLookup;
  /** The keys of new records, in their order, by resource. */
  readonly keys: ReadonlyMap<string, readonly string[]>;
  /** The values of a member that has few and that changes, such as a state. Empty for others. */
  statesOf(resource: string, member: string): readonly unknown[];
}

/** A list in a recording, and the records that could be in it, in the order of their creation. */
export interface StoredList {
  readonly scene: Scene;
  readonly shown: readonly string[];
  readonly stored: readonly StoredRecord[];
}

interface Sight {
  fields: Fields;
  /** The request that created it, as long as its response is all that is known of it. */
  made?: Scene | undefined;
  /** Requests that may have changed it since, and through which position. */
  since: Pick<Sample, 'scene' | 'via' | 'item'>[];
  isGone: boolean;
}

const mostStates = 8;
/** Follows all records through a recording. */
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
    /** The records of creations whose responses show only a part, filled for the next time. */
    readonly completed: Map<RecordedExchange, Fields>;
  },
): Story {
  const sights = new Map<string, Sight>();
  const resourceAt = namedResources(all, uses);
  const [scenes, samples, lists, mixed]: [Scene[], Sample[], StoredList[], Set<string>] = [[], [], [], new Set()];
  const sightOf = (resource: string, key: string) => sights.get(`${resource} ${key}`);
  const known: RecordLookup = (resource, key) => sightOf(resource, key)?.fields;
  /** What was shown of records, by resource, and the keys of new ones. */
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
        // Several items of one list can change a record.
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

  /** The key of the record with a value. An unknown value is no key. */
  function keyBy(resource = '', by: string, value: unknown): string {
    const found = [...sights].find(
      ([name, { fields, isGone }]) => !isGone && name.startsWith(`${resource} `) && getMember(fields, by) === value,
    );
    return found?.[0].slice(resource.length + 1) ?? '';
  }

  /** Records that a new record names. */
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
    // The response of a creation can show less than the record has.
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
