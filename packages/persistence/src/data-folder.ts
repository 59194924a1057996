import { existsSync } from 'node:fs';
import { mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isObject, parseJson, stringifyJson } from '@understudy/contract';
import type { SandboxArchive } from '@understudy/kernel';
import { wallNowMs } from '@understudy/kernel/serving';
import { checkSecret } from './check-secret.js';
import { DataFolderError } from './data-folder-error.js';
import { isDiskFull } from './disk-reserve.js';
import type { CommitDurability } from './sqlite/commit-durability.js';
import { SqliteArchive } from './sqlite/sqlite-archive.js';

interface FolderOwner {
  readonly pid: number;
  /** ISO 8601 start time of the process. */
  readonly since: string;
  /** URL of the server, once it listens. */
  readonly url?: string;
}

interface FolderOptions {
  readonly durability?: CommitDurability;
  /** True if the folder can be new. If false, a folder without data is an error. */
  readonly isNew?: boolean;
  /** Called if the latest changes may have been lost. */
  readonly onNotice?: (notice: string) => void;
}

const ownFileOnly = 0o600;

/**
 * The data folder of a server. It contains `understudy.db` with the sandboxes, `owner.json` with the process that has
 * the folder open, and `secret`. The database lock ensures a single process; `owner.json` only identifies that process.
 */
export class DataFolder {
  readonly #archive: SqliteArchive;
  readonly #folder: string;
  #owner: FolderOwner;

  private constructor(folder: string, archive: SqliteArchive) {
    this.#folder = folder;
    this.#archive = archive;
    this.#owner = { pid: process.pid, since: new Date(wallNowMs()).toISOString() };
  }

  /**
   * Opens or creates a data folder.
   * @throws DataFolderError if it cannot be used
   */
  static async open(
    folder: string,
    { durability = 'normal', isNew = true, onNotice }: FolderOptions = {},
  ): Promise<DataFolder> {
    const file = join(folder, 'understudy.db');
    if (!isNew && !existsSync(file)) throw new DataFolderError(`${folder} does not contain Understudy data`);
    let archive: SqliteArchive | undefined;
    try {
      // Imported first, so that a failure leaves no empty folder.
      await import('libsql');
      await makeFolder(folder);
      // Creates the file so that only its owner can access it.
      await (await open(file, 'a', ownFileOnly)).close();
      // Read before SQLite repairs it, and reported only if the folder opens.
      const isCutShort = await isLogCutShort(`${file}-wal`);
      archive = await SqliteArchive.open(file, { durability });
      const opened = new DataFolder(folder, archive);
      await opened.#sign();
      if (isCutShort) {
        onNotice?.(
          `${file}-wal is cut short: the disk was full, or a copy lost its end. After a full disk, only rejected changes are missing; restore a backup if you opened a copy`,
        );
      }
      if (archive.isFull) onNotice?.(`The disk of ${folder} is full; only deletions are stored until there is space`);
      return opened;
    } catch (error) {
      await archive?.close();
      throw await explained(folder, error);
    }
  }

  get archive(): SandboxArchive {
    return this.#archive;
  }

  /** Returns the problems that SQLite detects in the file. */
  findDamage(): string[] {
    return this.#archive.findDamage();
  }

  /** Records the URL, for processes that find the folder in use. */
  async announce(url: string): Promise<void> {
    this.#owner = { ...this.#owner, url };
    await this.#sign();
  }

