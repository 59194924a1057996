/** Decodes percent-encoded UTF-8. Returns undefined for a malformed text. */
export function decodePercent(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
