import { lstat, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A run of the server that ended without shutting down. */
export interface LostRun {
  readonly pid: number;
  /** ISO 8601 instant of its start. */
  readonly since: string;
}

/** The sign that a server runs at an address: a small file that is there as long as it does. */
export interface RunFile {
  /** The run before this one, when it left its sign behind. */
  readonly lost?: LostRun;
  /** Takes the sign away; to be called before the address is given up. Never throws. */
  remove(): Promise<void>;
}

/** Larger than anything written here; what is larger was not. */
const mostBytes = 4096;

/**
 * Leaves the sign of a server that listens at an address, and reports one that was left behind. The one that left it
 * cannot run any more, because the address is ours now; so its process is not looked for, and a number that was given
 * to another process since does not matter. A folder that cannot be written, and a file that is not ours, only mean
 * that nothing is told.
 *
 * @param address that this process listens at
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
      // A server that came after has its own sign under the same name.
      if ((await readSign(file))?.pid === pid) await rm(file, { force: true }).catch(() => undefined);
    },
  };
}

async function readSign(file: string): Promise<LostRun | undefined> {
  try {
    // Folders for temporary files are open to all: a link, a pipe or a large file is not opened.
    const facts = await lstat(file);
    if (!facts.isFile() || facts.size > mostBytes) return undefined;
    const { pid }: { pid?: unknown } = Object(JSON.parse(await readFile(file, 'utf8')));
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
    // Made aside and moved, so that it is never there in part, and a link under its name is replaced and not followed.
    await writeFile(aside, `${JSON.stringify({ pid })}\n`, { flag: 'wx', mode: 0o600 });
    await rename(aside, file);
  } catch {
    await rm(aside, { force: true }).catch(() => undefined);
  }
}
