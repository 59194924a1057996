import { isIntegral, isJsonNumber, isObject } from '@understudy/contract';
import { decodeComponent, listPathParameters, normalizeName, splitWords, toSingular } from '@understudy/model';
import { groupBy } from './count-values.js';
import type { RecordedExchange } from './recorded-exchange.js';

/** A path of the described API, with its exchanges. */
interface FoundPath {
  readonly template: string;
  readonly exchanges: readonly RecordedExchange[];
}

const ids = [
  /^\d+$/,
  /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i,
  /^[0-9a-f]{12,}$/i,
  /^[A-Za-z]{1,12}[-_](?=[\w-]*\d)[\w-]{4,}$/,
  /^(?=[^\d]*\d)(?=.*[A-Za-z])[\w-]{8,}$/,
  /^redacted-\d+$/,
  /@|%40/,
  /^\d{4}-\d\d-\d\d/,
];

export function looksLikeId(text: string): boolean {
  return !/^v\d+(?:\.\d+)*$/i.test(text) && text.length <= 300 && ids.some((form) => form.test(text));
}

/** A file extension at the end of a path: `101.json`. */
const extension = /(?<=.)\.(?:json|xml|csv|txt|html|pdf)$/i;

/** Splits a segment into an id and its file extension. */
export function splitSegment(segment: string): readonly [id: string, after: string] {
  const [after = ''] = extension.exec(segment) ?? [];
  return [segment.slice(0, segment.length - after.length), after];
}

/** Minimum number of sibling segments with one shape to regard them as values instead of words. */
const manySiblings = 5;

/**
 * Finds the parameters of recorded paths: segments that look like an id, that occur in an earlier body, or that belong
 * to failed requests with otherwise equal paths.
 */
export function findPaths(exchanges: readonly RecordedExchange[]): FoundPath[] {
  const firstSeen = new Map<string, number>();
  for (const { index, body, answer } of exchanges)
    for (const text of [...namesIn(body), ...namesIn(answer, isCode)])
      if (!firstSeen.has(text)) firstSeen.set(text, index);
  const found: FoundPath[] = [];
  const split = exchanges.map((exchange) => ({ exchange, segments: exchange.path.split('/').slice(1) }));
  visit(split, 0, []);
  return found;

  function visit(items: typeof split, depth: number, before: readonly string[]): void {
    const ending = items.filter(({ segments }) => segments.length === depth).map(({ exchange }) => exchange);
    if (ending.length > 0) found.push({ template: templateOf(before), exchanges: ending });
    const deeper = items.filter(({ segments }) => segments.length > depth);
    const groups = groupBy(deeper, ({ segments }) => segments[depth] ?? '');
    const isValue = (segment: string, of: typeof split) => {
      const [id] = splitSegment(segment);
      const first = firstSeen.get(decodeSegment(id)) ?? Number.POSITIVE_INFINITY;
      // A client can choose the key of a record that it creates with PUT.
      const isNamed = ({ index, entry }: RecordedExchange) =>
        first < index || (first === index && entry.method === 'PUT');
      return looksLikeId(id) || of.some(({ exchange }) => isNamed(exchange));
    };
    // The same short number before different words is a version.
    const isVersion = (segment: string, of: typeof split) =>
      /^\d{1,2}$/.test(segment) &&
      groups.size === 1 &&
      new Set(of.map(({ segments }) => segments[depth + 1] ?? '')).size > 1 &&
      of.every(({ segments }) => segments.length > depth + 1);
    const values = [...groups].filter(
      ([segment, of]) => segment !== '' && depth > 0 && isValue(segment, of) && !isVersion(segment, of),
    );
    const isFailed = (of: typeof split) => of.every(({ exchange: { entry } }) => entry.status >= 400);
    const alike = [...groups].filter(([, of]) =>
      of.every(({ exchange, segments }) => exchange.entry.method === 'GET' && segments.length === depth + 1),
    );
    const joined = new Map(values);
    if (joined.size > 0)
      for (const [segment, of] of groups) if (isFailed(of) && segment !== '') joined.set(segment, of);
    if (depth > 0 && alike.length >= manySiblings && alike.length === groups.size)
      for (const [segment, of] of alike) joined.set(segment, of);
    for (const [segment, of] of groups) if (!joined.has(segment)) visit(of, depth + 1, [...before, segment]);
    for (const [after, own] of groupBy(joined, ([segment]) => splitSegment(segment)[1]))
      visit(
        own.flatMap(([, of]) => of),
        depth + 1,
        [...before, `{${parameterName(before)}}${after}`],
      );
  }
}

/** Returns whether a value is a generated string with digits, which is a key if a later path contains it. */
function isCode(value: unknown): boolean {
  return typeof value === 'string' && /^(?!v\d)[\w-]*\d[\w-]*$/i.test(value);
}

/**
 * Lists the strings and integers in a body whose members identify something.
 *
 * @param isOther returns whether any other value also identifies something
 */
function namesIn(value: unknown, isOther = (_value: unknown) => false, name = '', depth = 0): string[] {
  if (depth > 12) return [];
  if (Array.isArray(value)) return value.slice(0, 200).flatMap((item) => namesIn(item, isOther, name, depth + 1));
  if (isObject(value))
    return Object.entries(value).flatMap(([member, inner]) => namesIn(inner, isOther, member, depth + 1));
  const isName =
    /(?:^|[^a-z])(?:id|key|code|slug|sku|name|number|ref)s?$|(?:Id|ID|Ids|Key|Code|Number|bid)$/.test(name) ||
    isOther(value);
  return isName && (typeof value === 'string' || (isJsonNumber(value) && isIntegral(value))) && value !== ''
    ? [String(value)]
    : [];
}

export function decodeSegment(segment: string): string {
  return decodeComponent(segment) ?? segment;
}

function templateOf(segments: readonly string[]): string {
  return `/${segments.join('/')}`;
}

/** Names a parameter: `jobId` for an id under `jobs`. Adds a number if the name is already in use. */
function parameterName(before: readonly string[]): string {
  const last = [...before].reverse().find((segment) => !segment.startsWith('{')) ?? 'item';
  const words = splitWords(decodeSegment(splitSegment(last)[0]));
  const [first = 'item', ...rest] = words.map((word, index) => (index === words.length - 1 ? toSingular(word) : word));
  const bare =
    [first, ...rest.map((word) => word[0]?.toUpperCase() + word.slice(1))].join('').replace(/\W/g, '') || 'item';
  const name = /id$/i.test(bare) ? bare : `${bare}Id`;
  const taken = listPathParameters(templateOf(before)).filter((each) =>
    normalizeName(each).startsWith(normalizeName(name)),
  );
  return taken.length === 0 ? name : `${name}${taken.length + 1}`;
}

export function readPathParameters(template: string, path: string): Record<string, string> {
  const names = template.split('/');
  // A description can omit the path of its server.
  const offset = path.split('/').length - names.length;
  const pairs = path.split('/').flatMap((segment, index) => {
    const [, before = '', name, after = ''] = /^([^{]*)\{([^{}]*)\}([^{}]*)$/.exec(names[index - offset] ?? '') ?? [];
    const value = segment.slice(before.length, segment.length - after.length);
    return name === undefined ? [] : [[name, decodeSegment(value)] as const];
  });
  return Object.fromEntries(pairs);
}
