import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import type { Simulators } from '../create-simulators.js';
import { isLoopback } from '../webhooks/refusal-of-receiver.js';
import { answerBrokenRequest } from './answer-broken-request.js';
import { corsHeaders } from './cors-headers.js';
import { sendResponse } from './send-response.js';

export interface HttpOptions {
  /** 0 picks a free port. */
  readonly port: number;
  readonly host: string;
  /** Address that links carry instead of the one by which a request came. */
  readonly publicUrl?: string;
}

export interface HttpServer {
  /** Address to reach the server by, without a slash at the end. */
  readonly url: string;
  close(): Promise<void>;
}

/** Above every limit of an API, so that each API refuses in its own words; a guard for memory. */
const largestBody = 64 * 1024 * 1024;

/**
 * Hosts simulators as an HTTP server.
 *
 * @throws Error with code `EADDRINUSE` when the port is taken, and other errors of `listen`
 */
export async function serveHttp(simulators: Simulators, options: HttpOptions): Promise<HttpServer> {
  const server = Fastify({
    bodyLimit: largestBody,
    exposeHeadRoutes: false,
    forceCloseConnections: true,
    clientErrorHandler: answerBrokenRequest,
    // Addresses are matched by the pipeline, which answers a malformed one in the words of the API.
    rewriteUrl: () => '/',
  });
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));

  server.addHook('onRequest', (request, reply, done) => {
    hideContentType(request);
    if (request.headers.origin === undefined) {
      done();
      return;
    }
    const headers = corsHeaders(request.headers);
    reply.headers(headers.always);
    if (request.method === 'OPTIONS' && headers.preflight !== undefined) {
      reply.code(204).headers(headers.preflight).send();
    } else done();
  });

  server.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) => {
    const status = error.statusCode ?? 500;
    const detail =
      status === 413 ? `The body is larger than ${largestBody} bytes, the most that is read` : error.message;
    reply
      .code(status)
      .type('application/problem+json')
      .send({ type: 'about:blank', title: error.name, status, detail });
  });

  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const host = request.headers.host ?? '';
    const body = request.body instanceof Uint8Array ? request.body : new Uint8Array();
    const response = await simulators.handle({
      method: request.method,
      url: request.originalUrl,
      origin: options.publicUrl ?? `http://${host}`,
      headers: headersOf(request),
      body,
    });
    return sendResponse(request, reply, response);
  };
  server.all('/', answer);
  server.setNotFoundHandler(answer);

  await server.listen({ port: options.port, host: options.host });
  const { port } = server.server.address() as AddressInfo;
  const host = options.host === '0.0.0.0' || options.host === '::' ? '127.0.0.1' : options.host;
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  for (const origin of ownOrigins(url, port, host, options.publicUrl)) simulators.ownOrigins.add(origin);
  return { url: options.publicUrl ?? url, close: () => server.close() };
}

function ownOrigins(url: string, port: number, host: string, publicUrl: string | undefined): string[] {
  const origins = [url];
  if (isLoopback(host)) origins.push(`http://localhost:${port}`, `http://127.0.0.1:${port}`);
  if (publicUrl !== undefined) origins.push(new URL(publicUrl).origin);
  return origins;
}

const contentTypes = new WeakMap<IncomingMessage, string>();

/** Which bodies are read is for the API to say, not for the framework: to it every body is just bytes. */
function hideContentType({ raw }: FastifyRequest): void {
  const contentType = raw.headers['content-type'];
  if (contentType === undefined) return;
  contentTypes.set(raw, contentType);
  raw.headers['content-type'] = 'application/octet-stream';
}

/** Lower-case names. Node gives repeated headers as arrays; HTTP lets them be joined by commas. */
function headersOf({ raw }: FastifyRequest): Record<string, string> {
  const result: Record<string, string> = {};
  for (const name in raw.headers) {
    const value = raw.headers[name];
    if (value !== undefined) result[name] = typeof value === 'string' ? value : value.join(', ');
  }
  const contentType = contentTypes.get(raw);
  if (contentType !== undefined) result['content-type'] = contentType;
  return result;
}
