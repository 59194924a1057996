import { lstat, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { membersOf, stringifyJson } from '@understudy/contract';

/** A run that did not shut down cleanly. */
export interface CrashedRun {
  readonly pid: number;
  /** Start time, ISO 8601. */
  readonly since: string;
}

interface RunFile {
  /** The previous run, if it left its file behind. */
  readonly lost?: CrashedRun;
  /** Deletes the file. Call it before closing the port. Never throws. */
  remove(): Promise<void>;
}

/** Maximum size of a run file in bytes. Larger files were not written by Understudy. */
const mostBytes = 4096;

/**
 * Writes a file for a server at an address, and reports a file left by an earlier run. The earlier run has ended,
 * because this process now has its address. Unwritable folders and unrelated files are ignored.
 */
export async function openRunFile(
  { host, port }: { readonly host: string; readonly port: number },
  { directory = tmpdir(), pid = process.pid }: { readonly directory?: string; readonly pid?: number } = {},
): Promise<RunFile> {
  const file = join(directory, `understudy-${host.replaceAll(/[^\w.-]/g, '_')}-${port}.json`);
  const lost = await readSign(file);
  await writeSign(file, pid);
  return {
    ...(lost === undefined ? {} : { lost }),
    async remove() {
      // The file may already belong to a later server.
      if ((await readSign(file))?.pid === pid) await rm(file, { force: true }).catch(() => undefined);
    },
  };
}

async function readSign(file: string): Promise<CrashedRun | undefined> {
  try {
    // Anyone can write to temporary folders: never open links, pipes or large files.
    const facts = await lstat(file);
    if (!facts.isFile() || facts.size > mostBytes) return undefined;
    const { pid } = membersOf(JSON.parse(await readFile(file, 'utf8')));
    return typeof pid === 'number' && Number.isSafeInteger(pid) && pid > 0
      ? { pid, since: facts.mtime.toISOString() }
      : undefined;
  } catch {
    return undefined;
  }
}

async function writeSign(file: string, pid: number): Promise<void> {
  const aside = `${file}.${pid}`;
  try {
    // The file is renamed when complete, so that no reader sees a partial file, and a link is replaced rather than
    // followed.
    await writeFile(aside, `${stringifyJson({ pid })}\n`, { flag: 'wx', mode: 0o600 });
    await rename(aside, file);
  } catch {
    await rm(aside, { force: true }).catch(() => undefined);
  }
}
