// A receiver of webhooks outside the server: it takes most, refuses some, and lets some wait.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { portOf } from '../clients/port-of.ts';

/** Starts it on a free port of loopback. */
export async function startReceiver(): Promise<{ url: string; received: () => number; close: () => Promise<void> }> {
  let received = 0;
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => {
      received += 1;
      const status = received % 10 === 0 ? 500 : 204;
      setTimeout(() => response.writeHead(status).end(), received % 7 === 0 ? 300 : 0);
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${portOf(server)}/hook`,
    received: () => received,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
