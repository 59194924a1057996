import { existsSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';

const mostBytes = 8 * 1024 * 1024;
/** On a small disk, the reserve is the free space divided by this number. */
const share = 4;

/**
 * A file that reserves disk space next to a database. It is deleted when the disk is full, because even deletions must
 * write data before they free space.
 */
export class DiskReserve {
  readonly bytes: number;
  readonly #file: string;
  #isHeld = false;
  #wasGiven = false;

  private constructor(file: string, bytes: number) {
    this.#file = file;
    this.bytes = bytes;
  }

  /**
   * Reserves space next to a database, if possible.
   * @param released size of the previous reserve if it had to be deleted to open the database
   */
  static async beside(database: string, released?: number): Promise<DiskReserve> {
    const file = fileBeside(database);
    if (released !== undefined) {
      const reserve = new DiskReserve(file, released);
      reserve.#wasGiven = true;
      return reserve;
    }
    const { bavail, bsize } = await statfs(dirname(database));
    const kept = existsSync(file) ? statSync(file).size : 0;
    const reserve = new DiskReserve(file, kept || Math.min(mostBytes, Math.floor((bavail * bsize) / share)));
    reserve.#isHeld = kept > 0 || reserve.#take();
    return reserve;
  }

  /**
   * Deletes the reserve of a database that cannot be opened until space is free. @returns its size; undefined if there
   * is none
   */
  static release(database: string): number | undefined {
    const file = fileBeside(database);
    const bytes = existsSync(file) ? statSync(file).size : 0;
    rmSync(file, { force: true });
    return bytes === 0 ? undefined : bytes;
  }

  /** True if the reserve was used and there is too little space to restore it. */
  get isMissing(): boolean {
    if (!this.#isHeld && this.#wasGiven) this.#isHeld = this.#take();
    return !this.#isHeld && this.#wasGiven;
  }

  give(): void {
    rmSync(this.#file, { force: true });
    this.#wasGiven ||= this.#isHeld;
    this.#isHeld = false;
  }

  /** @returns whether there was space */
  #take(): boolean {
    try {
      writeFileSync(this.#file, Buffer.alloc(this.bytes), { mode: 0o600 });
      return true;
    } catch {
      rmSync(this.#file, { force: true });
      return false;
    }
  }
}

function fileBeside(database: string): string {
  return `${database}-reserve`;
}

/** Returns whether an error from the system or SQLite means that a disk is full. */
export function isDiskFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^(SQLITE_FULL|ENOSPC|EDQUOT)$/.test(String(error.code));
}

/** Reports a full disk before SQLite does. */
export class DiskFullError extends Error {
  readonly code = 'SQLITE_FULL';

  constructor() {
    super('database or disk is full');
  }
}
