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

/**
 * Extracts the placeholder values of a recorded text from the text sent during a replay. Returns `undefined` if the
 * texts differ elsewhere.
 */
export function readPlaceholders(recorded: string, sent: string): Map<string, string> | undefined {
  if (recorded === sent) return new Map();
  const parts = recorded.split(/(redacted-\d+)/);
  const pattern = parts.map((part, index) =>
    index % 2 === 1 ? '([^"&\\s]*?)' : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'),
  );
  const match = new RegExp(`^${pattern.join('')}$`, 's').exec(sent);
  if (match === null) return undefined;
  const meant = new Map<string, string>();
  for (const [index, name] of parts.filter((_part, place) => place % 2 === 1).entries()) {
    const value = match[index + 1] ?? '';
    if (meant.has(name) && meant.get(name) !== value) return undefined;
    meant.set(name, value);
  }
  return meant;
}
