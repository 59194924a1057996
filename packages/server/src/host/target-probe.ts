import { connect } from 'node:net';
import { monotonicNowMs } from '@understudy/kernel/serving';

/** Milliseconds for which the result of a connection attempt is reused, and the timeout for connecting. */
const [reachableForMs, connectTimeoutMs] = [500, 2000];

/** Checks whether a server is reachable. The result is reused briefly. */
export class TargetProbe {
  readonly #host: string;
  readonly #port: number;
  #reached: { readonly at: number; readonly result: Promise<boolean> } | undefined;

  constructor({ hostname, port, protocol }: URL) {
    this.#host = hostname.replace(/^\[|\]$/g, '');
    this.#port = Number(port || (protocol === 'https:' ? 443 : 80));
  }

  async isReachable(): Promise<boolean> {
    const now = monotonicNowMs();
    if (this.#reached !== undefined && now - this.#reached.at < reachableForMs) return await this.#reached.result;
    const result = new Promise<boolean>((resolve) => {
      const socket = connect({ host: this.#host, port: this.#port, timeout: connectTimeoutMs });
      const end = (isReachable: boolean) => () => {
        socket.destroy();
        resolve(isReachable);
      };
      socket.once('connect', end(true)).once('timeout', end(false)).once('error', end(false));
    });
    this.#reached = { at: now, result };
    return await result;
  }

  /** Discards the latest result, because a request has failed. */
  forget(): void {
    this.#reached = undefined;
  }
}
