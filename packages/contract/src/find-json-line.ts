import { readFileSync } from 'node:fs';
import { parsePointer } from './json-pointer.js';

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
  /** The locations in an object or array by its offset. Cached, because files often have thousands of findings. */
  readonly places: Map<number, ReadonlyMap<string, Place>>;
}

let latest: JsonFile | undefined;

/** Finds the line in a JSON file at a pointer or its nearest ancestor. Lines start at 1. */
export function findJsonLine(file: string, pointer: string): number {
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
