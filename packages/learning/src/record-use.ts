import { isObject } from '@understudy/contract';
import { toKeyText } from '@understudy/described';
import { getMember } from '@understudy/model';
import { decodeSegment, readPathParameters } from './find-paths.js';
import type { RecordedExchange } from './recorded-exchange.js';

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

/** A record with its key. Lists of them have the order of their creation. */
export type StoredRecord = readonly [key: string, fields: Fields];

/** Reads the records of a response. */
export type RecordReader = (use: RecordUse, exchange: RecordedExchange) => readonly StoredRecord[];

/** Returns what is known of a record. */
export type RecordLookup = (resource: string, key: string) => Fields | undefined;

/** The records that a response shows. */
export function recordsIn(
  use: Pick<RecordUse, 'does' | 'in' | 'key'>,
  { answer, entry }: RecordedExchange,
): readonly Fields[] {
  const location = use.does === 'create' && answer === undefined ? keyInLocation(entry) : undefined;
  if (location !== undefined) return [{ [use.key]: location }];
  const shown = getMember(answer, use.in);
  return (Array.isArray(shown) ? shown : [shown])
    .filter(isObject)
    .filter((each) => getMember(each, use.key) !== undefined);
}

/** The end of the address of a new record. */
export function keyInLocation({ responseHeaders: { location } }: RecordedExchange['entry']): string | undefined {
  const [, segment = ''] = /([^/?#]+)\/?(?:[?#].*)?$/.exec(location ?? '') ?? [];
  return segment === '' ? undefined : decodeSegment(segment);
}

export function keysShown(
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

/** The texts and numbers of a record, also in its objects. */
export function scalarsOf(record: unknown, at = '', depth = 0): [path: string, value: unknown][] {
  if (!isObject(record) || Array.isArray(record) || depth > 6) return [];
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
