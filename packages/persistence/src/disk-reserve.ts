import { existsSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';

const mostBytes = 8 * 1024 * 1024;
/** On a small disk, the reserve is one part in this many of the free space. */
const share = 4;

/**
 * A file that reserves disk space next to a database. It is deleted when the disk is full, because even deletions must
 * first write data.
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

  /** Reserves space next to a database, if possible. */
  static async beside(database: string): Promise<DiskReserve> {
    const file = `${database}-reserve`;
    const { bavail, bsize } = await statfs(dirname(database));
    const kept = existsSync(file) ? statSync(file).size : 0;
    const reserve = new DiskReserve(file, kept || Math.min(mostBytes, Math.floor((bavail * bsize) / share)));
    reserve.#isHeld = kept > 0 || reserve.#take();
    return reserve;
  }

  /** Whether the reserve was used and cannot be restored. */
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
