import type { Writable } from 'node:stream';
import { wallAlarm } from '@understudy/kernel';

/** A line is seen after the given number of milliseconds at the latest. */
const latest = 40;
const lineEnd = 10;
/** Milliseconds that a reader has for the end. */
const patience = 500;
const batchBytes = 64 * 1024;
/** Bytes that wait for a reader before lines are dropped. */
const mostWaiting = 4 * 1024 * 1024;

/**
 * Writes lines in batches: a write costs more than a line. A reader that does not keep up loses lines, and is told how
 * many; one that has gone is written to no more. The server continues.
 */
export class LineWriter {
  readonly #stream: Writable;
  readonly #droppedLine: (count: number) => string;
  /** Of bytes, because texts that grow by lines and stay for a while are dear to collect. */
  #batch = Buffer.allocUnsafe(batchBytes);
  #bytes = 0;
  #lines = 0;
  #dropped = 0;
  #waits = false;
  #gone = false;
  #held = true;

  /** @param droppedLine what to write of lines that were dropped */
  constructor(stream: Writable, droppedLine: (count: number) => string) {
    this.#stream = stream;
    this.#droppedLine = droppedLine;
    // Not what the command line does about it, which is to end: a server whose output no one reads any more continues.
    stream.removeAllListeners('error');
    stream.on('error', () => {
      this.#gone = true;
    });
  }

  /** Begins to write, what has come before first. */
  begin(): void {
    this.#held = false;
    this.flush();
  }

  write(line: string): void {
    if (this.#gone) return;
    // A character has three bytes at most, and the end of the line one.
    const most = 3 * line.length + 1;
    if (most > this.#batch.length - this.#bytes) this.#grow(most);
    this.#bytes += this.#batch.write(line, this.#bytes);
    this.#batch[this.#bytes] = lineEnd;
    this.#bytes += 1;
    this.#lines += 1;
    if (!this.#waits) {
      this.#waits = true;
      wallAlarm(latest, () => this.flush());
    }
  }

  /** Writes what is still to be written; resolves when it has arrived, or its reader has had half a second for it. */
  async end(): Promise<void> {
    this.flush();
    if (this.#gone || this.#stream.writableLength === 0) return;
    await new Promise<void>((resolve) => {
      wallAlarm(patience, resolve);
      this.#stream.write('', () => resolve());
    });
  }

  /** Writes what has not been written yet. */
  flush(): void {
    this.#waits = false;
    if (this.#held) return;
    const lines = this.#lines;
    const batch = Buffer.from(this.#batch.subarray(0, this.#bytes));
    this.#bytes = 0;
    this.#lines = 0;
    if (this.#gone || lines === 0) return;
    if (this.#stream.writableLength > mostWaiting) {
      this.#dropped += lines;
      return;
    }
    const lost = this.#dropped === 0 ? '' : `${this.#droppedLine(this.#dropped)}\n`;
    this.#dropped = 0;
    if (lost !== '') this.#stream.write(lost);
    this.#stream.write(batch);
  }

  /** Makes room for the given number of bytes. */
  #grow(bytes: number): void {
    this.flush();
    if (bytes <= this.#batch.length - this.#bytes) return;
    const larger = Buffer.allocUnsafe(this.#bytes + Math.max(bytes, batchBytes));
    this.#batch.copy(larger, 0, 0, this.#bytes);
    this.#batch = larger;
  }
}
