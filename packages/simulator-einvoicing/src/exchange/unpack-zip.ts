import { crc32 } from 'node:zlib';
import type { Entry, ZipFile } from 'yauzl';
import { guessMediaType, type SentFile } from './files.js';

/** Limits of an archive. No invoice needs more, and a zip bomb fails before or while it is unpacked. */
const zipBounds = { files: 100, bytes: 50 * 1024 * 1024, ratio: 200 } as const;

export function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] === 0x03 || bytes[2] === 0x05);
}

class Fault extends Error {}

/** Unpacks an archive in order within limits, and verifies its checksums. Does not trust declared sizes. */
export async function unpackZip(bytes: Uint8Array): Promise<SentFile[] | { readonly fault: string }> {
  // Loaded at the first archive, to keep the start fast.
  const { fromBufferPromise } = await import('yauzl');
  try {
    const archive = await fromBufferPromise(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), {
      lazyEntries: true,
    });
    const entries: Entry[] = [];
    for await (const entry of archive.eachEntry()) {
      if (!entry.fileName.endsWith('/')) entries.push(entry);
      if (entries.length > zipBounds.files) throw new Fault(`the archive has more than ${zipBounds.files} files`);
    }
    checkSizes(entries);
    if (entries.length === 0) throw new Fault('the archive is empty');
    const files: SentFile[] = [];
    for (const entry of entries) {
      const { fileName: filename } = entry;
      files.push({ filename, mimetype: guessMediaType(filename), bytes: await contentOf(archive, entry) });
    }
    return files;
  } catch (error) {
    if (error instanceof Fault) return { fault: error.message };
    return { fault: `the archive cannot be unpacked: ${error instanceof Error ? error.message : String(error)}` };
  }
}

/** @throws Fault if the directory exceeds a limit, or two entries overlap */
function checkSizes(entries: readonly Entry[]): void {
  const total = entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0);
  if (total > zipBounds.bytes) throw new Fault(`the archive unpacks to more than ${zipBounds.bytes} bytes`);
  let free = 0;
  for (const entry of entries.toSorted((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader)) {
    const { fileName, uncompressedSize, compressedSize, relativeOffsetOfLocalHeader: start } = entry;
    if (uncompressedSize > 1024 * 1024 && uncompressedSize > compressedSize * zipBounds.ratio) {
      throw new Fault(`${fileName} unpacks to more than ${zipBounds.ratio} times its size`);
    }
    if (start < free) throw new Fault(`${fileName} overlaps another file in the archive`);
    free = start + compressedSize;
  }
}

async function contentOf(archive: ZipFile, entry: Entry): Promise<Uint8Array> {
  const { fileName, uncompressedSize } = entry;
  if (!entry.canDecodeFileData())
    throw new Fault(`${fileName} is encrypted, or uses an unsupported compression method`);
  const content = new Uint8Array(uncompressedSize);
  let length = 0;
  // The stream fails as soon as it has more bytes than declared, and at its end if it has fewer.
  for await (const chunk of await archive.openReadStreamPromise(entry)) {
    content.set(chunk, length);
    length += chunk.length;
  }
  if (crc32(content) !== entry.crc32) throw new Fault(`the checksum of ${fileName} is wrong`);
  return content;
}
