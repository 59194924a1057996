import { readFileSync } from 'node:fs';
import { parsePointer } from './json-pointer.js';

/** The latest file, because files often have several findings. */
let latest: { readonly file: string; readonly text: string } | undefined;

/** The line in a JSON file at a pointer or its nearest ancestor. Lines start at 1. */
export function findJsonLine(file: string, pointer: string): number {
  try {
    if (latest?.file !== file) {
      latest = { file, text: readFileSync(file, 'utf8') };
      // It is large, and needed only for a short time.
      setImmediate(() => {
        latest = undefined;
      });
    }
  } catch {
    return 1;
  }
  const { text } = latest;
  let found = 0;
  let at = skipSpace(text, 0);
  for (const token of parsePointer(pointer)) {
    const next = child(text, at, token);
    if (next === undefined) break;
    found = next.key;
    at = next.value;
  }
  let line = 1;
  for (let end = text.indexOf('\n'); end !== -1 && end < found; end = text.indexOf('\n', end + 1)) line += 1;
  return line;
}

/** The offsets of a member's key and value, or of an item. */
function child(text: string, start: number, token: string): { key: number; value: number } | undefined {
  const isObject = text[start] === '{';
  if (!isObject && text[start] !== '[') return undefined;
  let at = skipSpace(text, start + 1);
  for (let index = 0; at < text.length && text[at] !== '}' && text[at] !== ']'; index += 1) {
    const key = at;
    let name = String(index);
    if (isObject) {
      const end = endOfText(text, at);
      name = JSON.parse(text.slice(at, end));
      at = skipSpace(text, skipSpace(text, end) + 1);
    }
    if (name === token) return { key, value: at };
    at = skipSpace(text, endOfValue(text, at));
    if (text[at] === ',') at = skipSpace(text, at + 1);
  }
  return undefined;
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (text[at] === ' ' || text[at] === '\n' || text[at] === '\r' || text[at] === '\t' || text[at] === '\uFEFF')
    at += 1;
  return at;
}

/** The offset after the closing quote of a string. */
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
