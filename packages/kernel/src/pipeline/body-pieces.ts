import { isExactNumber, parseJson, stringifyJson } from '@understudy/contract';
import { eventLoopYield } from '../event-loop-yield.js';

/** Maximum length of JSON that parses within a few milliseconds. */
const longest = 32 * 1024;

/** A JSON value split into strings that can be parsed in separate event loop turns. */
export type BodyPieces =
  | string
  | { readonly items: ReadonlyArray<string | { readonly item: BodyPieces }> }
  | { readonly members: ReadonlyArray<string | { readonly name: string; readonly member: BodyPieces }> };

/** Splits a JSON value. {@link joinPieces} restores it. */
export function splitBody(value: unknown): BodyPieces {
  if (typeof value !== 'object' || value === null || isExactNumber(value)) return stringifyJson(value);
  return Array.isArray(value) ? cutArray(value) : cutObject(value);
}

function cutArray(values: readonly unknown[]): BodyPieces {
  const runs = new Runs<{ item: BodyPieces }>('[', ']');
  for (const value of values) {
    const item = splitBody(value);
    if (typeof item === 'string' && item.length <= longest) runs.add(item);
    else runs.addLong({ item });
  }
  const items = runs.end();
  return typeof items === 'string' ? items : { items };
}

function cutObject(value: object): BodyPieces {
  const runs = new Runs<{ name: string; member: BodyPieces }>('{', '}');
  for (const [name, part] of Object.entries(value)) {
    const member = splitBody(part);
    if (typeof member === 'string' && member.length <= longest) runs.add(`${stringifyJson(name)}:${member}`);
    else runs.addLong({ name, member });
  }
  const members = runs.end();
  return typeof members === 'string' ? members : { members };
}

/** Joins short strings into longer ones. */
class Runs<Long> {
  readonly #open: string;
  readonly #close: string;
  readonly #parts: Array<string | Long> = [];
  #run: string[] = [];
  #length = 0;

  constructor(open: string, close: string) {
    this.#open = open;
    this.#close = close;
  }

  add(text: string): void {
    this.#run.push(text);
    this.#length += text.length;
    if (this.#length > longest) this.#flush();
  }

  addLong(long: Long): void {
    this.#flush();
    this.#parts.push(long);
  }

  /** @returns a single string if everything fits into it */
  end(): string | Array<string | Long> {
    if (this.#parts.length === 0) return this.#text();
    this.#flush();
    return this.#parts;
  }

  #flush(): void {
    if (this.#run.length > 0) this.#parts.push(this.#text());
    this.#run = [];
    this.#length = 0;
  }

  #text(): string {
    return `${this.#open}${this.#run.join(',')}${this.#close}`;
  }
}

/** Restores a split value, parsing one string per event loop turn. */
export async function joinPieces(pieces: BodyPieces): Promise<unknown> {
  if (typeof pieces === 'string') return await readText(pieces);
  if ('items' in pieces) {
    const items: unknown[] = [];
    for (const part of pieces.items) {
      if (typeof part !== 'string') items.push(await joinPieces(part.item));
      else for (const item of (await readText(part)) as unknown[]) items.push(item);
    }
    return items;
  }
  const value = {};
  for (const part of pieces.members) {
    const members =
      typeof part === 'string'
        ? Object.entries((await readText(part)) as object)
        : [[part.name, await joinPieces(part.member)] as const];
    // An assignment would not create the member `__proto__`.
    for (const [name, member] of members) {
      Object.defineProperty(value, name, { value: member, configurable: true, enumerable: true, writable: true });
    }
  }
  return value;
}

async function readText(text: string): Promise<unknown> {
  await eventLoopYield.next();
  return parseJson(text);
}
