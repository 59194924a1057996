import { Agent, type ClientRequest, type IncomingMessage, type ServerResponse, request as send } from 'node:http';
import { Agent as SecureAgent, request as sendSecurely } from 'node:https';
import { type Duplex, Readable, Transform } from 'node:stream';
import type { IncomingRequest } from '@understudy/kernel';
import { type ForwardedRequest, MemoryAccount, monotonicNowMs, wallNowMs } from '@understudy/kernel/serving';
import type { Simulators } from '../simulators.js';
import { BoundedBodyCopy } from './body-copy.js';
import { readDotSegments } from './dot-segments.js';
import { applyStreamFault } from './faulty-body.js';
import { joinHeaders, selectEndToEndHeaders } from './read-headers.js';
import { formatMessageHead, relayResponse } from './relay.js';
import { sendProblem, sendResponse } from './send-response.js';
import { TargetProbe } from './target-probe.js';
import type { ForwardedExchange, ForwardedMessage, RequestHead, UpstreamOptions } from './upstream-options.js';

/** Maximum total bytes of all copied bodies. */
const mostCopied = 64 * 1024 * 1024;

/** Response header that marks a simulated response sent because the real server was unreachable. */
export const replacedHeader = 'x-understudy-simulated';

/** Forwards requests to a real server. Bodies are streamed. */
export class UpstreamProxy {
  readonly #options: UpstreamOptions;
  readonly #simulators: Simulators;
  readonly #base: URL;
  readonly #agent: Agent;
  readonly #copies = new MemoryAccount(mostCopied);
  readonly #probe: TargetProbe;
  readonly #path: string;
  readonly #place: { readonly hostname: string; readonly port?: string };
  readonly #host: string;
  readonly #origin: string;
  /** The most recent host name accepted for this proxy. */
  knownHost: string | undefined;

  constructor(options: UpstreamOptions, simulators: Simulators) {
    this.#options = options;
    this.#simulators = simulators;
    this.#base = new URL(options.target);
    const { hostname, port, host, origin, pathname } = this.#base;
    this.#place = { hostname: hostname.replace(/^\[|\]$/g, ''), ...(port === '' ? {} : { port }) };
    this.#probe = new TargetProbe(this.#base);
    this.#path = pathname.replace(/\/$/, '');
    this.#host = host;
    this.#origin = origin;
    const { ca } = options;
    const keepAlive = { keepAlive: true, ...(ca === undefined ? {} : { ca }) };
    this.#agent = this.#base.protocol === 'https:' ? new SecureAgent(keepAlive) : new Agent(keepAlive);
  }

  close(): void {
    this.#agent.destroy();
  }

  /** Returns whether to forward a request to the real server. */
  forwards({ method, url, headers }: RequestHead): boolean {
    const asked = method === 'OPTIONS' ? (headers['access-control-request-method'] ?? method) : method;
    return !this.#options.simulates(asked, url.split('?', 1)[0] ?? '');
  }

