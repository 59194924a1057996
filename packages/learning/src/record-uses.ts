import { isObject } from '@understudy/contract';
import { toKeyText } from '@understudy/described';
import { type ApiPlan, getMember, listPathParameters, type OperationStatement } from '@understudy/model';
import { readPathParameters, splitSegment } from './find-paths.js';
import type { RecordedExchange, RecordedOperation } from './recorded-exchange.js';

/** What an operation does with the records of a resource. */
export interface RecordUse {
  readonly does: 'list' | 'create' | 'read' | 'replace' | 'update' | 'delete' | 'act';
  readonly resource: string;
  /** The member that identifies a record. */
  readonly key: string;
  /** The path parameter with the key of its record. */
  readonly parameter?: string | undefined;
  /** Where the record or the list is in the response. */
  readonly in: string;
  /** Whether the description alone does not say it. */
  readonly isLearned: boolean;
}

type Fields = Readonly<Record<string, unknown>>;

/** A record that a request created, although its response shows another one. */
export interface CausedRecord {
  readonly resource: string;
  readonly key: string;
  readonly fields: Fields;
  /** The members that identify such a record in the request: `walletId body.from`. */
  readonly place: string;
  /** The members that have a value of the request or its response, and its position. */
  readonly links: readonly (readonly [member: string, position: string])[];
}

export type CausedRecords = ReadonlyMap<RecordedExchange, readonly CausedRecord[]>;

/** Names of members that identify a record, the clearest first. */
const keyNames = [/^(?:id|_id|uuid|guid)$/i, /^(?:key|code|number|slug|sku)$/i, /(?:Id|_id|ID|Key|Number|Code)$/];
/** The share of responses that must show it. */
const mostly = 0.9;

/** Finds what operations do with records: as their paths say, or else as the keys in their recorded responses show. */
export function findRecordUses(operations: readonly RecordedOperation[], plan: ApiPlan): Map<string, RecordUse> {
  const owners = new Map<string, Set<string>>();
  const own = (use: RecordUse, exchanges: readonly RecordedExchange[], path: string) => {
    for (const key of exchanges.flatMap((each) => keysShown(use, each, path)))
      owners.set(key, (owners.get(key) ?? new Set()).add(use.resource));
  };
  const found = new Map<string, RecordUse>();
  /** Resources of records that other operations name at a path of their own, and how these call them. */
  const same = new Map<string, string>();
  const unknown: { readonly operation: RecordedOperation; readonly guess: Guess }[] = [];
  const stated = new Map(
    operations.flatMap((operation) => {
      const use = statedUse(plan, operation);
      return use === undefined ? [] : [[operation.id, use] as const];
    }),
  );
  const ofCollections = new Set(
    [...stated.values()].flatMap(({ does, resource }) => (does === 'create' || does === 'list' ? [resource] : [])),
  );
  for (const operation of operations) {
    const use = stated.get(operation.id);
    const exchanges = operation.exchanges.filter(({ entry }) => entry.status < 300);
    // Records of a resource that no operation creates or lists can be those of another one.
    const guess = use !== undefined && !ofCollections.has(use.resource) ? use : undefined;
    if (use !== undefined && guess === undefined) {
      found.set(operation.id, use);
      own(use, exchanges, operation.path);
    } else {
      const guessed = guess ?? (exchanges.length === 0 ? undefined : guessUse(operation, exchanges));
      if (guessed !== undefined) unknown.push({ operation, guess: guessed });
    }
  }
  // Lists and reads name a resource before operations that create its records.
  unknown.sort((one, other) => rankOf(one.guess) - rankOf(other.guess));
  for (const { operation, guess } of unknown) {
    const exchanges = operation.exchanges.filter(({ entry }) => entry.status < 300);
    const keys = new Set(exchanges.flatMap((each) => keysShown(guess, each, operation.path)));
    const counts = new Map<string, number>();
    for (const key of keys) for (const name of owners.get(key) ?? []) counts.set(name, (counts.get(name) ?? 0) + 1);
    const [[best, count] = ['', 0]] = [...counts].sort(([, one], [, other]) => other - one);
    // Numbers can be keys of several resources.
    const isNumber = [...keys].every((each) => /^\d{1,6}$/.test(each));
    const isKnown = count > 0 && (count * 2 >= keys.size || !isNumber);
    const ofDescription = stated.get(operation.id);
    if (ofDescription !== undefined) {
      found.set(operation.id, ofDescription);
      if (isKnown) same.set(best, ofDescription.resource);
      else own(ofDescription, exchanges, operation.path);
      continue;
    }
    if (!isKnown && ['act', 'update', 'replace', 'delete'].includes(guess.does)) continue;
    const resource = isKnown ? best : nameOf(operation.path, plan);
    const key = [...found.values()].find((each) => isKnown && each.resource === best)?.key ?? guess.key;
    const use: RecordUse = { ...guess, resource, key, isLearned: true };
    found.set(operation.id, use);
    own(use, exchanges, operation.path);
  }
  const named = (use: RecordUse): RecordUse => {
    const resource = same.get(use.resource);
    return resource === undefined ? use : { ...use, resource, isLearned: true };
  };
  const all = new Map([...found].map(([id, use]) => [id, named(use)]));
  const sights = operations.flatMap(({ id, path, exchanges }) => {
    const use = all.get(id);
    const done = use === undefined ? [] : exchanges.filter(({ entry }) => entry.status < 300);
    return done.flatMap((each) =>
      use === undefined
        ? []
        : keysShown(use, each, path).map((key) => ({ id, use, name: `${use.resource} ${key}`, at: each.index })),
    );
  });
  sights.sort((one, other) => one.at - other.at);
  for (const { id, use, name, at } of sights) {
    const next = use.does === 'delete' ? sights.find((each) => each.name === name && each.at > at) : undefined;
    // A record that is shown afterwards has only changed.
    if (next?.use.does === 'read' || next?.use.does === 'list') all.set(id, { ...use, does: 'act', isLearned: true });
  }
  return all;
}

