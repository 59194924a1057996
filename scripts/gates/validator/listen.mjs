import { createServer } from 'node:http';

/** Listens on a free port of this machine; resolves with the address. */
export function listen(server) {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${server.address().port}`));
  });
}

/** A port that nothing listens on, for programs that do not choose one themselves. */
export async function freePort() {
  const server = createServer();
  const { port } = new URL(await listen(server));
  await new Promise((resolve) => server.close(resolve));
  return port;
}
