import type { Server } from 'node:http';

/** Milliseconds that an idle connection is kept: longer than clients do, so that none is closed while one sends on it again. */
const longestIdle = 75_000;

/** Listens on a free port of this machine; resolves with the address. */
export function listen(server: Server): Promise<string> {
  server.keepAliveTimeout = longestIdle;
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      if (typeof address === 'object' && address !== null) resolve(`http://127.0.0.1:${address.port}`);
    });
  });
}
