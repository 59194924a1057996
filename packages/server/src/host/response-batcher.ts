import type { Server, ServerResponse } from 'node:http';
// Imported by name, so that the fake timers of a test do not apply.
import { setImmediate } from 'node:timers';
import type { OutgoingResponse } from '@understudy/kernel';
import { sendResponse } from './send-response.js';
import type { UnreadResponses } from './unread-responses.js';

interface Ready {
  readonly response: ServerResponse;
  readonly answer: OutgoingResponse;
}

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

  /** Counts a server's connections. A single connection has at most one request per turn. */
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
    // Node would keep what is written to the connection that closed. A stream must learn that nobody reads it.
    if (length !== undefined && response.req.socket.destroyed) return;
    try {
      sendResponse(response, answer);
      this.#unread.add(response, length ?? 0);
    } catch (error) {
      this.#failed(response, error);
    }
  }
}
