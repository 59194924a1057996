import { readFileSync } from 'node:fs';
import { parsePointer } from './json-pointer.js';

/** The latest text is kept: a file often has more than one finding. */
let latest: { readonly file: string; readonly text: string } | undefined;

/** The one-based line of a JSON file on which stands what a pointer leads to, or the last part of the way that is there. */
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

/** Where a member's key and value begin, or an item. */
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

/** The place after the closing quote of a text that begins here. */
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
