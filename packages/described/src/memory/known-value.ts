import { stringifyJson } from '@understudy/contract';
import { isSecretPosition, toKeyText, type ValuesByPosition } from './message-values.js';

/** The data that `meta(value)` returns about a value, such as an id, from earlier exchanges. */
export interface KnownValue {
  /** The operation that first contained the value. */
  readonly from: string;
  /** True if the value first appeared in a response, so that the server created it. */
  readonly made: boolean;
  readonly isRead: boolean;
  /** The position of the value in that operation, such as `answer.id`, and its sequence number among all values. */
  readonly place: string;
  readonly order: number;
  /** The credentials of that request, and the values for which they were issued. */
  readonly owners: readonly string[];
  /** The path parameters and headers of that request, by position. */
  readonly origin: Readonly<Record<string, unknown>>;
  /** The last operation that changed data and contained the value. */
  readonly after: string;
  /** Clock time of that operation in milliseconds. */
  readonly at: number;
  readonly reads: number;
  /** The bodies of the last changing request and its response, or the list item that contained the value. */
  readonly sent?: unknown;
  readonly answered?: unknown;
  /** The response of the last changing request below the entity. */
  readonly latest?: unknown;
}

export type KnownValueLookup = (value: string) => KnownValue | undefined;

interface Mention {
  readonly operation: string;
  readonly isRead: boolean;
  /** Clock time in milliseconds. */
  readonly now: number;
  readonly request: ValuesByPosition;
  readonly response: ValuesByPosition;
  /** Positions whose values are stored: `path.id`, `answer.items.*.id`. */
  readonly remembers: readonly string[];
  /** Position of the entity that the complete path identifies, if any. */
  readonly subject: string | undefined;
  /** The sequence number of the first new value. */
  readonly order: number;
  readonly owners: readonly string[];
}

const [longestBody, mostValues] = [50_000, 200];

/** Collects the values in a successful exchange, with the updated data about them. */
export function collectMentionedValues(mention: Mention, recall: KnownValueLookup): Map<string, KnownValue> {
  const { operation, isRead, now, request, response, remembers, owners } = mention;
  const origin = Object.fromEntries(
    [...request].flatMap(([position, [value]]) =>
      position.startsWith('path.') || isScope(position) ? [[position, value]] : [],
    ),
  );
  const updates = new Map<string, KnownValue>();
  // A body below the path of an entity describes the entity only if it contains the entity's id.
  const isSubjectOf = (position: string, key: string) =>
    position === 'target' ||
    position === mention.subject ||
    (position.startsWith('path.') && toKeyText(response.get('answer.id')?.[0]) === key);
  const sentValues = new Set([...request.values()].flat());
  const [body, answer] = [short(request.get('body')?.[0]), short(response.get('answer')?.[0])];
  for (const position of remembers) {
    const side = position.startsWith('answer') ? response : request;
    const isItem = position.includes('*');
    const around = isItem ? side.get(position.slice(0, position.lastIndexOf('.'))) : undefined;
    for (const [index, value] of (side.get(position) ?? []).slice(0, mostValues).entries()) {
      const key = toKeyText(value);
      // The first position is the most specific: others are nested deeper.
      if (key === undefined || updates.has(key)) continue;
      const known = recall(key);
      const isFirst = side === response || position.startsWith('path.');
      // Without a response body, only the request shows the new record.
      const isNew = known === undefined && (isFirst || (answer === undefined && position.startsWith('body.')));
      const isOwn =
        !isItem && (isNew || (side === response ? isSubject(position, response) : isSubjectOf(position, key)));
      const item = isItem ? short(around?.[index]) : undefined;
      const sent = isOwn ? body : side === request ? item : undefined;
      const answered = isOwn ? answer : side === response ? item : undefined;
      const bodies = { ...(sent === undefined ? {} : { sent }), ...(answered === undefined ? {} : { answered }) };
      const below = isRead || isOwn || isItem || answer === undefined ? {} : { latest: answer };
      if (known === undefined)
        updates.set(key, {
          ...{ from: operation, place: position, order: mention.order + updates.size, owners, origin },
          made: side === response && !sentValues.has(value),
          isRead,
          after: operation,
          at: now,
          reads: 0,
          ...bodies,
        });
      else if (isRead) updates.set(key, { ...known, reads: known.reads + 1 });
      else updates.set(key, { ...known, after: operation, at: now, reads: 0, ...bodies, ...below });
    }
  }
  return updates;
}

/**
 * Returns whether a position identifies the entity in a body. Other keys next to an `id` refer to what the entity
 * belongs to.
 */
function isSubject(position: string, body: ValuesByPosition): boolean {
  const around = position.slice(0, position.lastIndexOf('.'));
  const outer = around.slice(0, Math.max(around.lastIndexOf('.'), 0));
  return (position === `${around}.id` && !body.has(`${outer}.id`)) || !body.has(`${around}.id`);
}

/** Returns whether a header can identify the owner of entities. */
export function isScope(position: string): boolean {
  return (
    position.startsWith('headers.') &&
    !isSecretPosition(position) &&
    !/^headers\.(?:content-|accept|if-|prefer)/.test(position)
  );
}

/** Returns an object or a list if it is short enough to be stored. */
function short(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return undefined;
  return stringifyJson(value).length <= longestBody ? value : undefined;
}

/** Finds the position of the entity that the last segment of a path identifies. */
export function findSubject(path: string): string | undefined {
  const [, name] = /\{([^{}]+)\}\/?$/.exec(path) ?? [];
  return name === undefined ? undefined : `path.${name}`;
}
