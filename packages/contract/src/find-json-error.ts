const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const space = /[ \t\n\r]*/y;
const escapeSequence = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const literals = ['true', 'false', 'null'];

/** Finds the first error in a text that `JSON.parse` rejected. `offset` counts UTF-16 units. Not recursive. */
export function findJsonError(text: string): { offset: number; expected: string } {
  const open: ('[' | '{')[] = [];
  let state: 'value' | 'value-or-end' | 'key' | 'key-or-end' | 'after' = 'value';
  let at = skip(space, text, 0);
  for (;;) {
    const char = text[at];
    const container = open.at(-1);
    if (state === 'after') {
      if (container === undefined) return { offset: at, expected: 'the end of the text' };
      if (char === ',') {
        state = container === '[' ? 'value' : 'key';
      } else if (char === (container === '[' ? ']' : '}')) {
        open.pop();
      } else {
        return { offset: at, expected: container === '[' ? '"," or "]"' : '"," or "}"' };
      }
      at += 1;
    } else if ((state === 'value-or-end' && char === ']') || (state === 'key-or-end' && char === '}')) {
      open.pop();
      state = 'after';
      at += 1;
    } else if (state === 'key' || state === 'key-or-end') {
      if (char !== '"') {
        const expected = 'a property name in double quotes';
        return { offset: at, expected: state === 'key' ? expected : `${expected} or "}"` };
      }
      const end = skipString(text, at + 1);
      if (text[end] !== '"') return { offset: end, expected: 'the end of the string' };
      at = skip(space, text, end + 1);
      if (text[at] !== ':') return { offset: at, expected: '":"' };
      at += 1;
      state = 'value';
    } else if (char === '[' || char === '{') {
      open.push(char);
      state = char === '[' ? 'value-or-end' : 'key-or-end';
      at += 1;
    } else if (char === '"') {
      const end = skipString(text, at + 1);
      if (text[end] !== '"') return { offset: end, expected: 'the end of the string' };
      at = end + 1;
      state = 'after';
    } else {
      const literal = literals.find((word) => text.startsWith(word, at));
      const end = literal === undefined ? skip(number, text, at) : at + literal.length;
      if (end === at) return { offset: at, expected: state === 'value' ? 'a value' : 'a value or "]"' };
      at = end;
      state = 'after';
    }
    at = skip(space, text, at);
  }
}

function skip(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.test(text) ? pattern.lastIndex : from;
}

/**
 * Returns the offset of the closing quote or of the first invalid character. Strings are too long for a regular
 * expression.
 */
function skipString(text: string, from: number): number {
  let at = from;
  while (at < text.length && text[at] !== '"' && text.charCodeAt(at) >= 0x20) {
    const next = text[at] === '\\' ? skip(escapeSequence, text, at) : at + 1;
    if (next === at) return at;
    at = next;
  }
  return at;
}
