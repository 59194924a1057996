/** A pattern whose only special character is `*`, so that matching takes linear time. */
interface Wildcard {
  readonly pattern: string;
  /** Whether it matches the same strings as the regular expression. */
  readonly isExact: boolean;
}

const repeats = '(?:[*+?]\\??|\\{\\d{0,4}(?:,\\d{0,4})?\\}\\??)';
const token = new RegExp(
  `(\\.\\*\\??)|((?:\\[(?:[^\\]\\\\]|\\\\.)*\\]|\\\\[dwsDWS]|\\.)${repeats}?)|\\\\([^A-Za-z0-9])|(\\((?:\\?:|\\?<\\w+>)?[^()|]*\\)${repeats}?)|([^\\\\()|^$*+?{}[\\].])|([\\s\\S])`,
  'g',
);

/**
 * Converts an untrusted regular expression, which is never run, to a wildcard. Classes such as `[0-9]+` and groups
 * become `*`, which matches more.
 *
 * @returns undefined if a wildcard cannot express it, such as alternatives
 */
export function toWildcard(source: string): Wildcard | undefined {
  if (source.length > 1000) return undefined;
  let pattern = '';
  let isExact = true;
  for (const [, , some, escaped, group, plain, sign] of source.replace(/^\^|(?<!\\)\$$/g, '').matchAll(token)) {
    if (sign !== undefined) return undefined;
    if (some !== undefined || group !== undefined)
      isExact = group !== undefined && /^\((?:\?:)?\.\*\)$/.test(group) && isExact;
    pattern += escaped ?? plain ?? '*';
  }
  return { pattern: pattern.replace(/\*+/g, '*'), isExact };
}