  /** Returns whether this server handles a request, because the real server cannot be reached. */
  async replaces({ method, url }: RequestHead): Promise<boolean> {
    const path = url.split('?', 1)[0] ?? '';
    if (this.#options.replaces?.(method, path) !== true || (await this.#probe.isReachable())) return false;
    this.#options.onReplaced?.(method, path);
    return true;
  }

  async serve(arrived: IncomingRequest, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const refusal = this.#refusal(arrived);
    if (refusal !== undefined) {
      sendProblem(response, 403, refusal);
      return;
    }
    const forwarded = await this.#simulators.beginForwarded(arrived);
    if ('answered' in forwarded) sendResponse(response, forwarded.answered);
    else if (forwarded.fault?.reset === true) request.socket.resetAndDestroy();
    else this.#forward(arrived, request, response, forwarded);
  }

  /** Forwards a WebSocket. Ignores other protocols, as HTTP allows. */
  upgrade(arrived: RequestHead, request: IncomingMessage, socket: Duplex, head: Uint8Array): void {
    const { upgrade = '' } = arrived;
    const refusal = this.#refusal(arrived);
    if (refusal !== undefined) {
      socket.end(formatMessageHead('HTTP/1.1 403 Forbidden', ['Connection', 'close', 'Content-Length', '0']));
      return;
    }
    const onward = this.#send(request, ['Connection', 'Upgrade', 'Upgrade', upgrade]);
    const copy = new BoundedBodyCopy(0, this.#copies);
    const measure = this.#measure(arrived);
    const end = (answer: IncomingMessage | undefined, error?: string) =>
      this.#options.onExchange({
        ...measure(),
        error,
        request: messageOf(request, copy),
        response: answer && { ...messageOf(answer, copy), status: answer.statusCode ?? 0 },
      });
    socket.on('error', () => onward.destroy());
    socket.on('close', () => onward.destroy());
    onward.on('error', (error) => {
      end(undefined, error.message);
      socket.destroy();
    });
    onward.on('upgrade', (answer, other, first) => {
      end(answer);
      socket.write(
        formatMessageHead(`HTTP/1.1 ${answer.statusCode} ${answer.statusMessage}`, answer.rawHeaders),
        'latin1',
      );
      socket.write(first);
      other.write(head);
      for (const [from, to] of [
        [socket, other],
        [other, socket],
      ] as const) {
        from.on('error', () => to.destroy());
        from.on('close', () => to.destroy());
        from.pipe(to);
      }
    });
    onward.on('response', (answer) => {
      end(answer);
      const headers = [...selectEndToEndHeaders(answer.rawHeaders, { chunked: false }), 'Connection', 'close'];
      socket.write(formatMessageHead(`HTTP/1.1 ${answer.statusCode} ${answer.statusMessage}`, headers), 'latin1');
      answer.pipe(socket);
    });
    onward.end();
  }