/** The statement about an operation whose use was learned. */
export function stateUse(
  use: RecordUse,
  { path, exchanges }: RecordedOperation,
  read: RecordReader,
  known: RecordLookup,
): OperationStatement {
  const { does, resource, parameter } = use;
  const under = does === 'list' ? Object.entries(membersOfPath(path, exchanges, use, { read, known })) : [];
  return {
    [does]: resource,
    ...(parameter === undefined ? {} : { key: `path.${parameter}` }),
    ...(use.in === '' || does === 'act' ? {} : { in: use.in }),
    ...(under.length === 0 ? {} : { under: Object.fromEntries(under) }),
  };
}

/** A record with its key. Lists of them have the order of their creation. */
export type StoredRecord = readonly [key: string, fields: Fields];

/** Reads the records of a response. */
export type RecordReader = (use: RecordUse, exchange: RecordedExchange) => readonly StoredRecord[];

/** Returns what is known of a record. */
export type RecordLookup = (resource: string, key: string) => Fields | undefined;

/** The members that are equal to a parameter of the path in each item of the lists. */
function membersOfPath(
  path: string,
  exchanges: readonly RecordedExchange[],
  use: RecordUse,
  { read, known }: { readonly read: RecordReader; readonly known: RecordLookup },
): Record<string, string> {
  const rows = exchanges.flatMap((each) =>
    read(use, each).map(([key, record]) => ({
      record: { ...known(use.resource, key), ...record },
      given: readPathParameters(path, each.path),
    })),
  );
  return Object.fromEntries(
    listPathParameters(path).flatMap((name) => {
      const member = scalarsOf(rows[0]?.record ?? {}).find(([at]) =>
        rows.every(({ record, given }) => toKeyText(getMember(record, at)) === given[name]),
      );
      return member === undefined ? [] : [[member[0], `path.${name}`]];
    }),
  );
}

type Guess = Omit<RecordUse, 'resource' | 'isLearned'>;

function rankOf({ does }: Guess): number {
  return ['list', 'read', 'create'].indexOf(does) >>> 0;
}

function statedUse({ operations }: ApiPlan, { id }: RecordedOperation): RecordUse | undefined {
  const { does, resource, key, wrapped = [], shows } = operations.get(id) ?? {};
  if (resource?.key === undefined || shows !== undefined || does === 'answer' || does === undefined) return undefined;
  // What other requests create below a thing shows in its recorded lists.
  const isMade = [...operations.values()].some((each) => each.does !== 'list' && each.resource === resource);
  if (resource.parents > 0 && !isMade) return undefined;
  const about = { resource: resource.name, key: resource.key, in: wrapped.join('.'), isLearned: false };
  return { does: does as RecordUse['does'], ...about, parameter: key?.in === 'path' ? key.name : undefined };
}

