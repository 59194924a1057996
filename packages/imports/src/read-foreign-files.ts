import { constants } from 'node:fs';
import { open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ImportOmission } from './imported.js';
import { ImportError } from './imported.js';

/** Limits: bytes per file and in total, files per folder, and folder depth. */
const limits = { file: 32 * 1024 * 1024, total: 128 * 1024 * 1024, files: 5000, depth: 20 };

/**
 * Reads a file, or the files in a folder by relative path. Links and special files are reported and not read, so that
 * nothing outside the folder is read.
 *
 * @throws ImportError if the path is not readable or too large
 */
export async function readForeignFiles(path: string, omissions: ImportOmission[]): Promise<Map<string, Uint8Array>> {
  const files = new Map<string, Uint8Array>();
  let bytes = 0;
  const add = async (file: string, name: string, flags: number): Promise<void> => {
    const content = await readBounded(file, flags);
    bytes += content.length;
    if (files.size >= limits.files || bytes > limits.total)
      throw new ImportError(
        `${path} has more than ${limits.files} files or ${limits.total} bytes; import only part of it`,
      );
    files.set(name, content);
  };
  const walk = async (below: string, depth: number): Promise<void> => {
    if (depth > limits.depth) throw new ImportError(`${path} has more than ${limits.depth} levels of folders`);
    const entries = await readdir(join(path, below), { withFileTypes: true });
    for (const entry of entries.sort((one, other) => (one.name < other.name ? -1 : 1))) {
      const name = `${below}${entry.name}`;
      if (entry.name === 'node_modules' || entry.name.startsWith('.')) continue;
      if (entry.isDirectory()) await walk(`${name}/`, depth + 1);
      else if (entry.isFile()) await add(join(path, name), name, constants.O_NOFOLLOW);
      else omissions.push({ place: name, what: 'is a symbolic link or special file and was skipped' });
    }
  };
  try {
    if ((await stat(path)).isDirectory()) await walk('', 1);
    else await add(path, path.replace(/^.*[\\/]/, ''), 0);
    return files;
  } catch (error) {
    if (error instanceof ImportError) throw error;
    throw new ImportError(`Cannot read ${path}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

async function readBounded(path: string, flags: number): Promise<Uint8Array> {
  // Otherwise, opening a named pipe would wait for its writer.
  const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK | flags);
  try {
    const found = await handle.stat();
    if (!found.isFile()) throw new ImportError(`${path} is no regular file`);
    if (found.size > limits.file) throw new ImportError(`${path} has ${found.size} bytes; ${limits.file} are allowed`);
    const { buffer, bytesRead } = await handle.read(new Uint8Array(found.size), 0, found.size, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}
