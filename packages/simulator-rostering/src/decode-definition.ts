/** Decodes bytes that are valid UTF-8. Keeps a byte order mark, so that encoding the text returns the same bytes. */
export function decodeDefinition(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}
