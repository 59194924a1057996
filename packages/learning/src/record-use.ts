import { isObject } from '@understudy/contract';
import { toKeyText } from '@understudy/described';
import { getMember } from '@understudy/model';
import { decodeSegment, readPathParameters } from './find-paths.js';
import type { RecordedExchange } from './recorded-exchange.js';

/** How an operation uses the records of a resource. */
export interface RecordUse {
  readonly does: 'list' | 'create' | 'read' | 'replace' | 'update' | 'delete' | 'act';
  readonly resource: string;
  /** The member that identifies a record. */
  readonly key: string;
  /** The path parameter that contains the key of the record. */
  readonly parameter?: string | undefined;
  /** Position of the record or list in the response. */
  readonly in: string;
  /** True if the description alone does not state this use. */
  readonly isLearned: boolean;
}

type Fields = Readonly<Record<string, unknown>>;

/** A record that a request created, although its response shows a different record. */
export interface CausedRecord {
  readonly resource: string;
  readonly key: string;
  readonly fields: Fields;
  /** The resource member and the request position that identify such records: `walletId body.from`. */
  readonly place: string;
  /** Members that repeat a value of the request or its response, with the position of that value. */
  readonly links: readonly (readonly [member: string, position: string])[];
}

export type CausedRecords = ReadonlyMap<RecordedExchange, readonly CausedRecord[]>;

/** A record with its key. Lists of records are in order of creation. */
export type StoredRecord = readonly [key: string, fields: Fields];

/** Reads the records of a response. */
export type RecordReader = (use: RecordUse, exchange: RecordedExchange) => readonly StoredRecord[];

/** Returns the known fields of a record. */
export type RecordLookup = (resource: string, key: string) => Fields | undefined;

/** Lists the records in a response. */
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

/** Returns the last segment of the `Location` of a new record. */
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
  // Without a response body, only the path identifies the record.
  const key = readPathParameters(path, exchange.path)[use.parameter];
  return key === undefined ? [] : [key];
}

/** Lists the strings and numbers in a record, including nested objects. */
export function scalarsOf(record: unknown, at = '', depth = 0): [path: string, value: unknown][] {
  if (!isObject(record) || Array.isArray(record) || depth > 6) return [];
  return Object.entries(record).flatMap(([name, value]) => {
    const path = at === '' ? name : `${at}.${name}`;
    if (isObject(value)) return scalarsOf(value, path, depth + 1);
    return [[path, value] as [string, unknown]];
  });
}

/** Maximum number of list items that can refer to records. */
const mostItems = 50;

/** Lists the values in an exchange that can refer to records, including values in list items. */
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
