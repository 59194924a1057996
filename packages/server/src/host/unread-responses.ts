import type { ServerResponse } from 'node:http';
import type { MemoryAccount } from '@understudy/kernel/serving';

/** Smaller ones are not worth counting: each connection has few. */
const leastBytes = 16 * 1024;

/**
 * Counts the bytes of responses that clients have not read yet. When there is no more room, the connections that have
 * not read theirs for the longest time are closed, so that they do not keep memory from others.
 */
export class UnreadResponses {
  readonly #account: MemoryAccount;
  /** In the order of sending. */
  readonly #sizes = new Map<ServerResponse, number>();

  constructor(account: MemoryAccount) {
    this.#account = account;
  }

  /** Counts a response until it is read, or its connection closes. */
  add(response: ServerResponse, bytes: number): void {
    if (bytes < leastBytes) return;
    while (this.#account.room < bytes) {
      const [oldest] = this.#sizes.keys();
      if (oldest === undefined) break;
      this.#remove(oldest);
      oldest.req.socket.destroy();
    }
    this.#sizes.set(response, bytes);
    this.#account.add(bytes);
    const { socket } = response.req;
    const remove = () => {
      socket.off('close', remove);
      this.#remove(response);
    };
    response.once('close', remove);
    // The event of a response that waits behind another does not come when the connection closes.
    socket.once('close', remove);
  }

  #remove(response: ServerResponse): void {
    const bytes = this.#sizes.get(response);
    if (bytes === undefined) return;
    this.#sizes.delete(response);
    this.#account.add(-bytes);
  }
}
