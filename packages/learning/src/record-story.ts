import { isObject } from '@understudy/contract';
import { type MessageParts, toKeyText } from '@understudy/described';
import { getMember, setMember } from '@understudy/model';
import { groupBy } from './count-values.js';
import { readPathParameters } from './find-paths.js';
import type { OperationExchange } from './learn-http-conventions.js';
import { type RecordLookup, type RecordUse, recordsIn, scalarsOf } from './record-uses.js';
import type { RecordedExchange } from './recorded-exchange.js';

type Fields = Readonly<Record<string, unknown>>;

/** What is known when a request arrives. */
export interface Scene {
  readonly operation: string;
  readonly exchange: RecordedExchange;
  readonly message: MessageParts;
  readonly use: RecordUse | undefined;
  /** The record that the request is about, before and after it. Undefined if it is not known. */
  readonly old?: Fields | undefined;
  self?: Fields | undefined;
  /** Other records that the request names, before it, by the position of their key. */
  readonly others: ReadonlyMap<string, NamedRecord>;
  /** All records that the request names, and what is known of them before it. */
  readonly named: ReadonlyMap<string, NamedRecord>;
  /** The records that are stored before a change, by resource. */
  readonly stored: ReadonlyMap<string, readonly StoredRecord[]>;
}

/** A record with its key. Lists of them have the order of their creation. */
export type StoredRecord = readonly [key: string, fields: Fields];

interface NamedRecord {
  readonly resource: string;
  readonly key: string;
  readonly fields: Fields | undefined;
  /** Whether nothing can have changed since these were shown. */
  readonly isSure: boolean;
}

/** A record that a request created, although its response shows another one. */
export interface CausedRecord {
  readonly resource: string;
  readonly key: string;
  readonly fields: Fields;
  /** The members that identify such a record in the request: `walletId body.from`. */
  readonly place: string;
}

export type CausedRecords = ReadonlyMap<RecordedExchange, readonly CausedRecord[]>;

/** A change of a record that an operation makes: one of its own, or that of a record that the request names. */
export interface KnownChange {
  readonly operation: string;
  /** The position of the key of the changed record. Empty for the record of the operation. */
  readonly via: string;
  readonly member: string;
  value(scene: Scene): unknown;
}

/** A change between two sights of a record. */
export interface Sample {
  readonly scene: Scene;
  readonly via: string;
  readonly before: Fields;
  readonly after: Fields;
}

interface Story {
  readonly scenes: readonly Scene[];
  readonly samples: readonly Sample[];
  /** The lists of records, with all that are stored then, in the order of their creation. */
  readonly lists: readonly StoredList[];
  /** What is known of a record at the end. */
  readonly known: RecordLookup;
  /** The keys of new records, in their order, by resource. */
  readonly keys: ReadonlyMap<string, readonly string[]>;
  /** The values of a member that has few, such as a state. Empty for others. */
  statesOf(resource: string, member: string): readonly unknown[];
}

interface StoredList {
  readonly scene: Scene;
  readonly shown: readonly string[];
  readonly stored: readonly StoredRecord[];
}

interface Sight {
  fields: Fields;
  /** The request that created it, as long as its response is all that is known of it. */
  made?: Scene | undefined;
  /** Requests that may have changed it since, and through which position. */
  since: { readonly scene: Scene; readonly via: string }[];
  isGone: boolean;
}

/** The most values of a member that is a state. */
const mostStates = 8;

