import type { RecordedExchange } from './recording.js';

/** What placeholders stand for, by their name. */
type Meant = ReadonlyMap<string, string>;

/** The body that was answered, as bytes. */
export function restoreBody({ response, responseIsBinary }: RecordedExchange, meant: Meant): Buffer {
  if (responseIsBinary === true) return Buffer.from(String(response), 'hex');
  const text = typeof response === 'string' ? response : JSON.stringify(response);
  return Buffer.from(restoreText(text, meant, typeof response !== 'string'));
}

/** The same for every value, such as those of headers. */
export function restoreAll(values: Readonly<Record<string, string>>, meant: Meant): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, restoreText(value, meant)]));
}

/** Puts back what the requests have sent; what only the server knew stays a placeholder. */
export function restoreText(text: string, meant: Meant, json = false): string {
  return text.replace(/redacted-\d+/g, (mark) => {
    const value = meant.get(mark);
    if (value === undefined) return mark;
    return json ? JSON.stringify(value).slice(1, -1) : value;
  });
}
