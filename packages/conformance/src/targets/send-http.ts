import { lookup } from 'node:dns';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import {
  type HttpRequest,
  type HttpResponse,
  type RequestGuard,
  RequestRejectedError,
  TransportError,
} from './target.js';

const defaultTimeout = 60_000;
const urlParts = /^(https?):\/\/(\[[^\]]+\]|[^/:?#]+)(?::(\d+))?([^#]*)/i;

/**
 * Sends a request over HTTP. Unlike `fetch`, it sends path and query byte for byte, adds only Host, Connection and the
 * body length, and neither follows redirects nor decompresses responses.
 *
 * @param guard called first
 * @param timeoutMilliseconds maximum time without data. Default one minute
 * @throws RequestRejected by the guard
 * @throws TransportError if no complete response arrives
 */
export function sendHttp(
  request: HttpRequest,
  guard: RequestGuard,
  timeoutMilliseconds = defaultTimeout,
): Promise<HttpResponse> {
  return new Promise((resolve, reject) => {
    const refusal = guard(request);
    if (refusal !== undefined) throw new RequestRejectedError(request, refusal);
    const parts = urlParts.exec(request.url);
    if (parts === null) {
      reject(new TransportError(request, 'the URL must be absolute and use http or https'));
      return;
    }
    const [, scheme = 'http', host = '', port, rest = ''] = parts;
    const send = scheme.toLowerCase() === 'https' ? httpsRequest : httpRequest;
    const length = request.body === undefined ? {} : { 'content-length': String(request.body.byteLength) };
    const fail = (error: unknown): void => {
      reject(error instanceof TransportError ? error : new TransportError(request, reasonOf(error)));
    };
    try {
      const outgoing = send(
        {
          method: request.method,
          host: host.replace(/^\[|\]$/g, ''),
          ...(port === undefined ? {} : { port: Number(port) }),
          path: rest.startsWith('/') ? rest : `/${rest}`,
          headers: { ...length, ...request.headers },
          timeout: timeoutMilliseconds,
          // Uses new connections, because the server could close an idle one just when a poll reuses it.
          agent: false,
          lookup: findLoopback,
          ...(request.signal === undefined ? {} : { signal: request.signal }),
        },
        (incoming) => collect(incoming).then(resolve, fail),
      );
      outgoing.on('timeout', () =>
        outgoing.destroy(new TransportError(request, `nothing came for ${timeoutMilliseconds / 1000} seconds`)),
      );
      outgoing.on('error', fail);
      outgoing.end(request.body);
    } catch (error) {
      fail(error);
    }
  });
}

/** Returns the host and port of a URL as `sendHttp` reads them, or `undefined` for a URL it rejects. */
export function parseHostAndPort(url: string): { host: string; port: number } | undefined {
  const parts = urlParts.exec(url);
  if (parts === null) return undefined;
  const [, scheme = 'http', host = '', port] = parts;
  const standard = scheme.toLowerCase() === 'https' ? 443 : 80;
  return { host: host.toLowerCase(), port: port === undefined ? standard : Number(port) };
}

/** Returns whether a URL refers to this machine. */
export function isLoopback(url: string): boolean {
  const host = parseHostAndPort(url)?.host ?? '';
  return /^(localhost|.*\.localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(host);
}

async function collect(incoming: IncomingMessage): Promise<HttpResponse> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of incoming) if (chunk instanceof Uint8Array) chunks.push(chunk);
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  return { status: incoming.statusCode ?? 0, headers, body: Buffer.concat(chunks) };
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'AbortError') return 'it was cut off';
  return error.message === '' && 'code' in error ? String(error.code) : error.message;
}

/**
 * Resolves hosts like `dns.lookup`, but resolves `localhost` and its subdomains to this machine (RFC 6761, section
 * 6.3).
 */
const findLoopback: LookupFunction = (hostname, options, found) => {
  if (!/(?:^|\.)localhost$/i.test(hostname)) {
    lookup(hostname, options, found);
    return;
  }
  const [version6, version4] = [
    { address: '::1', family: 6 },
    { address: '127.0.0.1', family: 4 },
  ];
  if (options.all === true) found(null, [version4, version6]);
  else if (options.family === 6) found(null, version6.address, 6);
  else found(null, version4.address, 4);
};
