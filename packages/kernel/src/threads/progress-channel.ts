import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { wallNowMs } from '../wall-clock.js';

/**
 * Lets live work report increasingly good outputs and find out whether to stop. The job can finish with any of the
 * outputs.
 */
export interface ProgressChannel<Output> {
  report(output: Output): void;
  /** Returns whether the work should stop. It is cheap enough to call every few microseconds. */
  shouldStop(): boolean;
  /** Returns the milliseconds of the sandbox's clock since the start; 0 on a manual clock. */
  elapsed(): number;
}

export interface WorkerChannel {
  readonly port: MessagePort;
  /** A single 32-bit number. A value of 1 stops the work. */
  readonly flag: Int32Array;
  /** Milliseconds of the sandbox's clock per millisecond; 0 for a manual clock. */
  readonly scale: number;
}

export interface CallerChannel {
  readonly worker: WorkerChannel;
  stop(): void;
  /** Closes the channel. Call it after the work has finished. */
  close(): void;
}

/** Opens a channel to a worker thread. Reports before `close` arrive in order. */
export function openChannel(scale: number, onProgress: (output: unknown) => void): CallerChannel {
  const { port1, port2 } = new MessageChannel();
  const flag = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  port1.on('message', onProgress);
  // An open channel must not keep the process alive.
  port1.unref();
  return {
    worker: { port: port2, flag, scale },
    stop: () => void Atomics.store(flag, 0, 1),
    close: () => port1.close(),
  };
}

export function createProgressChannel({ port, flag, scale }: WorkerChannel): ProgressChannel<unknown> {
  const begun = wallNowMs();
  return {
    report: (output) => port.postMessage(output),
    shouldStop: () => Atomics.load(flag, 0) === 1,
    elapsed: () => (scale === 0 ? 0 : (wallNowMs() - begun) * scale),
  };
}
