// A webhook receiver that outlives the servers. It stores bodies by path in order of arrival, and sometimes fails, so
// that servers retry.
import { createServer } from 'node:http';
import { listen } from '../../clients/listen.ts';

export interface HookReceiver {
  readonly url: string;
  /** Accepted bodies by path, in order of arrival. */
  readonly accepted: ReadonlyMap<string, string[]>;
  close(): Promise<void>;
}

/** One in this many first attempts to `/jobs/...` gets a 500. */
const failsEvery = 6;

export async function hookReceiver(): Promise<HookReceiver> {
  const accepted = new Map<string, string[]>();
  const failed = new Set<string>();
  let ofJobs = 0;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const path = request.url ?? '/';
      const body = Buffer.concat(chunks).toString();
      if (path.startsWith('/jobs/')) ofJobs += 1;
      if (path.startsWith('/jobs/') && ofJobs % failsEvery === 0 && !failed.has(body)) {
        failed.add(body);
        return void response.writeHead(500).end();
      }
      const bodies = accepted.get(path) ?? [];
      accepted.set(path, bodies);
      bodies.push(body);
      response.writeHead(204).end();
    });
  });
  return {
    url: await listen(server),
    accepted,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