  #forward(
    arrived: IncomingRequest,
    request: IncomingMessage,
    response: ServerResponse,
    { fault = {}, end }: Exclude<ForwardedRequest, { answered: unknown }>,
  ): void {
    const measure = this.#measure(arrived);
    const { copiedBytes } = this.#options;
    const [sent, received] = [
      new BoundedBodyCopy(copiedBytes, this.#copies),
      new BoundedBodyCopy(copiedBytes, this.#copies),
    ];
    let answer: IncomingMessage | undefined;
    let error: string | undefined;
    response.sendDate = false;
    sent.watch(request);
    const isSlow = fault.truncateAfter !== undefined || fault.bytesPerSecond !== undefined;
    const onAnswer = (first: IncomingMessage) => {
      answer = first;
      // Copying would prevent a slow stream from being read on demand.
      if (!isSlow) received.watch(first);
      const mayChunk = request.httpVersion !== '1.0' && request.method !== 'HEAD' && !noBody.has(first.statusCode ?? 0);
      const headers = selectEndToEndHeaders(first.rawHeaders, { chunked: mayChunk });
      return {
        headers: fault.headers === undefined ? headers : withHeaders(headers, fault.headers),
        body: isSlow ? Readable.from(applyStreamFault(first, fault), { objectMode: false }) : first,
      };
    };
    const start = () => {
      const onward = this.#send(request);
      response.on('close', () => onward.destroy());
      let isSilent = true;
      onward.once('information', () => {
        isSilent = false;
      });
      const onLost = (lost: Error) => {
        // The real server can close an idle connection at any time.
        if (onward.reusedSocket && isSilent && isRepeatable(request) && !response.destroyed) return start();
        error ??= lost.message;
        this.#probe.forget();
        response.destroy();
      };
      const refuse = (why: string) => {
        error ??= why;
        if (!response.headersSent) sendProblem(response, 403, this.#refused(why));
        onward.destroy();
      };
      const body = this.#checked(arrived, request, refuse);
      relayResponse(request, response, onward, { onAnswer, onLost, passesInterim: true, body });
    };
    response.once('close', () => {
      if (!response.writableFinished) error ??= answer === undefined ? 'no response' : 'the response broke off';
      const exchange: ForwardedExchange = {
        ...measure(),
        error,
        request: messageOf(request, sent),
        response: answer && { ...messageOf(answer, received), status: answer.statusCode ?? 0 },
      };
      sent.release();
      received.release();
      this.#finish(arrived, exchange, end);
    });
    start();
  }

  #finish(
    arrived: IncomingRequest,
    exchange: ForwardedExchange,
    end: Exclude<ForwardedRequest, { answered: unknown }>['end'],
  ): void {
    const { request, response, milliseconds } = exchange;
    const status = response?.status ?? 502;
    end(request.body ?? nothing, { status, headers: response?.headers ?? {}, body: response?.body });
    const handedTo = this.#origin;
    this.#simulators.reportForwarded(arrived, { handedTo, status, requestId: undefined, milliseconds });
    this.#options.onExchange(exchange);
  }

  #refusal(request: RequestHead): string | undefined {
    const why = this.#whyRefused(request);
    return why === undefined ? undefined : this.#refused(why);
  }

  #whyRefused(request: RequestHead): string | undefined {
    if (!request.url.startsWith('/')) return 'the request must name a path';
    if (this.#path !== '' && readDotSegments(request.url).climbs)
      return `the path leads out of ${this.#path}, the base path of the target`;
    return this.#options.refusal({ ...request, target: this.#urlOf(request.url) });
  }

  #refused(why: string): string {
    return `Not forwarded to ${this.#host}: ${why}`;
  }

  /** Returns the body of a request. It ends before the first piece that the check rejects. */
  #checked(arrived: IncomingRequest, request: IncomingMessage, refuse: (why: string) => void): Readable {
    const check = hasBody(request) ? this.#options.checkBody?.(arrived) : undefined;
    if (check === undefined) return request;
    let isRefused = false;
    const checked = new Transform({
      transform(piece: Uint8Array, _encoding, done) {
        const why = isRefused ? undefined : check(piece);
        if (why !== undefined) {
          isRefused = true;
          refuse(why);
        }
        done(null, isRefused ? undefined : piece);
      },
    });
    request.on('error', (error) => checked.destroy(error));
    checked.on('error', () => undefined);
    return request.pipe(checked);
  }

  /** Returns a function that returns the URL, start time and duration so far of an exchange. */
  #measure({ method, url }: RequestHead) {
    const [startedAt, begun] = [wallNowMs(), monotonicNowMs()];
    return () => ({ method, url: this.#urlOf(url), startedAt, milliseconds: monotonicNowMs() - begun });
  }

  #urlOf(path: string): string {
    return `${this.#origin}${this.#path}${path}`;
  }

  #send(request: IncomingMessage, more: readonly string[] = []): ClientRequest {
    const headers = selectEndToEndHeaders(request.rawHeaders, { chunked: true, host: this.#host });
    // Otherwise Node would send an empty body with chunked encoding.
    if (changing.test(request.method ?? '') && !hasBody(request)) headers.push('Content-Length', '0');
    return (this.#base.protocol === 'https:' ? sendSecurely : send)({
      agent: this.#agent,
      ...this.#place,
      method: request.method,
      path: `${this.#path}${request.url}`,
      headers: [...headers, ...more],
    });
  }
}

const nothing = new Uint8Array();
const noBody = new Set([204, 304]);
const changing = /^(?:POST|PUT|PATCH)$/;

const idempotent = /^(?:GET|HEAD|OPTIONS|PUT|DELETE)$/;

/** Returns whether a request can be sent again if its outcome is unknown (RFC 9110, section 9.2.2). */
function isRepeatable(request: IncomingMessage): boolean {
  return idempotent.test(request.method ?? '') && !hasBody(request);
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
}

function messageOf({ rawHeaders }: IncomingMessage, copy: BoundedBodyCopy): ForwardedMessage {
  const headers = joinHeaders(rawHeaders);
  return { headers, size: copy.size, body: copy.read(headers['content-encoding']) };
}

function withHeaders(raw: readonly string[], added: Readonly<Record<string, string>>): string[] {
  const kept = raw.filter((_, index) => !Object.hasOwn(added, raw[index - (index % 2)]?.toLowerCase() ?? ''));
  return [...kept, ...Object.entries(added).flat()];
}
