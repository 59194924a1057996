/** Returns the message of a parser without the quoted text, which can contain a secret. */
export function describeParseError(error: unknown): string {
  return String(Object(error).message).replace(/, (?:\.\.\.)?".*$|:\n\n.*$/s, '');
}
