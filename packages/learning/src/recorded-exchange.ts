import { decodeBody, isObject } from '@understudy/contract';
import { parseReadableBody } from '@understudy/described';
import { type FormPart, readMultipart, toFormPairs } from '@understudy/kernel';
import { countValues } from './count-values.js';
import { readJson } from './read-json.js';

/** An entry of an HTTP archive, without secrets. Header names are lower-case. */
export interface RecordedEntry {
  readonly startedAt?: string;
  readonly method: string;
  readonly url: string;
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly requestBody?: Uint8Array;
  /** 0 if there was no response. */
  readonly status: number;
  readonly responseHeaders: Readonly<Record<string, string>>;
  readonly responseBody?: Uint8Array;
}

/** A request and its response, with decoded bodies. */
export interface RecordedExchange {
  readonly entry: RecordedEntry;
  /** Position in the recording, from 0. */
  readonly index: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly origin: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** The decoded request body. Forms are name-value pairs. */
  readonly decoded: unknown;
  readonly answer: unknown;
  /** The media type of the response, without parameters. */
  readonly answerType: string | undefined;
}

/** Returns whether a request succeeded. A change can also redirect to its result. */
export function isDone({ entry: { method, status } }: RecordedExchange): boolean {
  return status < 300 || (method !== 'GET' && status < 400);
}

export interface RecordedOperation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly exchanges: readonly RecordedExchange[];
}

/** A resource of a web page, which is not part of an API. */
const ofPages = /^(?:text\/html|text\/css|(?:text|application)\/(?:x-)?javascript|image\/|font\/|audio\/|video\/)/;

/**
 * Reads the exchanges with the service that is most frequent in a recording.
 *
 * @param start time in milliseconds since 1970 for entries without a time
 */
export function readExchanges(
  entries: readonly RecordedEntry[],
  start: number,
): { exchanges: RecordedExchange[]; others: RecordedExchange[]; omitted: number } {
  const usable = entries.flatMap((entry, index) => {
    const url = URL.canParse(entry.url) ? new URL(entry.url) : undefined;
    const answerType = readMediaType(entry.responseHeaders);
    if (url === undefined || entry.status === 0 || entry.method === 'OPTIONS' || ofPages.test(answerType ?? ''))
      return [];
    const parsed = Date.parse(entry.startedAt ?? '');
    return {
      ...{ entry, index, answerType, origin: url.origin, path: url.pathname },
      at: Number.isNaN(parsed) ? start + index * 1000 : parsed,
      query: Object.fromEntries(url.searchParams),
      decoded: decoded(entry.requestBody, entry.requestHeaders['content-type']),
      body: objectOf(entry),
      answer: decoded(entry.responseBody, entry.responseHeaders['content-type']),
    };
  });
  const [most] = countValues(usable.map(({ origin }) => origin));
  const exchanges = usable.filter(({ origin }) => origin === most?.[0]);
  const others = usable.filter(({ origin }) => origin !== most?.[0]);
  return { exchanges, others, omitted: entries.length - exchanges.length };
}

export function readMediaType(headers: Readonly<Record<string, string>>): string | undefined {
  const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  return type === '' ? undefined : type;
}

/** Decodes JSON, form pairs or text. Returns undefined for other bodies. */
function decoded(bytes: Uint8Array | undefined, type: string | undefined): unknown {
  const parts = partsOf(bytes, type);
  if (parts !== undefined) return Object.values(toFormPairs(parts))[0];
  const result = decodeBody(bytes ?? new Uint8Array(), type);
  const value = 'value' in result ? result.value : undefined;
  // Some services send JSON as plain text.
  return parseReadableBody(typeof value === 'string' && bytes !== undefined ? (readJson(value) ?? value) : value);
}

function partsOf(bytes: Uint8Array | undefined, type = ''): readonly FormPart[] | undefined {
  const read = /^multipart\/form-data\b/i.test(type) ? readMultipart(bytes ?? new Uint8Array(), type) : undefined;
  return read !== undefined && 'parts' in read ? read.parts : undefined;
}

function objectOf({ requestBody, requestHeaders: headers }: RecordedEntry): unknown {
  const parts = partsOf(requestBody, headers['content-type']);
  if (parts !== undefined) return parseReadableBody({ fields: {}, parts });
  const body = decoded(requestBody, headers['content-type']);
  return readMediaType(headers)?.includes('form') === true && Array.isArray(body) ? Object.fromEntries(body) : body;
}

/** Shapes of recorded bodies, cached because every replay compares them. */
const shapes = new WeakMap<object, string>();

/** Describes the types of values at each position of a body. Bodies with the same shape have the same description. */
export function describeBodyShape(body: unknown): string {
  if (typeof body !== 'object' || body === null) return shapeOf(body);
  const shape = shapes.get(body) ?? shapeOf(body);
  shapes.set(body, shape);
  return shape;
}

/** Describes how the shape of a body differs from a recorded one. */
export function differenceOf(recorded: unknown, got: unknown): string | undefined {
  const [one, other] = [recorded, got].map((body) => new Set(describeBodyShape(body).split('\n')));
  const missing = [...(one ?? [])].filter((line) => other?.has(line) !== true);
  const extra = [...(other ?? [])].filter((line) => one?.has(line) !== true);
  if (missing.length + extra.length === 0) return undefined;
  const part = (what: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : [`${what} ${lines.slice(0, 3).join(', ')}`];
  return [...part('lacks', missing), ...part('adds', extra)].join('; ');
}

function shapeOf(value: unknown): string {
  const found = new Set<string>();
  const walk = (position: string, each: unknown, depth: number): void => {
    const kind = each === null ? 'null' : Array.isArray(each) ? 'list' : typeof each;
    found.add(`${position} ${kind}`);
    if (depth > 20 || found.size > 2000) return;
    if (Array.isArray(each)) for (const item of each) walk(`${position}.*`, item, depth + 1);
    else if (isObject(each))
      for (const [name, member] of Object.entries(each)) walk(`${position}.${name}`, member, depth + 1);
  };
  walk('', value, 0);
  return [...found].sort().join('\n');
}
