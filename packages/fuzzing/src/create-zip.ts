import { crc32 } from 'node:zlib';

/** An entry of an archive. Its size and checksum can be false. */
interface ZipEntry {
  readonly name: string;
  /** Entries with the same bytes share them. */
  readonly bytes: Uint8Array;
  readonly isDeflated?: boolean;
  readonly size?: number;
  readonly checksum?: number;
}

/** Creates an uncompressed zip archive. @param lies false values that replace the true ones */
export function createZip(
  files: Readonly<Record<string, string | Uint8Array>>,
  lies: { checksum?: number; size?: number } = {},
): Buffer<ArrayBuffer> {
  const toBytes = (content: string | Uint8Array) =>
    typeof content === 'string' ? Buffer.from(content) : Buffer.from(content);
  return writeZip(Object.entries(files).map(([name, content]) => ({ name, bytes: toBytes(content), ...lies })));
}

/** Writes a zip archive with the entries exactly as given. */
export function writeZip(entries: readonly ZipEntry[]): Buffer<ArrayBuffer> {
  const places = new Map<Uint8Array, number>();
  const locals: Uint8Array[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, bytes, isDeflated = false, size = bytes.length, checksum = crc32(bytes) } of entries) {
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(0x0800, 2);
    facts.writeUInt16LE(isDeflated ? 8 : 0, 4);
    facts.writeUInt16LE(0x21, 8);
    facts.writeUInt32LE(checksum, 10);
    facts.writeUInt32LE(isDeflated ? bytes.length : size, 14);
    facts.writeUInt32LE(size, 18);
    facts.writeUInt16LE(Buffer.byteLength(name), 22);
    const where = Buffer.alloc(14);
    where.writeUInt32LE(places.get(bytes) ?? offset, 10);
    directory.push(Buffer.from('PK\u0001\u0002\u0014\u0000', 'latin1'), facts, where, Buffer.from(name));
    if (places.has(bytes)) continue;
    places.set(bytes, offset);
    locals.push(Buffer.from('PK\u0003\u0004', 'latin1'), facts, Buffer.from(name), bytes);
    offset += 30 + Buffer.byteLength(name) + bytes.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, list, end]);
}
