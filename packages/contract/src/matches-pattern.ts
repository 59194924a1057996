import { fullFormats } from 'ajv-formats/dist/formats.js';
import { backtracks } from './is-costly.js';
import { runWithTimeout, timeoutMarker } from './run-with-timeout.js';

/** Time limit in milliseconds of a pattern that can backtrack. */
const timeoutMs = 20;

const longestPattern = 2000;

/** Maximum number of cached patterns. */
const mostKept = 500;
const known = new Map<string, RegExp>();

const formats: ReadonlyMap<string, unknown> = new Map(Object.entries(fullFormats));

/** Maximum length of a pattern. Longer patterns take too long. */
const maxLength = 5000;

/**
 * Returns whether an untrusted regular expression finds a match in a string.
 *
 * @param flags such as `i`
 * @throws Error if the pattern is invalid or takes too long
 */
export function matchesPattern(pattern: string, text: string, flags = ''): boolean {
  const compiled = compilePattern(pattern, flags);
  if (!backtracks(pattern)) return compiled.test(text);
  const found = runWithTimeout(() => compiled.test(text), timeoutMs);
  if (found === timeoutMarker) throw new Error(`the regular expression ${pattern} takes longer than ${timeoutMs} ms`);
  return found;
}

/** @throws Error if the pattern is invalid or too long */
export function compilePattern(pattern: string, flags = ''): RegExp {
  if (pattern.length > longestPattern)
    throw new Error(`a regular expression has ${pattern.length} characters; at most ${longestPattern} are allowed`);
  const key = `${flags}/${pattern}`;
  const compiled = known.get(key) ?? new RegExp(pattern, flags);
  if (known.size >= mostKept) known.clear();
  known.set(key, compiled);
  return compiled;
}

/** Returns whether a string matches a JSON Schema format. Every string matches an unknown format. */
export function matchesFormat(name: string, text: string): boolean {
  const format = text.length > maxLength ? undefined : formats.get(name);
  const check: unknown = typeof format === 'object' && format && 'validate' in format ? format.validate : format;
  if (check instanceof RegExp) return check.test(text);
  return typeof check !== 'function' || check(text) !== false;
}
