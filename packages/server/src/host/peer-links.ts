import { request as connect } from 'node:http';
import type { Duplex } from 'node:stream';
import type { OutgoingResponse } from '@understudy/kernel';
import { sleepRealTime, wallNowMs } from '@understudy/kernel/serving';
import { closing, type Frame, FrameWriter, maxId, readFrames } from './peer-frames.js';
import { type PeerRequest, peerCredential, peerProtocol } from './peer-request.js';

/**
 * The result of forwarding a request. `unreachable`: it was not sent. `lost`: it ran at most once. `notOwner`: it had
 * no effect.
 */
type PeerResult = OutgoingResponse | 'unreachable' | 'lost' | 'notOwner';

/**
 * Within which another server responds on a connection, and interval for checking waiting requests, in milliseconds.
 */
const [responseTimeoutMs, checkIntervalMs] = [1000, 300];

/** A server that ends in order still responds after another one has taken over, so the request is lost only later. */
const checksUntilLost = 4;

/** Connections to the other servers of a shared database. Each connection carries many concurrent requests. */
export class PeerLinks {
  readonly #credential: string;
  readonly #links = new Map<string, Promise<PeerLink | undefined>>();

  /** @param secret secret of the shared database */
  constructor(secret: string) {
    this.#credential = peerCredential(secret);
  }

  /** @param isServing returns whether that server still owns the sandbox; called while waiting */
  async send(
    address: string,
    request: PeerRequest,
    body: Uint8Array,
    isServing: () => Promise<boolean>,
  ): Promise<PeerResult> {
    let opening = this.#links.get(address);
    if (opening === undefined) {
      opening = this.#open(address, () => {
        if (this.#links.get(address) === opening) this.#links.delete(address);
      });
      this.#links.set(address, opening);
    }
    const link = await opening;
    return link === undefined ? 'unreachable' : await link.send(request, body, isServing);
  }

  close(): void {
    for (const opening of this.#links.values()) void opening.then((link) => link?.socket.destroy());
  }

  async #open(address: string, forget: () => void): Promise<PeerLink | undefined> {
    const socket = await upgrade(address, this.#credential);
    if (socket === undefined) forget();
    return socket === undefined ? undefined : new PeerLink(socket, forget);
  }
}

function upgrade(address: string, authorization: string): Promise<Duplex | undefined> {
  return new Promise((resolve) => {
    const { hostname, port } = new URL(address);
    const headers = { connection: 'Upgrade', upgrade: peerProtocol, authorization };
    const request = connect({ hostname, port, path: '/_sim', headers, timeout: responseTimeoutMs });
    request.on('upgrade', (_response, socket, first) => {
      socket.setTimeout(0);
      socket.setNoDelay(true);
      if (first.length > 0) socket.unshift(first);
      resolve(socket);
    });
    request.on('response', () => request.destroy());
    request.on('timeout', () => request.destroy());
    request.on('error', () => undefined);
    request.on('close', () => resolve(undefined));
    request.end();
  });
}

interface Pending {
  onFrame(frame: Frame): void;
  onLost(): void;
  /** Returns whether that server still owns the sandbox; undefined for a stream. */
  readonly isServing?: () => Promise<boolean>;
  /** Start time in milliseconds since the epoch. */
  readonly begun?: number;
  /** Number of checks in a row that found another owner. */
  moved?: number;
}

class PeerLink {
  readonly socket: Duplex;
  readonly #frames: FrameWriter;
  readonly #pending = new Map<number, Pending>();
  readonly #onClose: () => void;
  #latest = 0;
  /** Time of the latest frame in milliseconds since the epoch. */
  #heardAt = 0;
  #isLeaving = false;
  #isWatched = false;

