// Many requests sent at once over a connection that reads no responses.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Attack, must } from './attack.js';

const megabyte = 1024 * 1024;

/** The number of requests in a write of 60 KB. */
const requests = 1000;

export const attacks: readonly Attack[] = [
  {
    name: 'two connections with 1,000 pipelined requests each for a list of 2 MB, never read, then closed',
    quick: true,
    // The server may buffer a few responses per connection, not 2,000.
    sends: 10 * megabyte,
    async run({ url, call, ask }) {
      const headers = { 'content-type': 'text/plain' };
      for (let sent = 0; sent < 20; sent += 1)
        await call('POST', '/_sim/inbox/many', { headers, body: `${sent} ${'x'.repeat(100_000)}` });
      const { hostname, port, host } = new URL(url);
      const { now: before } = await ask('resident');
      const sockets = await Promise.all([1, 2].map(() => flood(Number(port), hostname, host)));
      const started = performance.now();
      const { status } = await call('GET', '/_sim', { timeoutMs: 5000 });
      const took = performance.now() - started;
      await sleep(500);
      const { peak } = await ask('resident');
      for (const socket of sockets) socket.destroy();
      must(status === 200, `Others are answered ${status}`);
      must(peak - before < 150 * megabyte, `${((peak - before) / megabyte).toFixed(0)} MB more resident memory`);
      return `other requests took ${took.toFixed(0)} ms meanwhile`;
    },
  },
];

async function flood(port: number, hostname: string, host: string): Promise<Socket> {
  const socket = connect(port, hostname).on('error', () => {});
  await once(socket, 'connect');
  socket.pause();
  socket.write(`GET /_sim/inbox/many/messages HTTP/1.1\r\nHost: ${host}\r\n\r\n`.repeat(requests));
  return socket;
}
