import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

type Serve = (request: IncomingMessage, response: ServerResponse) => void;

interface Waiting {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

interface Connection {
  inWork: number;
  readonly waiting: Waiting[];
  /** True if requests were dropped. The connection closes after the requests before them. */
  isFull: boolean;
}

/** Maximum requests per connection whose responses have not been handed to the operating system. */
const mostInWork = 4;

/** Maximum requests per connection that wait for those. A single socket read contains up to about 1,500 requests. */
const mostWaiting = 256;

/**
 * Bounds the work of each connection. A client can send many requests at once (pipelining) and never read a response,
 * so a request waits until the previous responses have been sent. Requests of a closed connection are dropped.
 */
export class ConnectionQueue {
  readonly #serve: Serve;
  readonly #connections = new WeakMap<Socket, Connection>();

  constructor(serve: Serve) {
    this.#serve = serve;
  }

  /** Serves a request, now or later. */
  push(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    const connection = this.#connections.get(socket) ?? this.#open(socket);
    connection.isFull ||= connection.waiting.length >= mostWaiting;
    // Further requests on this connection get no response.
    if (connection.isFull) socket.pause();
    else if (connection.inWork < mostInWork) this.#start(connection, { request, response });
    else connection.waiting.push({ request, response });
  }

  #open(socket: Socket): Connection {
    const connection: Connection = { inWork: 0, waiting: [], isFull: false };
    this.#connections.set(socket, connection);
    socket.once('close', () => {
      connection.waiting.length = 0;
      connection.isFull = true;
    });
    return connection;
  }

  #start(connection: Connection, { request, response }: Waiting): void {
    connection.inWork += 1;
    response.once('close', () => {
      connection.inWork -= 1;
      const next = connection.waiting.shift();
      if (next !== undefined) this.#start(connection, next);
    });
    if (connection.isFull && connection.waiting.length === 0) response.shouldKeepAlive = false;
    this.#serve(request, response);
  }
}
