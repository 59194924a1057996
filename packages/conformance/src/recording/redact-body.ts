import { brotliCompressSync, brotliDecompressSync, deflateSync, gunzipSync, gzipSync, inflateSync } from 'node:zlib';

interface Packing {
  pack(bytes: Uint8Array): Buffer;
  unpack(bytes: Uint8Array, limit: { maxOutputLength: number }): Buffer;
}
const gzip: Packing = { pack: gzipSync, unpack: gunzipSync };
const packings: Readonly<Record<string, Packing>> = {
  gzip,
  'x-gzip': gzip,
  deflate: { pack: deflateSync, unpack: inflateSync },
  br: { pack: brotliCompressSync, unpack: brotliDecompressSync },
};
const limit = { maxOutputLength: 64 * 1024 * 1024 };

/** Redacts a body, even if it is compressed. @param encoding its `Content-Encoding` @param redact redacts a text */
export function redactBody(
  bytes: Uint8Array,
  encoding: string | undefined,
  redact: (text: string) => string,
): Uint8Array {
  const packing = bytes[0] === 0x1f && bytes[1] === 0x8b ? gzip : packings[encoding?.trim().toLowerCase() ?? ''];
  if (packing === undefined) return redactBytes(bytes, redact);
  try {
    const unpacked = packing.unpack(bytes, limit);
    const safe = redactBytes(unpacked, redact);
    return unpacked.equals(safe) ? bytes : packing.pack(safe);
  } catch {
    // The header is wrong.
    return redactBytes(bytes, redact);
  }
}

function redactBytes(bytes: Uint8Array, redact: (text: string) => string): Uint8Array {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  // Invalid UTF-8 can contain a secret, so each byte is read as one character.
  const code = text.includes('\uFFFD') ? 'latin1' : 'utf8';
  return Buffer.from(redact(code === 'utf8' ? text : Buffer.from(bytes).toString(code)), code);
}
