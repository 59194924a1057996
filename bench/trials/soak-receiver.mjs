// A receiver of webhooks outside the server: it takes most, refuses some, and lets some wait.
import { createServer } from 'node:http';

/** Starts it on a free port of loopback. */
export async function startReceiver() {
  let received = 0;
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => {
      received += 1;
      const status = received % 10 === 0 ? 500 : 204;
      setTimeout(() => response.writeHead(status).end(), received % 7 === 0 ? 300 : 0);
    });
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}/hook`,
    received: () => received,
    close: () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  };
}