  constructor(socket: Duplex, onClose: () => void) {
    this.socket = socket;
    this.#onClose = onClose;
    this.#frames = new FrameWriter(socket);
    this.#pending.set(closing, { onFrame: () => this.#leave(), onLost: () => undefined });
    readFrames(socket, (frame) => {
      this.#heardAt = wallNowMs();
      this.#pending.get(frame.id)?.onFrame(frame);
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      onClose();
      for (const pending of [...this.#pending.values()]) pending.onLost();
    });
  }

  send(request: PeerRequest, body: Uint8Array, isServing: () => Promise<boolean>): Promise<PeerResult> {
    if (this.socket.destroyed) return Promise.resolve('unreachable');
    this.#latest = (this.#latest % maxId) + 1;
    const id = this.#latest;
    return new Promise((resolve) => {
      const settle = (result: PeerResult) => {
        this.#forget(id);
        resolve(result);
      };
      const onLost = () => settle('lost');
      const onFrame = ({ kind, head, body: bytes }: Frame) => {
        if (kind === 'notOwner') settle('notOwner');
        else if (kind === 'response') settle({ ...JSON.parse(head), ...(bytes.length > 0 ? { body: bytes } : {}) });
        else if (kind === 'stream') resolve({ ...JSON.parse(head), body: this.#stream(id) });
        else settle('lost');
      };
      this.#pending.set(id, { onFrame, onLost, isServing, begun: wallNowMs() });
      this.#frames.write('request', id, JSON.stringify(request), body);
      if (!this.#isWatched) void this.#watch();
    });
  }

  /** Yields the chunks of a streamed body. Each is requested when it is needed. */
  #stream(id: number): AsyncIterable<string> {
    const end = () => {
      this.#forget(id);
      return { done: true, value: undefined } as const;
    };
    const next = async () => {
      const { kind, head } = await this.#pull(id);
      if (kind === 'chunk') return { done: false, value: head };
      const ended = end();
      if (kind !== 'end') throw new Error('The stream of another server ended early');
      return ended;
    };
    const cancel = () => {
      this.#frames.write('cancel', id);
      return Promise.resolve(end());
    };
    return { [Symbol.asyncIterator]: () => ({ next, return: cancel }) };
  }

  /** Ends requests whose sandbox has a new owner. New requests use a new connection if this one is silent. */
  async #watch(): Promise<void> {
    this.#isWatched = true;
    let waiting: Pending[] = [];
    do {
      await sleepRealTime(checkIntervalMs);
      waiting = [...this.#pending.values()].filter(({ isServing }) => isServing !== undefined);
      const now = wallNowMs();
      const latest = now - checkIntervalMs;
      const isSilent = waiting.some(({ begun = now }) => Math.max(begun, this.#heardAt) < now - responseTimeoutMs);
      if (isSilent && !this.#isLeaving) this.#leave();
      await Promise.all(waiting.filter(({ begun = latest }) => begun < latest).map(endIfMoved));
    } while (waiting.length > 0);
    this.#isWatched = false;
  }

  /**
   * Stops using the connection, because the other server accepts no more requests or is silent. Closes it after the last
   * response.
   */
  #leave(): void {
    this.#onClose();
    this.#isLeaving = true;
    this.#forget(closing);
  }

  #forget(id: number): void {
    this.#pending.delete(id);
    if (this.#isLeaving && this.#pending.size === 0) this.socket.end();
  }

  #pull(id: number): Promise<Pick<Frame, 'kind' | 'head'>> {
    return new Promise((resolve) => {
      this.#pending.set(id, { onFrame: resolve, onLost: () => resolve({ kind: 'broken', head: '' }) });
      if (this.socket.destroyed) resolve({ kind: 'broken', head: '' });
      this.#frames.write('pull', id);
    });
  }
}

async function endIfMoved(pending: Pending): Promise<void> {
  const isOwner = await pending.isServing?.().catch(() => false);
  pending.moved = isOwner === false ? (pending.moved ?? 0) + 1 : 0;
  if (pending.moved >= checksUntilLost) pending.onLost();
}
