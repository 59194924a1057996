import { readFileSync } from 'node:fs';
import { parsePointer } from './json-pointer.js';
import { ExactDecimal } from './numbers/exact-number.js';

/** The location of a loaded object or array, and the lines of its keys. Lines start at 1. */
export interface SourceLocation {
  readonly file: string;
  readonly line: number;
  readonly keyLines: ReadonlyMap<string, number>;
}

export const sourceLocations = new WeakMap<object, SourceLocation>();

/** File names by value loaded from JSON. Locations are found on demand. */
export const jsonFileNames = new WeakMap<object, string>();

/** The offsets of a member's key and value, or of an item. */
interface Place {
  readonly key: number;
  readonly value: number;
}

interface JsonFile {
  readonly file: string;
  readonly text: string;
  /** The offsets of all line ends. */
  readonly ends: readonly number[];
  /** The places within each object or array, by its offset. Cached, because files often have thousands of findings. */
  readonly places: Map<number, ReadonlyMap<string, Place>>;
}

let latest: JsonFile | undefined;

/** Returns the file and line of `pointer` in a document, if known. */
export function locateSource(document: unknown, pointer: string): { file?: string; line?: number } {
  const jsonFile = typeof document === 'object' && document !== null ? jsonFileNames.get(document) : undefined;
  if (jsonFile !== undefined) return { file: jsonFile, line: findJsonLine(jsonFile, pointer) };
  let value = document;
  let place: { file?: string; line?: number } = {};
  for (const token of [undefined, ...parsePointer(pointer)]) {
    if (token !== undefined) {
      if (typeof value !== 'object' || value === null || !Object.hasOwn(value, token)) return place;
      const source = sourceLocations.get(value);
      const line = source?.keyLines.get(token);
      if (source !== undefined && line !== undefined) place = { file: source.file, line };
      value = Reflect.get(value, token);
    }
    const source = typeof value === 'object' && value !== null ? sourceLocations.get(value) : undefined;
    if (source !== undefined && place.file !== source.file) place = { file: source.file, line: source.line };
  }
  return place;
}

/** Stores the location of an object or array that was read from another format. */
export function setSource(value: object, place: SourceLocation): void {
  sourceLocations.set(value, place);
}

export function copyWithSources<T>(value: T): T;

export function copyWithSources(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || value instanceof ExactDecimal) return value;
  const copy: unknown[] | Record<string, unknown> = Array.isArray(value)
    ? value.map((item: unknown) => copyWithSources(item))
    : Object.fromEntries(Object.entries(value).map(([key, child]: [string, unknown]) => [key, copyWithSources(child)]));
  const source = sourceLocations.get(value);
  if (source !== undefined) sourceLocations.set(copy, source);
  const jsonFile = jsonFileNames.get(value);
  if (jsonFile !== undefined) jsonFileNames.set(copy, jsonFile);
  return copy;
}

/** Finds the line in a JSON file at a pointer or its nearest ancestor. Lines start at 1. */
function findJsonLine(file: string, pointer: string): number {
  try {
    if (latest?.file !== file) {
      const text = readFileSync(file, 'utf8');
      latest = { file, text, ends: lineEndsOf(text), places: new Map() };
      // The index is large and only needed for a short time.
      setImmediate(() => {
        latest = undefined;
      });
    }
  } catch {
    return 1;
  }
  const { text, ends, places } = latest;
  let found = 0;
  let at = skipSpace(text, 0);
  for (const token of parsePointer(pointer)) {
    const children = places.get(at) ?? childrenOf(text, at);
    places.set(at, children);
    const next = children.get(token);
    if (next === undefined) break;
    found = next.key;
    at = next.value;
  }
  let [line, above] = [0, ends.length];
  while (line < above) {
    const middle = (line + above) >> 1;
    if ((ends[middle] ?? 0) < found) line = middle + 1;
    else above = middle;
  }
  return line + 1;
}

function lineEndsOf(text: string): number[] {
  const ends: number[] = [];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) ends.push(at);
  return ends;
}

function childrenOf(text: string, start: number): ReadonlyMap<string, Place> {
  const children = new Map<string, Place>();
  const isObject = text[start] === '{';
  if (!isObject && text[start] !== '[') return children;
  let at = skipSpace(text, start + 1);
  for (let index = 0; at < text.length && text[at] !== '}' && text[at] !== ']'; index += 1) {
    const key = at;
    let name = String(index);
    if (isObject) {
      const end = endOfText(text, at);
      name = JSON.parse(text.slice(at, end));
      at = skipSpace(text, skipSpace(text, end) + 1);
    }
    children.set(name, { key, value: at });
    at = skipSpace(text, endOfValue(text, at));
    if (text[at] === ',') at = skipSpace(text, at + 1);
  }
  return children;
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (text[at] === ' ' || text[at] === '\n' || text[at] === '\r' || text[at] === '\t' || text[at] === '\uFEFF')
    at += 1;
  return at;
}

function endOfText(text: string, from: number): number {
  let at = from + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at + 1;
}

function endOfValue(text: string, from: number): number {
  let depth = 0;
  let at = from;
  do {
    const char = text[at];
    if (char === '"') {
      at = endOfText(text, at);
      continue;
    }
    if (char === '{' || char === '[') depth += 1;
    if (char === '}' || char === ']') depth -= 1;
    at += 1;
    if (depth === 0 && char !== '}' && char !== ']')
      while (at < text.length && !/[,}\]\s]/.test(text[at] ?? '')) at += 1;
  } while (depth > 0 && at < text.length);
  return at;
}
