import { stringifyJson } from '@understudy/contract';
import type { RecordedExchange } from './recording.js';

type Meant = ReadonlyMap<string, string>;

/** Returns the bytes of the response body. */
export function restoreBody({ response, responseIsBinary }: RecordedExchange, meant: Meant): Buffer {
  if (responseIsBinary === true) return Buffer.from(String(response), 'hex');
  const text = typeof response === 'string' ? response : stringifyJson(response);
  return Buffer.from(restoreText(text, meant, typeof response !== 'string'));
}

export function restoreAll(values: Readonly<Record<string, string>>, meant: Meant): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, restoreText(value, meant)]));
}

/** Replaces the placeholders that requests have revealed. */
export function restoreText(text: string, meant: Meant, json = false): string {
  return text.replace(/redacted-\d+/g, (mark) => {
    const value = meant.get(mark);
    if (value === undefined) return mark;
    return json ? stringifyJson(value).slice(1, -1) : value;
  });
}