function guessUse({ method, path }: RecordedOperation, exchanges: readonly RecordedExchange[]): Guess | undefined {
  const parameter = listPathParameters(path).at(-1);
  const isItem = splitSegment(path)[0].endsWith('}');
  const answers = exchanges.map(({ answer }) => answer);
  const list = method === 'GET' ? listIn(answers) : undefined;
  if (list !== undefined && !isItem) return { does: 'list', ...list };
  const named = (exchange: RecordedExchange) => readPathParameters(path, exchange.path)[parameter ?? ''];
  const isOf = (name: string) =>
    exchanges.filter((each) => toKeyText(getMember(each.answer, name)) === named(each)).length >=
    mostly * exchanges.length;
  const objects = answers.filter(isObject);
  const keys = objects.length < exchanges.length ? [] : keysOf(objects);
  const key = parameter === undefined ? undefined : keys.slice(0, 1).find(isOf);
  const changes = { PUT: 'replace', PATCH: 'update', DELETE: 'delete', GET: 'read' } as const;
  if (key !== undefined) {
    const does = isItem ? changes[method as 'PUT'] : method === 'GET' ? undefined : 'act';
    return does === undefined ? undefined : { does, key, parameter, in: '' };
  }
  if (method === 'POST' && objects.length === exchanges.length) {
    const made = keys.find((name) =>
      exchanges.every(({ path: at, body, answer }) => {
        const value = toKeyText(getMember(answer, name));
        return value !== undefined && !at.includes(value) && getMember(body, name) === undefined;
      }),
    );
    return made === undefined ? undefined : { does: 'create', key: made, in: '' };
  }
  const isBare = exchanges.every(({ answer }) => answer === undefined);
  if (!isBare || parameter === undefined || method === 'GET') return undefined;
  return { does: isItem && method === 'DELETE' ? 'delete' : 'act', key: '', parameter, in: '' };
}

/** Finds the list of records in responses: their body, or a member of it. */
function listIn(answers: readonly unknown[]): { readonly key: string; readonly in: string } | undefined {
  const [first] = answers;
  const places = ['', ...(isObject(first) && !Array.isArray(first) ? Object.keys(first) : [])];
  for (const place of places) {
    const lists = answers.map((answer) => getMember(answer, place));
    if (!lists.every((list) => Array.isArray(list))) continue;
    const items = lists.flat();
    if (items.length === 0 || !items.every(isObject)) continue;
    const key = keysOf(items as Fields[]).find((name) =>
      lists.every((list) => new Set(list.map((item) => String(getMember(item, name)))).size === list.length),
    );
    if (key !== undefined) return { key, in: place };
  }
  return undefined;
}

function keysOf(objects: readonly Fields[]): string[] {
  const names = Object.keys(objects[0] ?? {}).filter((name) =>
    objects.every((each) => toKeyText(each[name]) !== undefined),
  );
  return keyNames.flatMap((form) => names.filter((name) => form.test(name)));
}

/** The records that a response shows. */
export function recordsIn(
  use: Pick<RecordUse, 'does' | 'in' | 'key'>,
  { answer }: RecordedExchange,
): readonly Fields[] {
  const shown = getMember(answer, use.in);
  return (Array.isArray(shown) ? shown : [shown])
    .filter(isObject)
    .filter((each) => getMember(each, use.key) !== undefined);
}

function keysShown(
  use: Pick<RecordUse, 'does' | 'in' | 'key' | 'parameter'>,
  exchange: RecordedExchange,
  path: string,
): string[] {
  const shown = recordsIn(use, exchange).flatMap((each) => toKeyText(getMember(each, use.key)) ?? []);
  if (shown.length > 0 || use.parameter === undefined) return shown;
  // Without a response, only the path says which record it is.
  const key = readPathParameters(path, exchange.path)[use.parameter];
  return key === undefined ? [] : [key];
}

function nameOf(path: string, plan: ApiPlan): string {
  const words = path.split('/').filter((segment) => segment !== '' && !segment.includes('{'));
  const name = splitSegment(words.at(-1) ?? 'records')[0];
  return plan.resources.has(name) ? words.map((word) => splitSegment(word)[0]).join('.') : name;
}

/** The texts and numbers of a record, also in its objects. */
export function scalarsOf(record: unknown, at = '', depth = 0): [path: string, value: unknown][] {
  if (!isObject(record) || Array.isArray(record) || depth > 2) return [];
  return Object.entries(record).flatMap(([name, value]) => {
    const path = at === '' ? name : `${at}.${name}`;
    if (isObject(value)) return scalarsOf(value, path, depth + 1);
    return [[path, value] as [string, unknown]];
  });
}

/** Items of a list that can name records. */
const mostItems = 50;

/** The values of an exchange that can name records, also in the items of lists. */
export function placesIn(
  parts: Fields,
): { readonly at: string; readonly via: string; value: unknown; item?: unknown }[] {
  return scalarsOf(parts).flatMap(([at, value]) => {
    if (!Array.isArray(value)) return [{ at, via: at, value }];
    return value.slice(0, mostItems).flatMap((item, index) => {
      const inside = isObject(item) ? Object.entries(item) : [];
      return inside.map(([name, each]) => ({
        ...{ at: `${at}.${index}.${name}`, via: `${at}.*.${name}` },
        ...{ value: each, item },
      }));
    });
  });
}
