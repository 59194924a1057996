import { readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { UsageError } from '../usage-error.js';

/**
 * Writes an SVG file atomically. An existing file is replaced only if it is an SVG.
 *
 * @returns a message for the user
 */
export async function writeSvg(file: string, svg: string): Promise<string> {
  try {
    const target = await realpath(file).catch(() => file);
    const existing = await stat(target).catch(() => undefined);
    // Devices and pipes cannot be replaced.
    if (existing !== undefined && !existing.isFile() && !existing.isDirectory()) await writeFile(target, svg);
    else await replace(target, svg, existing?.isFile() === true);
    return `${existing === undefined ? 'Wrote' : 'Replaced'} ${file} (${kilobytes(Buffer.byteLength(svg))})`;
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`Cannot write ${file}: ${reasonOf(error)}`);
  }
}

async function replace(target: string, svg: string, exists: boolean): Promise<void> {
  if (exists && !(await readFile(target, 'utf8')).includes('<svg')) {
    throw new UsageError(`${target} exists and is not an SVG. Choose another name, or delete it first`);
  }
  const beside = `${target}.${process.pid}.tmp`;
  try {
    await writeFile(beside, svg, { flag: 'wx' });
    await rename(beside, target);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'its folder does not exist',
  EACCES: 'this user lacks write permission',
  EROFS: 'the disk is read-only',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of its path is not a folder',
  ENOSPC: 'the disk is full',
};

function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return reasons[code] ?? (error instanceof Error ? error.message : String(error));
}

function kilobytes(bytes: number): string {
  return bytes < 1000 ? `${bytes} bytes` : `${(bytes / 1000).toFixed(1)} kB`;
}
