import { request as connect } from 'node:http';
import type { Duplex } from 'node:stream';
import type { OutgoingResponse } from '@understudy/kernel';
import { monotonicNowMs, sleepRealTime } from '@understudy/kernel/serving';
import {
  connectionId,
  type Frame,
  FrameWriter,
  maxId,
  type PeerRequest,
  peerCredential,
  peerProtocol,
  readFrames,
  silenceLimitMs,
} from './peer-frames.js';

/**
 * The result of forwarding a request. `unreachable`: it was not sent. `lost`: it ran at most once. `notOwner`: it had
 * no effect.
 */
type PeerResult = OutgoingResponse | 'unreachable' | 'lost' | 'notOwner';

/** Limits of a connection, in milliseconds. */
export interface LinkTimes {
  /** Timeout for accepting a connection, and the silence after which a server gets no new requests. */
  readonly response: number;
  /** Time without any frame after which the connection and its requests are lost. */
  readonly silence: number;
  /** Interval of pings, and of owner checks while a request waits. */
  readonly check: number;
}

const defaultTimes: LinkTimes = { response: 1000, silence: silenceLimitMs, check: 300 };

/** Checks that must find another owner before a request is lost, because a server that shuts down still responds. */
const checksUntilLost = 4;

/** Connections to the other servers of a shared database. Each connection carries many concurrent requests. */
export class PeerLinks {
  readonly #credential: string;
  readonly #times: LinkTimes;
  readonly #links = new Map<string, Promise<PeerLink | undefined>>();

  /** @param secret secret of the shared database */
  constructor(secret: string, times = defaultTimes) {
    this.#credential = peerCredential(secret);
    this.#times = times;
  }

  /** @param isServing returns whether that server still owns the sandbox; called while waiting */
  async send(
    address: string,
    request: PeerRequest,
    body: Uint8Array,
    isServing: () => Promise<boolean>,
  ): Promise<PeerResult> {
    const link = await this.#linkTo(address);
    return link === undefined ? 'unreachable' : await link.send(request, body, isServing);
  }

  /** Returns whether another server responds to a ping. */
  async responds(address: string): Promise<boolean> {
    const link = await this.#linkTo(address);
    return link !== undefined && (await link.ping());
  }

  close(): void {
    for (const opening of this.#links.values()) void opening.then((link) => link?.socket.destroy());
  }

  async #linkTo(address: string): Promise<PeerLink | undefined> {
    let opening = this.#links.get(address);
    if (opening === undefined) {
      opening = this.#open(address, () => {
        if (this.#links.get(address) === opening) this.#links.delete(address);
      });
      this.#links.set(address, opening);
    }
    return await opening;
  }

  async #open(address: string, forget: () => void): Promise<PeerLink | undefined> {
    const socket = await upgrade(address, this.#credential, this.#times.response);
    if (socket === undefined) forget();
    return socket === undefined ? undefined : new PeerLink(socket, this.#times, forget);
  }
}

function upgrade(address: string, authorization: string, timeout: number): Promise<Duplex | undefined> {
  return new Promise((resolve) => {
    const { hostname, port } = new URL(address);
    const headers = { connection: 'Upgrade', upgrade: peerProtocol, authorization };
    const request = connect({ hostname, port, path: '/_sim', headers, timeout });
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
  /** Monotonic start time in milliseconds. */
  readonly begun?: number;
  /** Number of checks in a row that found another owner. */
  moved?: number;
}

class PeerLink {
  readonly socket: Duplex;
  readonly #frames: FrameWriter;
  readonly #pending = new Map<number, Pending>();
  readonly #times: LinkTimes;
  readonly #onClose: () => void;
  #latest = 0;
  /** Monotonic time of the latest frame in milliseconds. */
  #heardAt = 0;
  #isLeaving = false;
  #isWatched = false;

  constructor(socket: Duplex, times: LinkTimes, onClose: () => void) {
    this.socket = socket;
    this.#times = times;
    this.#onClose = onClose;
    this.#frames = new FrameWriter(socket);
    readFrames(socket, (frame) => {
      this.#heardAt = monotonicNowMs();
      if (frame.id !== connectionId) this.#pending.get(frame.id)?.onFrame(frame);
      else if (frame.kind === 'end') this.#leave();
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      onClose();
      for (const pending of [...this.#pending.values()]) pending.onLost();
    });
  }

  send(request: PeerRequest, body: Uint8Array, isServing: () => Promise<boolean>): Promise<PeerResult> {
    if (this.socket.destroyed) return Promise.resolve('unreachable');
    const id = this.#nextId();
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
      this.#pending.set(id, { onFrame, onLost, isServing, begun: monotonicNowMs() });
      this.#frames.write('request', id, JSON.stringify(request), body);
      if (!this.#isWatched) void this.#watch();
    });
  }

  /** @returns false if the connection is lost before the other server responds */
  ping(): Promise<boolean> {
    if (this.socket.destroyed) return Promise.resolve(false);
    const id = this.#nextId();
    return new Promise((resolve) => {
      const settle = (isAlive: boolean) => {
        this.#forget(id);
        resolve(isAlive);
      };
      this.#pending.set(id, { onFrame: () => settle(true), onLost: () => settle(false) });
      this.#frames.write('ping', id);
      if (!this.#isWatched) void this.#watch();
    });
  }

  #nextId(): number {
    this.#latest = (this.#latest % maxId) + 1;
    return this.#latest;
  }

  /** Yields the chunks of a streamed body. Each chunk is requested when it is needed. */
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

  /**
   * Ends requests whose sandbox has a new owner. Ends all requests only after a long silence, because the other server
   * may still have its lease; new requests switch to a new connection earlier.
   */
  async #watch(): Promise<void> {
    const { response, silence, check } = this.#times;
    this.#isWatched = true;
    this.#heardAt = monotonicNowMs();
    do {
      this.#frames.write('ping', connectionId);
      await sleepRealTime(check);
      const now = monotonicNowMs();
      if (now - this.#heardAt > response && !this.#isLeaving) this.#leave();
      if (now - this.#heardAt > silence) this.socket.destroy();
      const waiting = [...this.#pending.values()].filter(({ begun = now }) => begun < now - check);
      await Promise.all(waiting.map(endIfMoved));
    } while (this.#pending.size > 0);
    this.#isWatched = false;
  }

  /**
   * Stops using the connection, because the other server accepts no more requests or is silent. Closes it after the last
   * response.
   */
  #leave(): void {
    this.#onClose();
    this.#isLeaving = true;
    this.#endIfUnused();
  }

  #forget(id: number): void {
    this.#pending.delete(id);
    this.#endIfUnused();
  }

  #endIfUnused(): void {
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
