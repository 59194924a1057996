/** The bytes as text that gives the same bytes again, a byte order mark included. They were found to be UTF-8. */
export function decodeDefinition(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}
