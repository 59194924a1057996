/** Returns the message of a parser without the quoted text, which can contain a secret. */
export function describeParseError(error: unknown): string {
  const { message } = Object(error);
  if (error instanceof RangeError || /call stack/.test(message)) return 'it is nested too deeply';
  return String(message).replace(/, (?:\.\.\.)?".*$|:\n\n.*$/s, '');
}