/** Follows all records through a recording. */
export function tellStory(
  all: readonly OperationExchange[],
  uses: ReadonlyMap<string, RecordUse>,
  {
    changes = [],
    quiet,
    caused = new Map(),
  }: {
    readonly changes?: readonly KnownChange[];
    readonly quiet?: ReadonlySet<string>;
    readonly caused?: CausedRecords;
  } = {},
): Story {
  const sights = new Map<string, Sight>();
  const resourceAt = namedResources(all, uses);
  const [scenes, samples, lists]: [Scene[], Sample[], StoredList[]] = [[], [], []];
  const sightOf = (resource: string, key: string) => sights.get(`${resource} ${key}`);
  const known: RecordLookup = (resource, key) => sightOf(resource, key)?.fields;
  /** What was shown of records, by resource, and the keys of new ones. */
  const history: (readonly [resource: string, shown: { readonly fields: Fields }])[] = [];
  const keys = new Map<string, string[]>();
  for (const { operation, exchange } of all) {
    const use = uses.get(operation.id);
    const { path, query, body, answer, entry } = exchange;
    const message = { path: readPathParameters(operation.path, path), query, body };
    const resources = resourceAt.get(operation.id) ?? new Map<string, string>();
    const keyOfUse = use?.parameter === undefined ? undefined : message.path[use.parameter];
    const old = use === undefined || keyOfUse === undefined ? undefined : sightOf(use.resource, keyOfUse);
    const others = new Map(
      [...resources].flatMap(([position, resource]): [string, NamedRecord][] => {
        const key = toKeyText(getMember(position.startsWith('self.') ? { self: old?.fields } : message, position));
        if (key === undefined) return [];
        const sight = sightOf(resource, key);
        const isSure = sight !== undefined && sight.since.length === 0;
        return [[position, { resource, key, fields: sight?.isGone === true ? undefined : sight?.fields, isSure }]];
      }),
    );
    const isChange = entry.method !== 'GET' && entry.status < 300;
    const shown = entry.status < 300 && use !== undefined ? recordsIn(use, exchange) : [];
    const self = use?.does === 'list' ? undefined : shown[0];
    const before = old?.since.length === 0 ? old.fields : undefined;
    const named = new Map([...others].filter(([position]) => !position.startsWith('self.')));
    if (use?.parameter !== undefined && keyOfUse !== undefined) {
      const fields = old?.isGone === true ? undefined : old?.fields;
      named.set(`path.${use.parameter}`, {
        resource: use.resource,
        key: keyOfUse,
        fields,
        isSure: before !== undefined,
      });
    }
    const stored = entry.method === 'GET' ? new Map<string, StoredRecord[]>() : storedRecords();
    const about = { operation: operation.id, exchange, message, use, others, named, stored };
    const scene: Scene = { ...about, self, old: before };
    scenes.push(scene);
    if (isChange) {
      const touched = [...others].map(([via, { resource, key }]) => ({ via, sight: sightOf(resource, key) }));
      const created = use?.does === 'create' && isObject(answer) ? namedBy(self, operation.id) : [];
      const done = new Set<Sight | undefined>([undefined]);
      for (const { via, sight } of [{ via: '', sight: old }, ...touched, ...created]) {
        if (sight === undefined || done.has(sight)) continue;
        done.add(sight);
        sight.made = undefined;
        const own = changes.filter((each) => each.operation === operation.id && each.via === via);
        const values = own.map((each) => [each.member, each.value(scene)] as const);
        if (own.length > 0 && sight.since.length === 0 && values.every(([, value]) => value !== undefined)) {
          const fields = { ...sight.fields };
          for (const [member, value] of values) setMember(fields, member, value);
          if (via !== '' || self === undefined) sight.fields = fields;
        } else if (quiet?.has(`${operation.id} ${via}`) !== true) sight.since.push({ scene, via });
      }
      if (use?.does === 'delete' && old !== undefined) old.isGone = true;
    }
    for (const record of shown) see(record, scene);
    for (const { resource, key, fields } of caused.get(exchange) ?? []) {
      sights.set(`${resource} ${key}`, { fields, since: [], isGone: false });
      keys.set(resource, [...(keys.get(resource) ?? []), key]);
    }
    if (use?.does === 'list' && entry.status < 300) {
      const stored = storedRecords().get(use.resource) ?? [];
      lists.push({ scene, shown: shown.flatMap((each) => toKeyText(getMember(each, use.key)) ?? []), stored });
    }
  }
  const values = new Map<string, Map<unknown, number>>();
  for (const [name, { fields }] of history)
    for (const [member, value] of scalarsOf(fields)) {
      const place = `${name} ${member}`;
      const own = values.get(place) ?? new Map<unknown, number>();
      values.set(place, own.set(value, (own.get(value) ?? 0) + 1));
    }
  const statesOf: Story['statesOf'] = (resource, member) => {
    const own = values.get(`${resource} ${member}`) ?? new Map<unknown, number>();
    const all = [...own.values()].reduce((sum, each) => sum + each, 0);
    return own.size > 1 && own.size <= mostStates && all >= own.size * 3 ? [...own.keys()] : [];
  };
  return { scenes, samples, lists, known, keys, statesOf };

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

  /** Records that a new record names. */
  function namedBy(self: Fields | undefined, operation: string) {
    return [...(resourceAt.get(operation) ?? [])].flatMap(([position, resource]) => {
      if (!position.startsWith('self.')) return [];
      const key = toKeyText(getMember({ self }, position));
      return key === undefined ? [] : [{ via: position, sight: sightOf(resource, key) }];
    });
  }

  function see(record: Fields, scene: Scene): void {
    const { use } = scene;
    const key = toKeyText(getMember(record, use?.key ?? ''));
    if (use === undefined || key === undefined) return;
    history.push([use.resource, { fields: record }]);
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
    // The response of a creation can show less than the record has.
    const isSame = Object.keys(record).every((member) => Object.hasOwn(sight.fields, member));
    if (only !== undefined && more.length === 0 && isSame)
      samples.push({ ...only, before: sight.fields, after: record });
    else if (only === undefined && sight.made !== undefined) sight.made.self = record;
    sight.fields = record;
    sight.since = [];
    sight.made = undefined;
  }
}

