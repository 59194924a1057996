import type { Server, ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers';
import type { OutgoingResponse } from '@understudy/kernel';
import type { MemoryAccount } from '@understudy/kernel/serving';
import { sendResponse } from './send-response.js';

interface Ready {
  readonly response: ServerResponse;
  readonly answer: OutgoingResponse;
}

/** Minimum size of a response worth counting. Each connection has only a few smaller ones. */
const leastBytes = 16 * 1024;

/**
 * Sends all responses of a turn of the event loop together at its end. Each send wakes a client, which would compete
 * for the processor with the turn's remaining requests.
 */
export class ResponseBatcher {
  readonly #failed: (response: ServerResponse, error: unknown) => void;
  readonly #unread: UnreadResponses;
  #connections = 0;
  #ready: Ready[] = [];

  /**
   * @param failed called with each response that could not be sent
   * @param unread counts responses until they are read
   */
  constructor(failed: (response: ServerResponse, error: unknown) => void, unread: UnreadResponses) {
    this.#failed = failed;
    this.#unread = unread;
  }

  /** Counts a server's connections. If there is only one, each turn has at most one request. */
  watch(server: Server): void {
    server.on('connection', (socket) => {
      this.#connections += 1;
      socket.once('close', () => {
        this.#connections -= 1;
      });
    });
  }

  /** Sends a response at the end of the current turn. */
  send(response: ServerResponse, answer: OutgoingResponse): void {
    if (this.#connections === 1) {
      this.#send({ response, answer });
      return;
    }
    if (this.#ready.length === 0) setImmediate(() => this.#sendAll());
    this.#ready.push({ response, answer });
  }

  #sendAll(): void {
    const ready = this.#ready;
    this.#ready = [];
    for (const each of ready) this.#send(each);
  }

  #send({ response, answer }: Ready): void {
    const { body } = answer;
    const length = typeof body === 'string' || body instanceof Uint8Array ? body.length : undefined;
    // Node would buffer data written to a closed connection. A stream is sent anyway, to detect that nobody reads it.
    if (length !== undefined && response.req.socket.destroyed) return;
    try {
      sendResponse(response, answer);
      this.#unread.add(response, length ?? 0);
    } catch (error) {
      this.#failed(response, error);
    }
  }
}

/**
 * Counts the bytes of responses that clients have not read yet. When the limit is reached, the connections with the
 * oldest unread responses are closed to free memory for others.
 */
export class UnreadResponses {
  readonly #account: MemoryAccount;
  /** Bytes of unread responses, in the order in which they were sent. */
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
    // A response that waits behind another one emits no `close` event when the connection closes.
    socket.once('close', remove);
  }

  #remove(response: ServerResponse): void {
    const bytes = this.#sizes.get(response);
    if (bytes === undefined) return;
    this.#sizes.delete(response);
    this.#account.add(-bytes);
  }
}
