import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Makes a folder and those above it, where they are missing; only the user of this process may read them. The recursive
 * `mkdir` of Node never ends where the system refuses a new folder with ENOENT, as below /proc.
 *
 * @throws Error with the `code` of the system: EEXIST where the path is no folder, ENOENT where none can be made
 */
export async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    if (await isFolder(folder)) return;
    const parent = dirname(folder);
    const isParentMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    if (!isParentMissing || parent === folder || (await isFolder(parent))) throw error;
    await makeFolder(parent);
    await mkdir(folder, { mode: 0o700 });
  }
}

async function isFolder(path: string): Promise<boolean> {
  return await stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
