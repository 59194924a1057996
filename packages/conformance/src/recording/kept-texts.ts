import { isObject, looksRandom } from '@understudy/contract';

/** A text that looks like a secret and was recorded, by its place. */
export interface KeptText {
  /** Such as `response member session.blob`. */
  readonly place: string;
  /** The name to pass to `--redact`. */
  readonly name: string;
  /** The first request, without its query. */
  readonly first: string;
  count: number;
}

/** Maximum number of places to list. */
const mostPlaces = 100;
const deepest = 12;
/** Names of random texts that tests compare, and that are no secrets. */
const compared =
  /(?:^|[._-]|[a-z])(?:id|ids|uuid|guid|e-?tag|hash|digest|checksum|md5|sha\d*|cursor|next|previous|after|before|traceparent|tracestate|nonce|kid|integrity)$|^(?:if-(?:none-)?match|location|link|host|user-agent|accept.*|via|date|age|content-.*|sec-.*|x-amz-cf-.*|cf-ray|server-timing)$|page-?token$/i;
const uuid = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;

interface Message {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Counts the texts of redacted messages that look like secrets, so that a user can judge them. */
export class KeptTexts {
  readonly #places = new Map<string, KeptText>();

  get places(): readonly KeptText[] {
    return [...this.#places.values()];
  }

  add(side: 'request' | 'response', { method, url, headers, body }: Message): void {
    const [path = '', query = ''] = url.split('?');
    const note = (kind: string, name: string, value: string): void => {
      const last = name.slice(name.lastIndexOf('.') + 1);
      if (value.length < 20 || !looksRandom(value) || uuid.test(value) || compared.test(last)) return;
      if (/redacted/.test(value)) return;
      const place = `${side} ${kind} ${name}`;
      const known = this.#places.get(place);
      if (known !== undefined) known.count += 1;
      else if (this.#places.size < mostPlaces)
        this.#places.set(place, { place, name: last, first: `${method} ${path}`, count: 1 });
    };
    for (const [name, value] of Object.entries(headers)) note('header', name, value);
    if (side === 'request') for (const [name, value] of new URLSearchParams(query)) note('parameter', name, value);
    const walk = (name: string, value: unknown, depth: number): void => {
      if (typeof value === 'string') note('member', name, value);
      else if (depth > deepest) return;
      else if (Array.isArray(value)) for (const item of value) walk(name, item, depth + 1);
      else if (isObject(value))
        for (const [key, each] of Object.entries(value)) walk(name === '' ? key : `${name}.${key}`, each, depth + 1);
    };
    const json = parseJson(body);
    if (json !== undefined) walk('', json, 0);
    else if (/^[\w.[\]%-]+=/.test(body))
      for (const [name, value] of new URLSearchParams(body)) note('field', name, value);
  }
}

function parseJson(text: string): unknown {
  try {
    return /^\s*[[{]/.test(text) ? JSON.parse(text) : undefined;
  } catch {
    return undefined;
  }
}
