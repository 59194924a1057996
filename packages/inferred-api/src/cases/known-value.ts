import { isSecretPosition, toKeyText, type ValuesByPosition } from './message.js';

/** What a simulator remembers of a value, such as an id, that an earlier exchange contained. */
export interface KnownValue {
  /** The operation that contained it first. */
  readonly from: string;
  /** Whether a response contained it first: the server made it. */
  readonly isMade: boolean;
  /** The last operation that changed something and contained it. */
  readonly after: string;
  /** Milliseconds of the clock at that time. */
  readonly at: number;
  /** Reads since then. */
  readonly reads: number;
  /** Values of headers that it was mentioned with, such as a tenant, by position. */
  readonly scopes: Readonly<Record<string, readonly string[]>>;
  /** The body of the last request that changed something, and of its response, or the item that contained the value. */
  readonly sent?: unknown;
  readonly answered?: unknown;
}

export type KnownValueLookup = (value: string) => KnownValue | undefined;

/** An exchange as memory looks at it. */
interface Mention {
  readonly operation: string;
  readonly isRead: boolean;
  /** Milliseconds of the clock. */
  readonly now: number;
  readonly request: ValuesByPosition;
  readonly response: ValuesByPosition;
  /** Positions whose values are remembered: `path.id`, `response.items.*.id`. */
  readonly remembers: readonly string[];
}

const [longestBody, mostValues, mostScopes] = [50_000, 200, 50];

/** The values that a successful exchange mentions, with what is known of them afterwards. */
export function collectMentionedValues(mention: Mention, recall: KnownValueLookup): Map<string, KnownValue> {
  const { operation, isRead, now, request, response, remembers } = mention;
  const updates = new Map<string, KnownValue>();
  const [body, answer] = [short(request.get('body')?.[0]), short(response.get('response')?.[0])];
  for (const position of remembers) {
    const side = position.startsWith('response') ? response : request;
    const isItem = position.includes('*');
    const owners = isItem ? side.get(position.slice(0, position.lastIndexOf('.'))) : undefined;
    for (const [index, value] of (side.get(position) ?? []).slice(0, mostValues).entries()) {
      const key = toKeyText(value);
      if (key === undefined) continue;
      const known = recall(key);
      const isOwn = !isItem && (side === response || position.startsWith('path.'));
      const item = isItem ? short(owners?.[index]) : undefined;
      const sent = isOwn ? body : side === request ? item : undefined;
      const answered = isOwn ? answer : side === response ? item : undefined;
      const bodies = { ...(sent === undefined ? {} : { sent }), ...(answered === undefined ? {} : { answered }) };
      const scopes = withScopes(known?.scopes ?? {}, request);
      const before = updates.get(key) ?? known;
      if (before === undefined)
        updates.set(key, {
          from: operation,
          isMade: side === response,
          after: operation,
          at: now,
          reads: 0,
          scopes,
          ...bodies,
        });
      else if (isRead) updates.set(key, { ...before, scopes, reads: (known?.reads ?? 0) + 1 });
      else updates.set(key, { ...before, after: operation, at: now, reads: 0, scopes, ...bodies });
    }
  }
  return updates;
}

/** The headers that can name the owner of a value, with the values that this exchange adds. */
function withScopes(scopes: KnownValue['scopes'], request: ValuesByPosition): KnownValue['scopes'] {
  const added = [...request].flatMap(([position, [value]]) => {
    const known = scopes[position] ?? [];
    if (!isScope(position) || known.length >= mostScopes) return [];
    return [[position, known.includes(String(value)) ? known : [...known, String(value)]] as const];
  });
  return { ...scopes, ...Object.fromEntries(added) };
}

/** Whether a header can name the owner of entities. */
export function isScope(position: string): boolean {
  return (
    position.startsWith('header.') &&
    !isSecretPosition(position) &&
    !/^header\.(?:content-|accept|if-|prefer)/.test(position)
  );
}

/** Objects and lists that are not too long to remember. */
function short(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return undefined;
  return JSON.stringify(value).length <= longestBody ? value : undefined;
}
