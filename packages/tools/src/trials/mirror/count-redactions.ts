import { createRedactor, readHar } from '@understudy/conformance';
import { isObject } from '@understudy/contract';

/** The texts of a recording that redaction replaces. */
export interface RedactionCount {
  /** Texts that tests compare: ids, references, ETags and cursors. */
  readonly compared: number;
  /** Those of them that were replaced, as `name (count)`. All of them are false positives. */
  readonly replacedCompared: readonly string[];
  readonly texts: number;
  /** Other texts that were replaced, as `name (count)`. */
  readonly replaced: readonly string[];
}

const comparedName =
  /(?:^|[._-])(?:ids?|uuid|e-?tag|ref|reference|number|cursor|next|hash|location|sku|slug|if-(?:none-)?match)$|(?:Id|Ids|ID|Uuid|Ref|Reference|Number|Cursor)$/;

/** Counts the texts of an HTTP archive by whether a recording of it would replace them. */
export function countRedactions(har: string): RedactionCount {
  const redactor = createRedactor([], { isNumbered: true });
  const { entries } = readHar(har);
  const text = (bytes: Uint8Array | undefined): string =>
    bytes === undefined ? '' : Buffer.from(bytes).toString('utf8');
  const shown = entries.map((entry) => {
    const { method, url, requestHeaders, responseHeaders } = entry;
    const bodies = [text(entry.requestBody), text(entry.responseBody)];
    redactor.issued({ method, url, requestBody: bodies[0] ?? '', responseBody: bodies[1] ?? '' });
    const parts = (change: { text(part: string): string; headers(given: Record<string, string>): object }): unknown => [
      ...bodies.map((body) => parse(change.text(body))),
      ...[requestHeaders, responseHeaders].map((headers) => change.headers(headers)),
      Object.fromEntries(new URL(change.text(url)).searchParams),
      { path: new URL(change.text(url)).pathname },
    ];
    return [parts({ text: (part) => part, headers: (given) => given }), parts(redactor)] as const;
  });
  const [compared, other] = [new Map<string, number>(), new Map<string, number>()];
  let [ofCompared, texts] = [0, 0];
  const walk = (before: unknown, after: unknown, name: string): void => {
    if (typeof before === 'string') {
      const isCompared = comparedName.test(name);
      texts += 1;
      if (isCompared) ofCompared += 1;
      if (before === after) return;
      const counts = isCompared ? compared : other;
      counts.set(name, (counts.get(name) ?? 0) + 1);
    } else if (Array.isArray(before))
      for (const [index, item] of before.entries()) walk(item, Array.isArray(after) ? after[index] : undefined, name);
    else if (isObject(before))
      for (const [key, value] of Object.entries(before)) walk(value, isObject(after) ? after[key] : undefined, key);
  };
  for (const [before, after] of shown) walk(before, after, '');
  const list = (counts: ReadonlyMap<string, number>) => [...counts].map(([name, count]) => `${name} (${count})`);
  return { compared: ofCompared, replacedCompared: list(compared), texts, replaced: list(other) };
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}
