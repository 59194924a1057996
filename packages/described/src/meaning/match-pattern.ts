import { rememberSome } from '@understudy/model';
import { type Root, type Set as SetToken, type Token, types } from 'ret';
import { tokenizer } from 'ret/dist/tokenizer.js';

/** Maximum lengths of patterns and strings, and maximum number of parsed patterns in memory. */
const [mostPattern, mostText, mostParsed] = [2000, 1000, 500];
const parsed = new Map<string, Root | undefined>();

/** Parses a pattern. Undefined if it is too long or contains syntax that the parser does not support. */
export function parsePattern(pattern: string): Root | undefined {
  if (parsed.has(pattern)) return parsed.get(pattern);
  let root: Root | undefined;
  try {
    const letters = pattern.replace(/\\p\{L[a-z]?\}/g, 'a-zA-Z').replace(/\\p\{N[a-z]?\}/g, '0-9');
    root = pattern.length > mostPattern ? undefined : tokenizer(letters.replace(/\\p\{Z[a-z]?\}/g, ' '));
  } catch {
    // The parser knows fewer escapes than the language.
  }
  if (parsed.size >= mostParsed) parsed.clear();
  parsed.set(pattern, root);
  return root;
}

/** A pattern with a fixed start and without groups or alternatives, which a regular expression matches quickly. */
const isPlain = /^\^(?:(?:\[\^?[A-Za-z0-9_. -]+\]|[A-Za-z0-9_-]|\\d)(?:\{\d{1,3}(?:,\d{1,3})?\})?){1,50}\$?$/;
const plains = new Map<string, RegExp | undefined>();

/** Returns whether a string contains a match of a pattern. The time needed depends only on their lengths. */
export function matches(pattern: string, text: string): boolean {
  const plain = rememberSome(plains, pattern, mostParsed, () =>
    isPlain.test(pattern) ? new RegExp(pattern) : undefined,
  );
  if (plain !== undefined) return text.length <= mostText && plain.test(text);
  const root = parsePattern(pattern);
  const starts = new Set(Array.from({ length: text.length + 1 }, (_none, at) => at));
  return root !== undefined && text.length <= mostText && ends(root, text, starts).size > 0;
}

export function matchesFully(tokens: readonly Token[], text: string): boolean {
  return ends({ type: types.ROOT, stack: [...tokens] }, text, new Set([0])).has(text.length);
}

/**
 * Returns the end positions of a token's matches from the given starts. Visits no position twice, unlike a backtracking
 * match.
 */
function ends(token: Root | Token, text: string, starts: ReadonlySet<number>): ReadonlySet<number> {
  switch (token.type) {
    case types.CHAR:
    case types.SET:
      return new Set(
        [...starts].flatMap((at) => (at < text.length && allows(token, text.charCodeAt(at)) ? [at + 1] : [])),
      );
    case types.POSITION: {
      const edge = token.value === '^' ? 0 : token.value === '$' ? text.length : undefined;
      return edge === undefined ? starts : new Set([edge].filter((at) => starts.has(at)));
    }
    case types.REFERENCE:
      // The string matched by a group is not known. A back reference can have any length.
      return new Set(Array.from({ length: text.length + 1 }, (_none, at) => at));
    case types.REPETITION: {
      const found = new Set(token.min === 0 ? starts : []);
      let at = starts;
      for (let count = 1; count <= token.max && at.size > 0 && count <= Math.max(text.length, 1) + 1; count += 1) {
        at = ends(token.value, text, at);
        if (count < token.min) continue;
        const fresh = [...at].filter((each) => !found.has(each));
        for (const each of fresh) found.add(each);
        if (fresh.length === 0) break;
      }
      return found;
    }
    default: {
      const sequence = (tokens: readonly Token[], from: ReadonlySet<number>) =>
        tokens.reduce((at, each) => ends(each, text, at), from);
      const from = (at: ReadonlySet<number>) =>
        new Set((token.options ?? [token.stack ?? []]).flatMap((tokens) => [...sequence(tokens, at)]));
      if (token.type === types.ROOT || !(token.followedBy || token.notFollowedBy || token.lookBehind))
        return from(starts);
      if (token.lookBehind) return starts;
      return new Set([...starts].filter((at) => from(new Set([at])).size > 0 === (token.followedBy === true)));
    }
  }
}

/** Returns whether a class or a character allows a character code. */
export function allows(token: Token | SetToken['set'][number], code: number): boolean {
  if (token.type === types.RANGE) return token.from <= code && code <= token.to;
  if (token.type === types.SET) return token.set.some((each) => allows(each, code)) !== token.not;
  return token.type === types.CHAR && token.value === code;
}
