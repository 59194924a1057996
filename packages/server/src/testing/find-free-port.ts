import { once } from 'node:events';
import { createServer } from 'node:net';

/** Finds a free loopback port and returns it as a string. */
export async function findFreePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('The server had no port.');
  return String(address.port);
}
