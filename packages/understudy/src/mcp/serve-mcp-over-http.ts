import { createHash, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import { createMcpServer } from './serve-mcp.js';
import type { ToolContext } from './tool.js';

/** Large enough for the maximum archive of learn_api, escaped as JSON. */
const mostBytes = 16 * 2 ** 20;

const loopback = '127.0.0.1';

interface McpHttpOptions {
  readonly port: number;
  /** The bearer token that every request must contain. */
  readonly token: string;
}

/**
 * Serves the Model Context Protocol over streamable HTTP at `/mcp` on loopback, without sessions. Rejects requests
 * without the token, from pages of other origins, and with unknown host names, because any DNS name can resolve to
 * loopback.
 *
 * @param place the simulators that the tools use
 * @returns the URL, and a function that closes the server
 */
export async function serveMcpOverHttp(
  place: ToolContext,
  { port, token }: McpHttpOptions,
): Promise<{ url: string; close(): void }> {
  const hosts = new Set<string>();
  const server = createServer(async (request, response) => {
    const answer = refuse(request, hosts, token) ?? (await answerCall(request, place));
    response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text());
  });
  await once(server.listen(port, loopback), 'listening');
  const address = server.address();
  const bound = typeof address === 'object' ? address?.port : port;
  for (const name of [loopback, 'localhost', '[::1]']) hosts.add(`${name}:${bound}`);
  return {
    url: `http://${loopback}:${bound}/mcp`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Returns the error response to a forbidden request, or undefined if the request is allowed. */
function refuse(
  { method, url = '', headers: { host = '', origin, authorization = '' } }: IncomingMessage,
  hosts: ReadonlySet<string>,
  token: string,
): Response | undefined {
  if (!hosts.has(host.toLowerCase()))
    return explain(403, `This server is not known by the host "${host}". Use ${[...hosts].join(' or ')}.`);
  if (origin !== undefined && !hosts.has(origin.toLowerCase().replace('http://', '')))
    return explain(403, `Pages of ${origin} cannot call this server.`);
  if (!isSame(authorization.replace(/^bearer +/i, ''), token))
    return explain(
      401,
      'Send the token that the command printed, or UNDERSTUDY_MCP_TOKEN: Authorization: Bearer <token>',
      { 'www-authenticate': 'Bearer' },
    );
  if (url.split('?', 1)[0] !== '/mcp') return explain(404, 'The Model Context Protocol is served at /mcp.');
  // GET and DELETE are not needed: the server sends no messages on its own and has no sessions.
  return method === 'POST' ? undefined : explain(405, 'Only POST is supported.', { allow: 'POST' });
}

async function answerCall(request: IncomingMessage, place: ToolContext): Promise<Response> {
  try {
    const body = await readBody(request);
    if (body === undefined) return explain(413, `The request has more than ${mostBytes} bytes.`);
    const headers = Object.entries(request.headers).map(([name, value]): [string, string] => [name, String(value)]);
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    await createMcpServer(Promise.resolve(place)).connect(transport);
    const url = `http://${request.headers.host}/mcp`;
    return await transport.handleRequest(new Request(url, { method: 'POST', headers, body }));
  } catch (error) {
    return explain(500, error instanceof Error ? error.message : String(error));
  }
}

/** @returns undefined if the body is too large */
async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > mostBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function explain(status: number, message: string, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(`${message}\n`, { status, headers: { 'content-type': 'text/plain; charset=utf-8', ...headers } });
}

/** Compares digests, so that the duration reveals neither the length nor the content. */
function isSame(given: string, expected: string): boolean {
  const [left, right] = [given, expected].map((text) => createHash('sha256').update(text).digest());
  return left !== undefined && right !== undefined && timingSafeEqual(left, right);
}
