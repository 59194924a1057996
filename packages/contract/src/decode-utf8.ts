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
  while (offset < bytes.length) {
    const length = sequenceLength(bytes, offset);
    if (length === 0) return offset;
    offset += length;
  }
  return offset;
}

/** Returns the length of the well-formed sequence at an offset (Unicode, table 3-7); 0 if it is malformed. */
function sequenceLength(bytes: Uint8Array, offset: number): number {
  const first = bytes[offset] ?? 0;
  if (first < 0x80) return 1;
  const length =
    first >= 0xf0 && first <= 0xf4 ? 4 : first >= 0xe0 && first < 0xf0 ? 3 : first >= 0xc2 && first < 0xe0 ? 2 : 0;
  for (let index = 1; index < length; index += 1) {
    const byte = bytes[offset + index] ?? 0;
    let low = 0x80;
    let high = 0xbf;
    if (index === 1) {
      low = first === 0xe0 ? 0xa0 : first === 0xf0 ? 0x90 : low;
      high = first === 0xed ? 0x9f : first === 0xf4 ? 0x8f : high;
    }
    if (byte < low || byte > high) return 0;
  }
  return length;
}
