import type { Writable } from 'node:stream';
import { setRealTimeAlarm } from '@understudy/kernel';

/** Maximum delay of a line in milliseconds. */
const latest = 40;
const lineEnd = 10;
/** Maximum time to wait for the reader when closing, in milliseconds. */
const patience = 500;
const batchBytes = 64 * 1024;
/** Number of pending bytes above which lines are dropped. */
const mostWaiting = 4 * 1024 * 1024;

/**
 * Writes lines in batches. If the reader is too slow, lines are dropped and counted. If the reader is gone, nothing is
 * written.
 */
export class LineWriter {
  readonly #stream: Writable;
  readonly #droppedLine: (count: number) => string;
  /** A buffer, because long growing strings are expensive to garbage-collect. */
  #batch = Buffer.allocUnsafe(batchBytes);
  #bytes = 0;
  #lines = 0;
  #dropped = 0;
  #waits = false;
  #gone = false;
  #held = true;

  /** @param droppedLine formats the number of dropped lines */
  constructor(stream: Writable, droppedLine: (count: number) => string) {
    this.#stream = stream;
    this.#droppedLine = droppedLine;
    // These listeners would end the process, but a server must continue even if nothing reads its log.
    stream.removeAllListeners('error');
    stream.on('error', () => {
      this.#gone = true;
    });
  }

  /** Starts writing. Earlier lines are written first. */
  begin(): void {
    this.#held = false;
    this.flush();
  }

  write(line: string): void {
    if (this.#gone) return;
    // At most three bytes per character, plus the line end.
    const most = 3 * line.length + 1;
    if (most > this.#batch.length - this.#bytes) this.#grow(most);
    this.#bytes += this.#batch.write(line, this.#bytes);
    this.#batch[this.#bytes] = lineEnd;
    this.#bytes += 1;
    this.#lines += 1;
    if (!this.#waits) {
      this.#waits = true;
      setRealTimeAlarm(latest, () => this.flush());
    }
  }

  /** Flushes and waits up to half a second for the reader. */
  async end(): Promise<void> {
    this.flush();
    if (this.#gone || this.#stream.writableLength === 0) return;
    await new Promise<void>((resolve) => {
      setRealTimeAlarm(patience, resolve);
      this.#stream.write('', () => resolve());
    });
  }

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

  #grow(bytes: number): void {
    this.flush();
    if (bytes <= this.#batch.length - this.#bytes) return;
    const larger = Buffer.allocUnsafe(this.#bytes + Math.max(bytes, batchBytes));
    this.#batch.copy(larger, 0, 0, this.#bytes);
    this.#batch = larger;
  }
}
