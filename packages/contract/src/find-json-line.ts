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
  /** Line ends counted up to the latest location. Most locations come in order. */
  counted: { readonly end: number; readonly line: number };
  /** The locations in an object or array by its offset. Cached, because files often have thousands of findings. */
  readonly places: Map<number, ReadonlyMap<string, Place>>;
}

const start = { end: -1, line: 1 };
let latest: JsonFile | undefined;

/** Finds the line in a JSON file at a pointer or its nearest ancestor. Lines start at 1. */
export function findJsonLine(file: string, pointer: string): number {
  try {
    if (latest?.file !== file) {
      const text = readFileSync(file, 'utf8');
      latest = { file, text, counted: start, places: new Map() };
      // The index is large and only needed for a short time.
      setImmediate(() => {
        latest = undefined;
      });
    }
  } catch {
    return 1;
  }
  const { text, places } = latest;
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
  let { end, line } = found > latest.counted.end ? latest.counted : start;
  for (let next = text.indexOf('\n', end + 1); next !== -1 && next < found; next = text.indexOf('\n', end + 1)) {
    end = next;
    line += 1;
  }
  latest.counted = { end, line };
  return line;
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
