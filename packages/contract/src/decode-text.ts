const decoder = new TextDecoder('utf-8', { fatal: true });

/** Decodes UTF-8 without its byte order mark, or returns the offset of the first invalid byte. */
export function decodeUtf8(bytes: Uint8Array): { text: string } | { offset: number } {
  try {
    return { text: decoder.decode(bytes) };
  } catch {
    return { offset: findBrokenByte(bytes) };
  }
}

function findBrokenByte(bytes: Uint8Array): number {
  let offset = 0;
  for (const part of new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes).split('\uFFFD')) {
    offset += Buffer.byteLength(part);
    // The text can contain the replacement character itself.
    if (bytes[offset] !== 0xef || bytes[offset + 1] !== 0xbf || bytes[offset + 2] !== 0xbd) return offset;
    offset += 3;
  }
  return offset;
}

/** Decodes percent-encoded UTF-8. Returns undefined for a malformed string. */
export function decodePercent(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
