/**
 * Returns the media type without parameters: `application/json` for `Application/JSON; charset=utf-8`. An empty header
 * counts as missing.
 */
export function parseMediaType(mediaType: string | undefined): string | undefined {
  if (mediaType === undefined) return undefined;
  const semicolon = mediaType.indexOf(';');
  const type = (semicolon === -1 ? mediaType : mediaType.slice(0, semicolon)).trim().toLowerCase();
  return type === '' ? undefined : type;
}

/** Selects the documented media type or range that covers a type: exact, then `text/*`, then any. */
export function selectMediaType(documented: ReadonlySet<string>, type: string): string | undefined {
  if (documented.has(type)) return type;
  const range = `${type.slice(0, type.indexOf('/'))}/*`;
  return documented.has(range) ? range : documented.has('*/*') ? '*/*' : undefined;
}

/** Returns whether a type is `application/json`, `text/json` or ends in `+json`. */
export function isJson(type: string): boolean {
  return type === 'application/json' || type === 'text/json' || type.endsWith('+json');
}

/** Returns whether a type is `application/xml`, `text/xml` or ends in `+xml`. */
export function isXml(type: string): boolean {
  return type === 'application/xml' || type === 'text/xml' || type.endsWith('+xml');
}

const streams = /^(?:text\/event-stream|application\/(?:x-ndjson|x-jsonlines|jsonl|stream\+json|json-seq))$/;

/** Returns whether a type is sent item by item, so that its response can stay open. */
export function isStreamingMediaType(type: string): boolean {
  return streams.test(type);
}

export const formMediaType = 'application/x-www-form-urlencoded';
