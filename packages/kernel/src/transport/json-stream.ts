import { setImmediate as nextTurn } from 'node:timers/promises';
import { parseJson, stringifyJson } from '@understudy/contract';
import { streamJson } from './stream-json.js';

/** Characters to send per turn of the event loop. */
const chunkLength = 64 * 1024;

/** A JSON body that is generated while it is sent, so that it is never completely in memory. It is not validated. */
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

/** Yields the parts of an object whose last member is a long list. @param items each as JSON text, or its parts */
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

/** Maximum length of a text to validate. Longer texts are trusted, because parsing them would block other requests. */
const longestChecked = 64 * 1024;

/** A JSON body that is sent unchanged. */
export class RawJson {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** Returns the value to validate; undefined if the text is trusted. */
  checkedValue(): { value: unknown } | undefined {
    return this.text.length > longestChecked ? undefined : { value: parseJson(this.text) };
  }
}
