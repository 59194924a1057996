import { jsonpath } from 'json-p3';

const options = { cacheSize: 2000 };

const unchecked = { ...options, iRegexpCheck: false };

/** Matches a whole string (RFC 9535, 2.4.6). The library throws an exception for values that are not strings. */
export class MatchText extends jsonpath.functions.Match {
  constructor() {
    super(unchecked);
  }

  override call(text: unknown, pattern: unknown): boolean {
    return typeof text === 'string' && isRegularExpression(pattern) && super.call(text, pattern);
  }
}

/** Searches in a string (RFC 9535, 2.4.7). */
export class SearchText extends jsonpath.functions.Search {
  constructor() {
    super(unchecked);
  }

  override call(text: unknown, pattern: unknown): boolean {
    return typeof text === 'string' && isRegularExpression(pattern) && super.call(text, pattern);
  }
}

const checker = new jsonpath.functions.Match({ ...options, throwErrors: true });

/**
 * Returns whether a pattern is an I-Regexp (RFC 9485). The library refuses an apostrophe, which is a normal character.
 */
function isRegularExpression(pattern: unknown): pattern is string {
  if (typeof pattern !== 'string') return false;
  try {
    checker.call('', pattern.replaceAll("'", '"'));
    return true;
  } catch {
    return false;
  }
}
