import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { wallNow } from '../wall-clock.js';

/**
 * Lets live work report outputs, each better than the last, and ask whether to stop. The job can finish with any of
 * them.
 */
export interface ProgressChannel<Output> {
  report(output: Output): void;
  /** Cheap: may be asked every few microseconds. */
  shouldStop(): boolean;
  /** Milliseconds of the sandbox's clock since the work began; 0 throughout on a manual clock. */
  elapsed(): number;
}

/** The worker's end of a line, as it is posted to it. */
export interface WorkerChannel {
  readonly port: MessagePort;
  /** One 32-bit number: 0 until the work is to stop. */
  readonly flag: Int32Array;
  /** Milliseconds of the sandbox's clock in a millisecond; 0 for a clock that stands still. */
  readonly scale: number;
}

/** The caller's end of a line. */
export interface CallerChannel {
  readonly worker: WorkerChannel;
  /** Asks the work to stop; does nothing when it has ended. */
  stop(): void;
  /** To be called once the work has ended. */
  close(): void;
}

/** Opens a line to a worker thread. What is told before `close` is heard, in order. */
export function openChannel(scale: number, onProgress: (output: unknown) => void): CallerChannel {
  const { port1, port2 } = new MessageChannel();
  const flag = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  port1.on('message', onProgress);
  // A line alone must not keep a process alive.
  port1.unref();
  return {
    worker: { port: port2, flag, scale },
    stop: () => void Atomics.store(flag, 0, 1),
    close: () => port1.close(),
  };
}

/** The worker's view of its end of a line. */
export function progressChannel({ port, flag, scale }: WorkerChannel): ProgressChannel<unknown> {
  const begun = wallNow();
  return {
    report: (output) => port.postMessage(output),
    shouldStop: () => Atomics.load(flag, 0) === 1,
    elapsed: () => (scale === 0 ? 0 : (wallNow() - begun) * scale),
  };
}