/** The resources whose keys operations name, by operation and position: `path.accountId`, `body.from`, `self.customer`. */
function namedResources(
  all: readonly OperationExchange[],
  uses: ReadonlyMap<string, RecordUse>,
): Map<string, Map<string, string>> {
  const owners = new Map<string, Set<string>>();
  for (const { operation, exchange } of all) {
    const use = uses.get(operation.id);
    if (use === undefined || exchange.entry.status >= 300) continue;
    for (const record of recordsIn(use, exchange)) {
      const key = toKeyText(getMember(record, use.key));
      if (key !== undefined) owners.set(key, (owners.get(key) ?? new Set()).add(use.resource));
    }
  }
  const counts = new Map<string, Map<string, Map<string, number>>>();
  const totals = new Map<string, number>();
  for (const { operation, exchange } of all) {
    if (exchange.entry.status >= 300) continue;
    const use = uses.get(operation.id);
    const [self] = use === undefined || use.does === 'list' ? [] : recordsIn(use, exchange);
    const path = readPathParameters(operation.path, exchange.path);
    const values = scalarsOf({ path, body: exchange.body, ...(self === undefined ? {} : { self }) });
    for (const [position, value] of values) {
      const key = toKeyText(value);
      if (key === undefined || position === `path.${use?.parameter}` || position === `self.${use?.key}`) continue;
      totals.set(`${operation.id} ${position}`, (totals.get(`${operation.id} ${position}`) ?? 0) + 1);
      for (const resource of owners.get(key) ?? []) {
        const own = counts.get(operation.id) ?? new Map<string, Map<string, number>>();
        const at = own.get(position) ?? new Map<string, number>();
        counts.set(operation.id, own.set(position, at.set(resource, (at.get(resource) ?? 0) + 1)));
      }
    }
  }
  return new Map(
    [...counts].map(([operation, own]) => [
      operation,
      new Map(
        [...own].flatMap(([position, found]) => {
          const [[resource, count] = ['', 0]] = [...found].sort(([, one], [, other]) => other - one);
          return count > 1 && count * 1.2 >= (totals.get(`${operation} ${position}`) ?? 0)
            ? [[position, resource]]
            : [];
        }),
      ),
    ]),
  );
}
