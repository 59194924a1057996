import { constants, crc32, deflateRawSync } from 'node:zlib';

/** One entry as the archive is to describe it, true or not. */
interface ForgedEntry {
  readonly name: string;
  /** Entries with equal bytes share them in the archive. */
  readonly deflated: Uint8Array;
  /** The declared unpacked size. */
  readonly size: number;
  readonly crc?: number;
}

/** Returns a zip archive with false metadata. */
export function forgedZip(entries: readonly ForgedEntry[]): Uint8Array<ArrayBuffer> {
  const places = new Map<Uint8Array, number>();
  const parts: Buffer[] = [];
  let at = 0;
  const add = (part: Buffer) => {
    parts.push(part);
    at += part.length;
  };
  for (const entry of entries) {
    if (places.has(entry.deflated)) continue;
    places.set(entry.deflated, at);
    add(Buffer.concat([header(0x04034b50, 30, 4, entry), Buffer.from(entry.name), entry.deflated]));
  }
  const directory = at;
  for (const entry of entries) {
    const head = header(0x02014b50, 46, 6, entry);
    head.writeUInt16LE(20, 4);
    head.writeUInt32LE(places.get(entry.deflated) ?? 0, 42);
    add(Buffer.concat([head, Buffer.from(entry.name)]));
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(at - directory, 12);
  end.writeUInt32LE(directory, 16);
  return new Uint8Array(Buffer.concat([...parts, end]));
}

/** Returns an entry's header, in local or directory form. @param from position of the required version */
function header(
  signature: number,
  length: number,
  from: number,
  { name, deflated, size, crc = 0 }: ForgedEntry,
): Buffer {
  const head = Buffer.alloc(length);
  head.writeUInt32LE(signature, 0);
  head.writeUInt16LE(20, from);
  head.writeUInt16LE(8, from + 4);
  head.writeUInt32LE(crc, from + 10);
  head.writeUInt32LE(deflated.length, from + 14);
  head.writeUInt32LE(size, from + 18);
  head.writeUInt16LE(name.length, from + 22);
  return head;
}

/** Returns a deflate stream of `times` times 32 MiB of zeros, generated without holding them in memory. */
export function deflatedZeros(times: number): Buffer {
  const block = deflateRawSync(Buffer.alloc(32 * 1024 * 1024), { level: 9, finishFlush: constants.Z_FULL_FLUSH });
  return Buffer.concat([...Array.from({ length: times }, () => block), deflateRawSync(Buffer.alloc(0))]);
}

export function honestEntry(name: string, content: Uint8Array): ForgedEntry {
  return { name, deflated: deflateRawSync(content), size: content.length, crc: crc32(content) };
}
