import { setImmediate as nextTurn } from 'node:timers/promises';
import { parseJson, stringifyJson } from '@understudy/contract';

/** Characters to send per turn of the event loop. */
const chunkLength = 64 * 1024;

/** Maximum length of JSON that is written within one or two milliseconds. */
const longest = 32 * 1024;
const together = 256;

/** A JSON body that is generated while it is sent, so that it is never entirely in memory. It is not validated. */
export class JsonStream implements AsyncIterable<string> {
  readonly #parts: Iterable<string>;

  /** @param parts parts of one JSON value, generated on demand */
  constructor(parts: Iterable<string>) {
    this.#parts = parts;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<string> {
    let text = '';
    for (const part of this.#parts) {
      text += part;
      if (text.length < chunkLength) continue;
      yield text;
      text = '';
      await nextTurn();
    }
    if (text !== '') yield text;
  }
}

/**
 * Yields the parts of an object whose last member is a long list. @param items the list's items as JSON, whole or in
 * parts
 */
export function* streamList(head: object, name: string, items: Iterable<string | Iterable<string>>): Generator<string> {
  let separator = '{';
  for (const [member, value] of Object.entries(head)) {
    yield `${separator}${stringifyJson(member)}:`;
    yield* streamJson(value);
    separator = ',';
  }
  yield `,${stringifyJson(name)}:[`;
  separator = '';
  for (const item of items) {
    yield separator;
    if (typeof item === 'string') yield item;
    else yield* item;
    separator = ',';
  }
  yield ']}';
}

/** Maximum length of JSON to validate. Longer JSON is trusted, because parsing it would block other requests. */
const longestChecked = 64 * 1024;

/** A JSON body that is sent unchanged. */
export class RawJson {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** Returns the value to validate; undefined if the JSON is trusted. */
  checkedValue(): { value: unknown } | undefined {
    return this.text.length > longestChecked ? undefined : { value: parseJson(this.text) };
  }
}

/** Writes JSON in parts that each take little time. */
export function* streamJson(value: unknown): Generator<string> {
  if (roomAfter(value, longest) >= 0) yield stringifyJson(value) ?? 'null';
  else if (typeof value === 'string') yield* piecesOfText(value);
  else if (Array.isArray(value)) yield* piecesOfList(value);
  else if (typeof value === 'object' && value !== null) yield* piecesOfObject(value);
}

function* piecesOfText(text: string): Generator<string> {
  yield '"';
  // Unpaired surrogates are escaped, so splitting is safe.
  for (let at = 0; at < text.length; at += longest) yield stringifyJson(text.slice(at, at + longest)).slice(1, -1);
  yield '"';
}

function* piecesOfList(items: readonly unknown[]): Generator<string> {
  let before = '[';
  for (let at = 0; at < items.length; at += together) {
    const some = items.slice(at, at + together);
    if (roomAfter(some, longest) >= 0) {
      yield `${before}${stringifyJson(some).slice(1, -1)}`;
      before = ',';
      continue;
    }
    for (const item of some) {
      yield before;
      yield* streamJson(item);
      before = ',';
    }
  }
  yield ']';
}

function* piecesOfObject(value: object): Generator<string> {
  let before = '{';
  for (const [name, part] of Object.entries(value)) {
    if (part === undefined) continue;
    yield `${before}${stringifyJson(name)}:`;
    yield* streamJson(part);
    before = ',';
  }
  yield before === '{' ? '{}' : '}';
}

/** Returns the remaining length after writing a value; negative if the value is too long. */
function roomAfter(value: unknown, room: number): number {
  if (typeof value === 'string') return room - value.length - 2;
  if (typeof value !== 'object' || value === null) return room - 8;
  let left = room - 2;
  if (Array.isArray(value)) {
    for (const item of value) {
      left = roomAfter(item, left);
      if (left < 0) break;
    }
    return left;
  }
  for (const name in value) {
    left = roomAfter(value[name as keyof typeof value], left - name.length);
    if (left < 0) break;
  }
  return left;
}
