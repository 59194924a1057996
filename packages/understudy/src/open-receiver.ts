import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startSimulators } from './start-simulators.js';
import { failWith } from './usage-error.js';

export interface Receiver {
  /** The public URL with a secret path. */
  readonly url: string;
  /** The secret part of the path. */
  readonly secret: string;
  send(request: Forwarded): Promise<Received>;
  /** Returns why the public URL does not reach this receiver, or `undefined` if it does. */
  whyUnreachable(): Promise<string | undefined>;
  close(): Promise<void>;
}

interface Forwarded {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | undefined;
}

interface Received {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: Uint8Array;
}

const [largestBody, mostConnections, probeTimeout] = [1_048_576, 64, 10_000];

/**
 * Opens the inboxes of a run to webhooks. A tunnel forwards the public URL to a loopback port. Only the inboxes, under
 * the secret path, can be reached from outside; the control plane cannot.
 *
 * @param publicUrl without a path
 * @param port the loopback port
 */
export async function openReceiver(publicUrl: string, port: number): Promise<Receiver> {
  const secret = randomBytes(16).toString('hex');
  const simulators = await startSimulators({ apis: ['identity'], clock: 'real' });
  const path = `/~${secret}/_sim/inbox/`;
  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = 'GET', url = '/', headers: given } = request;
    const isInbox = url.startsWith(path) && /^[A-Za-z0-9._~%-]+(\?|$)/.test(url.slice(path.length));
    const body = isInbox ? await readBody(request) : undefined;
    if (body === undefined) {
      response.writeHead(isInbox ? 413 : 404, { connection: 'close' }).end();
      return;
    }
    const headers: Record<string, string> = {};
    for (const [name, value] of Object.entries(given)) {
      if (!/^(connection|transfer-encoding|content-length|host)$/.test(name)) headers[name] = String(value);
    }
    const answer = await simulators.exchange({ method, url: `${publicUrl}${url}`, headers, body });
    response.writeHead(answer.status, answer.headers).end(answer.body);
  };
  const server = createServer({ requestTimeout: 30_000 }, (request, response) => {
    receive(request, response).catch(() => response.destroy());
  });
  server.maxConnections = mostConnections;
  await once(server.listen(port, '127.0.0.1'), 'listening').catch(async (error: unknown) => {
    await simulators.close();
    failWith(`The receiver cannot listen on port ${port}`)(error);
  });
  await simulators.control.sandboxes.create(secret);
  const url = `${publicUrl}/~${secret}`;
  return {
    url,
    secret,
    send: (request) => simulators.exchange(request),
    whyUnreachable: async () => {
      const local = `127.0.0.1:${(server.address() as AddressInfo).port}`;
      const answer = await probe(`${url}/_sim/inbox/preflight`);
      return answer === 204 ? undefined : `${publicUrl} does not forward to ${local}: ${answer}.`;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await simulators.close();
    },
  };
}

async function probe(url: string): Promise<number | string> {
  try {
    const options = { method: 'POST', body: '{}', redirect: 'manual' as const };
    const { status } = await fetch(url, { ...options, signal: AbortSignal.timeout(probeTimeout) });
    return status === 204 ? status : `it answered ${status}`;
  } catch {
    return 'it is unreachable';
  }
}

/** Returns `undefined` for a body that is too large. */
async function readBody(request: IncomingMessage): Promise<Uint8Array | undefined> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request) {
    size += part.length;
    if (size > largestBody) return undefined;
    parts.push(part);
  }
  return Buffer.concat(parts);
}
