/** Milliseconds that an idle connection is kept: longer than clients do, so that none is closed while one sends on it again. */
const longestIdle = 75_000;

/** Listens on a free port of this machine; resolves with the address. */
export function listen(server) {
  server.keepAliveTimeout = longestIdle;
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${server.address().port}`));
  });
}
