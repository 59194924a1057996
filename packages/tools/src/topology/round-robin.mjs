// @ts-check
// A proxy that sends each request to the next ready server, or to the one after it if the connection is refused.
// Prints one line of JSON when it listens.
// Run: node packages/tools/src/topology/round-robin.mjs <port> <address of a server>...
import { Agent, createServer, request as send } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds between two health checks of a server, and their timeout. */
const [intervalMs, timeoutMs] = [500, 1500];

const [port, ...addresses] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true, maxSockets: 512 });
const targets = addresses.map((address) => ({
  host: new URL(address).hostname,
  port: new URL(address).port,
  ready: true,
}));
let turn = 0;

const server = createServer((request, response) => {
  const ready = targets.filter((target) => target.ready);
  const some = ready.length > 0 ? ready : targets;
  turn += 1;
  hand(request, response, [...some.slice(turn % some.length), ...some.slice(0, turn % some.length)]);
});
server.keepAliveTimeout = 75_000;
server.listen(Number(port), '127.0.0.1', () => {
  const address = server.address();
  const bound = typeof address === 'object' ? address?.port : port;
  console.log(JSON.stringify({ url: `http://127.0.0.1:${bound}` }));
});
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(0));
for (const target of targets) void watch(target);

/**
 * Retries another server only if the request has not been forwarded yet. 502 means that the request may have been
 * executed, 503 that it was not.
 *
 * @param {import('node:http').IncomingMessage} request
 * @param {import('node:http').ServerResponse} response
 * @param {typeof targets} candidates
 */
function hand(request, response, [target, ...others]) {
  if (target === undefined) {
    response.writeHead(503, { 'retry-after': '1', 'content-type': 'text/plain' }).end('No server can be reached\n');
    return;
  }
  const { host, port } = target;
  const headers = request.rawHeaders;
  const onward = send({ agent, host, port, method: request.method, path: request.url, headers });
  const giveUp = () => onward.destroy();
  response.once('close', giveUp);
  let connected = false;
  onward.once('socket', (socket) => {
    const begin = () => {
      connected = true;
      request.pipe(onward);
    };
    if (socket.connecting) socket.once('connect', begin);
    else begin();
  });
  onward.on('error', () => {
    response.off('close', giveUp);
    // A response that has started continues, even if the server stops reading the request.
    if (response.headersSent || response.destroyed) return;
    if (connected) response.writeHead(502, { 'content-type': 'text/plain' }).end('The server broke off\n');
    else hand(request, response, others);
  });
  onward.on('close', () => {
    request.unpipe(onward);
    if (connected) request.resume();
  });
  onward.on('response', (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
    pipeline(answer, response, { end: false }).then(
      // Closing a connection before the entire request body is read resets the connection, and the client may miss the
      // response.
      () => {
        if (request.complete) return response.end();
        onward.destroy();
        return request.once('end', () => response.end());
      },
      () => response.destroy(),
    );
  });
}

/** @param {typeof targets[number]} target */
async function watch(target) {
  for (;;) {
    const url = `http://${target.host}:${target.port}/_sim/health/ready`;
    target.ready = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) }).then(
      async (answer) => {
        await answer.arrayBuffer();
        return answer.ok;
      },
      () => false,
    );
    await sleep(intervalMs);
  }
}
