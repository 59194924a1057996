import type { SentFile } from './read-parts.js';
import { mediaTypeOf } from './read-parts.js';

/** Bounds of an archive: no invoice needs more, and a bomb is refused before it is unpacked. */
export const zipBounds = { files: 100, bytes: 50 * 1024 * 1024, ratio: 200 } as const;

/** Whether the bytes begin like a zip archive. */
export function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] === 0x03 || bytes[2] === 0x05);
}

/** Unpacks an archive within bounds. @returns the files in the order of the archive, or what is wrong with it */
export async function unpackZip(bytes: Uint8Array): Promise<SentFile[] | { readonly fault: string }> {
  // Loaded at the first archive, so that a start does not wait for it.
  const { unzipSync } = await import('fflate');
  let count = 0;
  let total = 0;
  let fault: string | undefined;
  try {
    const unpacked = unzipSync(bytes, {
      filter: ({ name, originalSize, size }) => {
        if (fault !== undefined || name.endsWith('/')) return false;
        count += 1;
        total += originalSize;
        if (name.startsWith('/') || name.split('/').includes('..')) fault = `the archive has the path ${name}`;
        else if (count > zipBounds.files) fault = `the archive has more than ${zipBounds.files} files`;
        else if (total > zipBounds.bytes) fault = `the archive unpacks to more than ${zipBounds.bytes} bytes`;
        else if (originalSize > 1024 * 1024 && originalSize > size * zipBounds.ratio)
          fault = `${name} unpacks to more than ${zipBounds.ratio} times its size`;
        return fault === undefined;
      },
    });
    if (fault !== undefined) return { fault };
    const files = Object.entries(unpacked).map(([filename, content]) => ({
      filename,
      mimetype: mediaTypeOf(filename),
      bytes: content,
    }));
    return files.length === 0 ? { fault: 'the archive is empty' } : files;
  } catch (error) {
    return { fault: `the archive cannot be unpacked: ${error instanceof Error ? error.message : String(error)}` };
  }
}
