import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Judge } from './judge.ts';
import { listen } from './listen.ts';
import { readBody, sendTo } from './send-to.ts';

/** The address that the suite runs against. */
export interface Front {
  readonly url: string;
  /** Says where the simulators are; before that nothing can be served. */
  connect(upstream: string): void;
}

const sandboxPrefix = /^\/~[^/?]*/;

/**
 * The address that the suite runs against. It hands requests on to the simulators, and every answer to the judge before
 * the suite gets it.
 */
export async function startFront(judge: Judge): Promise<Front> {
  let upstream = '';

  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => {
      judge.report.violations.push(`${request.method} ${request.url}: ${String(error)}`);
      response.destroy();
    });
  });

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(request);
    const { method = 'GET', url = '/' } = request;
    const incoming = await sendTo(`${upstream}${url}`, { method, headers: headersOf(request), body });
    const status = incoming.statusCode ?? 0;
    response.writeHead(status, incoming.rawHeaders);
    const parts: Buffer[] = [];
    incoming.on('data', (part: Buffer) => {
      parts.push(part);
      // A stream of events has no end: it is passed on as it comes, and judged by what came.
      if (isStream(incoming)) response.write(part);
    });
    response.once('close', () => incoming.destroy());
    await new Promise((resolve) => incoming.once('close', resolve));
    const answer = { status, headers: incoming.headers, body: Buffer.concat(parts) };
    const path = url.replace(sandboxPrefix, '') || '/';
    await judge.judge({ method, path, accept: request.headers.accept }, answer);
    response.end(isStream(incoming) ? undefined : answer.body);
  }

  return {
    url: await listen(server),
    connect(url) {
      upstream = url;
    },
  };
}

function isStream({ headers }: IncomingMessage): boolean {
  return headers['content-type']?.startsWith('text/event-stream') === true;
}

/** As they were sent, in their order and spelling, but for the one that speaks of the connection to here. */
function headersOf({ rawHeaders }: IncomingMessage): Record<string, string> {
  const headers: Record<string, string> = {};
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    if (name.toLowerCase() !== 'connection') headers[name] = rawHeaders[index + 1] ?? '';
  }
  return headers;
}
