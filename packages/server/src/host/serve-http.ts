import { createServer, type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { stringifyJson } from '@understudy/contract';
import { isLoopback } from '@understudy/kernel';
import { isControlPath, isInboxPath, MemoryAccount, parseSandboxHost, sleepRealTime } from '@understudy/kernel/serving';
import { replaceCookieWithToken } from '../control/console-cookie.js';
import type { Simulators } from '../simulators.js';
import { acceptPeers, forwardEverything } from './accept-upgrades.js';
import { ConnectionQueue } from './connection-queue.js';
import {
  type ControlAccessOptions,
  type ControlAccessPolicy,
  createControlAccessPolicy,
} from './control-access-policy.js';
import { allowsOrigin, type CorsPolicy, createCorsHeaders } from './cors-headers.js';
import { ConsolePages } from './pages.js';
import { PeerLinks } from './peer-links.js';
import { readHeaders } from './read-headers.js';
import { receiveBody } from './receive-body.js';
import { RequestForwarder } from './request-forwarder.js';
import { ResponseBatcher, UnreadResponses } from './response-batcher.js';
import { sendProblem } from './send-response.js';
import { replacedHeader, UpstreamProxy } from './upstream.js';
import type { UpstreamOptions } from './upstream-options.js';

export interface HttpOptions extends ControlAccessOptions {
  readonly port: number;
  readonly host: string;
  /** Base URL of links, instead of the URL of the request. */
  readonly publicUrl?: string;
  /** Origins whose pages can read responses. Default: `any`. */
  readonly cors?: CorsPolicy;
  /** Key and certificate in PEM format, to serve HTTPS instead of HTTP. */
  readonly tls?: { readonly key: string; readonly cert: string };
  /** Folder that contains the console. */
  readonly pages?: string;
  /** Secret shared by all servers of a database. It protects the connections over which they forward requests. */
  readonly peerSecret?: string;
  /**
   * A real server that handles all requests that are not simulated. The real server's pages must not reach the control
   * plane.
   */
  readonly upstream?: UpstreamOptions;
  /** With `upstream`, the URL of the control plane, which has a separate origin. */
  readonly controlUrl?: string;
}

export interface HttpServer {
  /** URL of the server, without a trailing slash. */
  readonly url: string;
  /** URL of the address that the server is bound to. */
  readonly listening: string;
  /** Stops listening and closes all connections. @param timeoutMs time for requests in progress; 0 by default */
  close(timeoutMs?: number): Promise<void>;
}

/**
 * Serves simulators over HTTP. The pipeline rejects invalid requests with each API's own errors.
 * @throws Error with code `EADDRINUSE` if the port is in use
 */
export async function serveHttp(simulators: Simulators, options: HttpOptions): Promise<HttpServer> {
  const door = createControlAccessPolicy(options);
  const pages = options.pages === undefined ? undefined : new ConsolePages(options.pages);
  const fail = (response: ServerResponse, error: unknown) => {
    simulators.server.onDefect(error, `host of ${response.req.method} ${response.req.url}`);
    if (response.headersSent) response.destroy();
    else sendProblem(response, 500, 'The server failed at this request; its log has the cause');
  };
  const { memory, account } = simulators.server;
  const uploads = new MemoryAccount(memory.uploadBytes, account);
  const unread = new MemoryAccount(Math.min(mostUnread, memory.memoryBytes / 4), account);
  const answers = new ResponseBatcher(fail, new UnreadResponses(unread));
  const upstream = options.upstream === undefined ? undefined : new UpstreamProxy(options.upstream, simulators);
  const { peerSecret } = options;
  const peers = peerSecret === undefined ? undefined : new PeerLinks(peerSecret);
  const forwarder = new RequestForwarder({ simulators, peers, answers, uploads });
  const parts: Parts = { door, uploads, pages, answers, upstream, forwarder };
  const queue = new ConnectionQueue((request, response) => {
    // Proxies switch to other servers before this one closes their connections.
    if (simulators.server.ownership?.isDraining === true) response.shouldKeepAlive = false;
    serve(simulators, options, parts, request, response).catch((error: unknown) => fail(response, error));
  });
  const onRequest = (request: IncomingMessage, response: ServerResponse) => queue.push(request, response);
  const { tls } = options;
  const server =
    tls === undefined ? createServer(onRequest) : (await import('node:https')).createServer({ ...tls }, onRequest);
  answers.watch(server);
  // Longer than the usual keep-alive timeout of clients, to prevent races.
  server.keepAliveTimeout = 75_000;
  server.on('clientError', answerBrokenRequest);
  if (upstream !== undefined) forwardEverything(server, onRequest, door, upstream);
  const closePeers = peerSecret === undefined ? undefined : acceptPeers(server, simulators, peerSecret);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  const host = options.host === '0.0.0.0' || options.host === '::' ? '127.0.0.1' : options.host;
  const scheme = tls === undefined ? 'http' : 'https';
  const url = `${scheme}://${host.includes(':') ? `[${host}]` : host}:${port}`;
  for (const origin of ownOrigins(url, port, host, options.publicUrl)) simulators.ownOrigins.add(origin);
  return {
    url: options.publicUrl ?? url,
    listening: url,
    async close(timeoutMs = 0) {
      const waited = new AbortController();
      const closed = new Promise<void>((resolve) => {
        server.close(() => {
          waited.abort();
          resolve();
        });
      });
      closePeers?.(timeoutMs > 0);
      if (timeoutMs > 0) await sleepRealTime(timeoutMs, waited.signal);
      server.closeAllConnections();
      closePeers?.(false);
      peers?.close();
      upstream?.close();
      await closed;
    },
  };
}

interface Parts {
  readonly door: ControlAccessPolicy;
  readonly uploads: MemoryAccount;
  readonly pages: ConsolePages | undefined;
  readonly answers: ResponseBatcher;
  readonly upstream: UpstreamProxy | undefined;
  readonly forwarder: RequestForwarder;
}

async function serve(
  simulators: Simulators,
  { publicUrl, tls, controlUrl, cors = 'any' }: HttpOptions,
  { door, uploads, pages, answers, upstream, forwarder }: Parts,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { method = 'GET' } = request;
  const { url: sentUrl = '/' } = request;
  const url = sentUrl.startsWith('/_sim/~') ? sentUrl.replace(ofConsole, '/$1/_sim') : sentUrl;
  const { server } = simulators;
  const toControl = isControlPath(url);
  const read = readHeaders(request.rawHeaders, request.socket);
  const headers = replaceCookieWithToken(read, server.guard, toControl && !isInboxPath(url));
  const { host, origin: caller } = headers;
  if (host !== undefined && !oneHost.test(host)) {
    response.setHeader('connection', 'close');
    sendProblem(response, 400, 'The request must name one host, as in "Host: 127.0.0.1:4010"');
    return;
  }
  if (upstream !== undefined) {
    if (toControl) return sendProblem(response, 404, misplaced(controlUrl));
    const arrived = { method, url, origin: '', headers, body: noBody };
    // A page of another site can point its own host name at this server.
    const refused =
      upstream.knownHost === host ? undefined : door.refusal({ method: 'GET', url, headers: { host: host ?? '' } });
    if (refused !== undefined) return sendProblem(response, 403, refused);
    upstream.knownHost = host;
    const isForwarded = upstream.forwards(arrived);
    const isReplaced = isForwarded && (await upstream.replaces(arrived));
    if (isForwarded && !isReplaced) return await upstream.serve(arrived, request, response);
    if (isReplaced) response.setHeader(replacedHeader, 'target-unreachable');
  }
  if (upstream !== undefined && headers['expect'] !== undefined) response.writeContinue();
  const page = pages?.answer({ method, url: sentUrl, headers });
  if (page !== undefined) {
    // A link can open the page, but a foreign host name is rejected.
    const refusal = door.refusal({ method, url, headers: { host: host ?? '' } });
    if (refusal !== undefined) sendProblem(response, 403, refusal);
    else response.writeHead(page.status, { ...page.headers, 'content-length': page.body.length }).end(page.body);
    return;
  }
  const refusal = toControl ? door.refusal({ method, url, headers }) : undefined;
  if (caller !== undefined && (toControl ? door.admits(caller) : allowsOrigin(cors, caller))) {
    const { always, preflight } = createCorsHeaders(headers);
    for (const [name, value] of Object.entries(always)) response.setHeader(name, value);
    if (method === 'OPTIONS' && preflight !== undefined) {
      response.writeHead(204, preflight).end();
      return;
    }
  }
  if (refusal !== undefined) {
    sendProblem(response, 403, refusal);
    return;
  }
  const reached = `${tls === undefined ? 'http' : 'https'}://${host ?? ''}`;
  // Host names of sandboxes only work without a proxy.
  const origin = publicUrl === undefined || parseSandboxHost(reached) !== undefined ? reached : publicUrl;
  const arrived = { method, url, origin, headers, body: noBody };
  const own = simulators.isShared
    ? await forwarder.forward(arrived, request, response)
    : { incoming: arrived, received: undefined };
  if (own === undefined) return;
  const { incoming } = own;
  if (!hasBody(headers)) {
    const answer = simulators.handle(incoming);
    answers.send(response, answer instanceof Promise ? await answer : answer);
    return;
  }
  const most = Math.min(largestBody, simulators.mostBytes(incoming));
  const received = own.received ?? (await receiveBody(request, most, uploads));
  if (received.kind === 'broken') simulators.recordBrokenUpload(incoming, received.received);
  else if (received.kind === 'no-room') {
    response.setHeader('retry-after', '1');
    sendProblem(response, 503, 'The server is receiving as much as it has memory for; send the request again');
  } else if (received.kind === 'too-large' && most === largestBody) {
    sendProblem(response, 413, `The body is larger than ${most} bytes, the most that is read; send less at a time`);
  } else if (received.kind === 'too-large') {
    answers.send(response, await simulators.handle({ ...incoming, unread: received.size }));
  } else {
    try {
      answers.send(response, await simulators.handle({ ...incoming, body: received.bytes }));
    } finally {
      received.release();
    }
  }
}

function misplaced(controlUrl: string | undefined): string {
  const where = controlUrl === undefined ? '' : `: ${controlUrl}/_sim`;
  return `The control plane of a proxy has an address of its own, which pages of the real server cannot reach${where}`;
}

/** Matches console requests. The console uses `/_sim` for all sandboxes because of its cookie path. */
const ofConsole = /^\/_sim\/(~[^/?#]*)(?=[/?#]|$)/;

/** Matches a host name or IP address with an optional port. */
const oneHost = /^(?:[\w.-]*|\[[\w:.]+\])(?::\d*)?$/;

const noBody = new Uint8Array();

/** Maximum bytes of responses that clients have not read yet. */
const mostUnread = 256 * 1024 * 1024;

/** Exceeds the limits of all APIs. Protects the server's memory. */
const largestBody = 64 * 1024 * 1024;

function hasBody(headers: Readonly<Record<string, string>>): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
}

function ownOrigins(url: string, port: number, host: string, publicUrl: string | undefined): string[] {
  const origins = [url];
  const { protocol } = new URL(url);
  if (isLoopback(host)) origins.push(`${protocol}//localhost:${port}`, `${protocol}//127.0.0.1:${port}`);
  if (publicUrl !== undefined) origins.push(new URL(publicUrl).origin);
  return origins.map((origin) => new URL(origin).origin);
}

const faults: Readonly<Record<string, { status: number; detail: string }>> = {
  HPE_HEADER_OVERFLOW: { status: 431, detail: 'The headers exceed the limit of 16 KiB in total; send shorter ones' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, detail: 'The request did not arrive in time' },
};

const malformed = { status: 400, detail: 'The request is not valid HTTP/1.1; check the request line and the headers' };

/** Responds to invalid HTTP with a problem (RFC 9457). */
function answerBrokenRequest(error: Error & { code?: string }, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return;
  const { status, detail } = faults[error.code ?? ''] ?? malformed;
  const title = STATUS_CODES[status] ?? 'Error';
  const body = stringifyJson({ type: 'about:blank', title, status, detail });
  const head = [
    `HTTP/1.1 ${status} ${title}`,
    'Content-Type: application/problem+json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ].join('\r\n');
  socket.end(`${head}\r\n\r\n${body}`);
}