  /**
   * Reads the secret that signs links and tokens. Only the user of this process can read the file.
   * @param make creates the secret if it is missing
   * @throws DataFolderError if it is too short to protect anything
   */
  async secret(make: () => string): Promise<string> {
    const file = join(this.#folder, 'secret');
    const kept = await readFile(file, 'utf8').catch(() => '');
    if (kept !== '') return checkSecret(kept, file);
    const secret = make();
    try {
      await replace(file, secret);
    } catch (error) {
      throw await explained(this.#folder, error);
    }
    return secret;
  }

  async close(): Promise<void> {
    // Done before the lock is released, because the next owner writes the file.
    await rm(join(this.#folder, 'owner.json'), { force: true }).catch(() => undefined);
    await this.#archive.close();
  }

  async #sign(): Promise<void> {
    const write = () => replace(join(this.#folder, 'owner.json'), `${stringifyJson(this.#owner)}\n`);
    await write().catch((error: unknown) => {
      if (!isDiskFull(error)) throw error;
      this.#archive.useReserve();
      return write();
    });
  }
}

/** Replaces a file atomically. Only the process that holds the database lock calls this function. */
async function replace(file: string, text: string): Promise<void> {
  const aside = `${file}.new`;
  try {
    await writeFile(aside, text, { mode: ownFileOnly });
    await rename(aside, file);
  } catch (error) {
    await rm(aside, { force: true });
    throw error;
  }
}

async function explained(folder: string, error: unknown): Promise<DataFolderError> {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const text = error instanceof Error ? error.message : String(error);
  if (code === 'SQLITE_BUSY') return new DataFolderError(`${folder} is in use by ${await ownerOf(folder)}`, error);
  if (isDiskFull(error)) {
    return new DataFolderError(`The disk of ${folder} is full; nothing was changed`, error);
  }
  if (code === 'SQLITE_CORRUPT' || code === 'SQLITE_NOTADB') {
    return new DataFolderError(
      `${join(folder, 'understudy.db')} is damaged (${text}); put a copy of it there, or choose another folder`,
      error,
    );
  }
  if (code === 'ENOTDIR' || code === 'EEXIST') return new DataFolderError(`${folder} is not a folder`, error);
  if (/^(EACCES|EPERM|EROFS|ENOENT|SQLITE_READONLY|SQLITE_CANTOPEN)/.test(code)) {
    return new DataFolderError(
      `${folder} cannot be written (${code}); choose a folder that this user may write`,
      error,
    );
  }
  if (code === 'ERR_MODULE_NOT_FOUND') {
    return new DataFolderError(
      'A data folder requires SQLite, which is not installed: npm install libsql@0.5.29',
      error,
    );
  }
  if (code === 'MODULE_NOT_FOUND') {
    return new DataFolderError(
      `This machine (${process.platform}-${process.arch}) has no SQLite for Understudy; start it without --data`,
      error,
    );
  }
  return new DataFolderError(`Cannot use ${folder}: ${text}`, error);
}

async function ownerOf(folder: string): Promise<string> {
  const owner = await readOwner(join(folder, 'owner.json'));
  // The next process overwrites the file left by a killed process.
  if (owner === undefined || !isAlive(owner.pid)) return 'another process, which is just starting; try again';
  const where = owner.url === undefined ? '' : ` at ${owner.url}`;
  const instead = owner.url === undefined ? '' : `, or use the server with --target ${owner.url}`;
  return `another process (pid ${owner.pid}${where}, since ${owner.since}); end it first${instead}, or choose another folder`;
}

async function readOwner(file: string): Promise<FolderOwner | undefined> {
  try {
    const owner = parseJson(await readFile(file, 'utf8'));
    const { pid, since, url } = isObject(owner) ? owner : {};
    if (typeof pid !== 'number' || typeof since !== 'string') return undefined;
    return { pid, since, ...(typeof url === 'string' ? { url } : {}) };
  } catch {
    return undefined;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // The process exists but belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/**
 * Creates a folder and its parents, readable only by this user. Node's recursive `mkdir` never returns below /proc.
 * @throws Error with the system's `code`
 */
async function makeFolder(folder: string): Promise<void> {
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

/** Returns whether an SQLite write-ahead log ends in the middle of a page (sqlite.org/fileformat2.html#walformat). */
async function isLogCutShort(path: string): Promise<boolean> {
  const [header, frame] = [32, 24];
  const log = await open(path).catch(() => undefined);
  if (log === undefined) return false;
  try {
    const { size } = await log.stat();
    const { buffer, bytesRead } = await log.read(Buffer.alloc(header), 0, header, 0);
    return bytesRead > 0 && (bytesRead < header || (size - header) % (frame + buffer.readUInt32BE(8)) !== 0);
  } finally {
    await log.close();
  }
}

async function isFolder(path: string): Promise<boolean> {
  return await stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
