import { lookup } from 'node:dns';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import { type HttpRequest, type HttpResponse, type RequestGuard, RequestRejected, TransportError } from './target.js';

const defaultTimeout = 60_000;
const urlParts = /^(https?):\/\/(\[[^\]]+\]|[^/:?#]+)(?::(\d+))?([^#]*)/i;

/**
 * Sends one request over HTTP. Unlike `fetch` it changes nothing: the path and query go out byte for byte, no header is
 * added but Host, Connection and the length of a body, redirects are not followed, bodies are not decompressed.
 *
 * @param guard asked first, so that no target can forget it
 * @param timeoutMilliseconds how long the connection may be silent; a minute by default
 * @throws RequestRejected when the guard has a reason to
 * @throws TransportError when no whole response came
 */
export function sendHttp(
  request: HttpRequest,
  guard: RequestGuard,
  timeoutMilliseconds = defaultTimeout,
): Promise<HttpResponse> {
  return new Promise((resolve, reject) => {
    const refusal = guard(request);
    if (refusal !== undefined) throw new RequestRejected(request, refusal);
    const parts = urlParts.exec(request.url);
    if (parts === null) {
      reject(new TransportError(request, 'the URL is not absolute and http or https'));
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
          // A kept-alive connection may be closed by the server just as a poll wants it again.
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

/** The host of a URL, in lower case, and its port, read exactly as `sendHttp` reads it; `undefined` when it would not send. */
export function addressOf(url: string): { host: string; port: number } | undefined {
  const parts = urlParts.exec(url);
  if (parts === null) return undefined;
  const [, scheme = 'http', host = '', port] = parts;
  const standard = scheme.toLowerCase() === 'https' ? 443 : 80;
  return { host: host.toLowerCase(), port: port === undefined ? standard : Number(port) };
}

/** Whether a URL leads to this machine itself. */
export function isLoopback(url: string): boolean {
  const host = addressOf(url)?.host ?? '';
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
 * Finds the addresses of a host as `dns.lookup` does, but `localhost` and every name below it are this machine, whatever
 * a name server says (RFC 6761, section 6.3).
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
