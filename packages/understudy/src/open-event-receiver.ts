import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import type { EventReceiver } from '@understudy/fuzzing';

/** Opens an address on this machine that accepts the events of a server. */
export async function openEventReceiver(): Promise<EventReceiver> {
  const received: { headers: Record<string, string>; body: string }[] = [];
  const server = createServer((request, response) => {
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    text(request).then(
      (body) => {
        received.push({ headers, body });
        response.writeHead(204).end();
      },
      () => response.destroy(),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/events`,
    received,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
