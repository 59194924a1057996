import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { DriftCause } from '@understudy/conformance';
import { createThreadOptions, resolveBuiltModule } from '@understudy/kernel';
import type { ForwardedExchange } from '@understudy/server';
import type {
  TrafficThreadOptions,
  TrafficThreadOrder,
  TrafficThreadReply,
  TrafficThreadReport,
} from './traffic-thread.js';

/** Maximum size of the exchanges that wait for the thread, in bytes. Further ones are not checked and not recorded. */
const mostWaiting = 64 * 1024 * 1024;

/** Checks and records traffic in a thread, so that a costly body holds up no request. */
export class TrafficObserver {
  readonly #thread: Worker;
  readonly #onCause: (cause: DriftCause) => void;
  readonly #causes = new Map<string, DriftCause>();
  readonly #end: Promise<TrafficThreadReport>;
  #waiting = 0;
  #skipped = 0;

  private constructor(thread: Worker, onCause: (cause: DriftCause) => void) {
    this.#thread = thread;
    this.#onCause = onCause;
    this.#end = new Promise((resolve, reject) => {
      thread.on('message', (message: TrafficThreadReply) => {
        if (message.type === 'done') this.#note(message);
        else if (message.type === 'end') resolve(message.report);
      });
      thread.once('error', reject);
      thread.once('exit', () => reject(new Error('The thread that checks and records traffic has stopped')));
    });
    // Reported when the observer is closed.
    this.#end.catch(() => undefined);
  }

  /** Starts the thread. @param onCause called with each cause when it occurs first @throws Error if the archive exists */
  static async start(options: TrafficThreadOptions, onCause: (cause: DriftCause) => void): Promise<TrafficObserver> {
    const module = new URL(resolveBuiltModule(import.meta.url, './traffic-thread.js'));
    const thread = new Worker(module, { ...createThreadOptions(), workerData: options });
    await once(thread, 'message');
    return new TrafficObserver(thread, onCause);
  }

  /** The causes so far. */
  get causes(): readonly DriftCause[] {
    return [...this.#causes.values()];
  }

  add(exchange: ForwardedExchange): void {
    const size = 1000 + (exchange.request.body?.length ?? 0) + (exchange.response?.body?.length ?? 0);
    if (this.#waiting + size > mostWaiting) {
      this.#skipped += 1;
      return;
    }
    this.#waiting += size;
    const order: TrafficThreadOrder = { exchange, size };
    this.#thread.postMessage(order);
  }

  /** Finishes the archive. @throws Error if it could not be written */
  async close(): Promise<TrafficThreadReport & { readonly skipped: number }> {
    const order: TrafficThreadOrder = 'end';
    this.#thread.postMessage(order);
    return { ...(await this.#end), skipped: this.#skipped };
  }

  #note({ size, causes }: Extract<TrafficThreadReply, { type: 'done' }>): void {
    this.#waiting -= size;
    for (const cause of causes) {
      this.#causes.set(cause.fingerprint, cause);
      if (cause.count === 1) this.#onCause(cause);
    }
  }
}
