import type { Server, ServerResponse } from 'node:http';
// Imported by name, so that answers are sent even where a test fakes the timers of the process.
import { setImmediate } from 'node:timers';
import type { OutgoingResponse } from '@understudy/kernel';
import { sendResponse } from './send-response.js';

interface Ready {
  readonly response: ServerResponse;
  readonly answer: OutgoingResponse;
}

/**
 * Sends the responses of one turn of the event loop together at its end. Each send wakes a client, which would compete
 * for the processor with the remaining requests of the turn.
 */
export class ResponseBatcher {
  readonly #failed: (response: ServerResponse, error: unknown) => void;
  #connections = 0;
  #ready: Ready[] = [];

  /** @param failed called with every answer that could not be sent; the others are */
  constructor(failed: (response: ServerResponse, error: unknown) => void) {
    this.#failed = failed;
  }

  /** Counts the connections of a server: over a single one no two requests come in one turn. */
  watch(server: Server): void {
    server.on('connection', (socket) => {
      this.#connections += 1;
      socket.once('close', () => {
        this.#connections -= 1;
      });
    });
  }

  /** Sends an answer, at the end of this turn at the latest. */
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
    try {
      sendResponse(response, answer);
    } catch (error) {
      this.#failed(response, error);
    }
  }
}
