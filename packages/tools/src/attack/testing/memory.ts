// Requests that try to fill the memory: large messages, many entries, stalled uploads.
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { call } from '../../clients/call.ts';
import { authorize, ended, train, uploadDatasets } from '../../clients/inventory-client.ts';
import { type Attack, must, type Target } from './attack.js';

const megabyte = 1024 * 1024;
const json = { 'content-type': 'application/json' };

const faults = [
  { match: { probability: 0.01 }, effect: { status: 500 } },
  { match: { probability: 0.005 }, effect: { reset: true } },
];

export const attacks: readonly Attack[] = [
  {
    name: '20,000 calls of clients, with faults, in sandboxes deleted afterwards',
    sends: 2 * megabyte,
    async run({ url, callJson, call: fresh }) {
      const seen = new Map<string, number>();
      for (let round = 0; round < 20; round += 1) {
        const base = `${url}/~leak-${round}`;
        await callJson('POST', '/_sim/sandboxes', { name: `leak-${round}` });
        const headers = await authorize(base, 'tenant');
        const jobId = await uploadDatasets(base, headers, ['d'], 60);
        await ended(base, headers, await train(base, headers, ['d']), 20);
        await callJson('PUT', `/~leak-${round}/_sim/faults`, { faults });
        const paths = ['/io/status', '/io/data', '/io/data/d', '/io/presigned_url', '/io/none'];
        const lane = async (index: number) => {
          for (let sent = 0; sent < 50; sent += 1) {
            const path = paths[(index + sent) % paths.length];
            const { status, broken } = await call('GET', `${base}${path}`, { headers: { ...headers, jobId } });
            seen.set(String(status ?? broken), (seen.get(String(status ?? broken)) ?? 0) + 1);
          }
        };
        await Promise.all(Array.from({ length: 20 }, (_, index) => lane(index)));
        await fresh('DELETE', `/_sim/sandboxes/leak-${round}`);
      }
      for (const expected of ['200', '404', '500', 'ECONNRESET']) must(seen.has(expected), `No call ended ${expected}`);
      return [...seen].map(([outcome, count]) => `${outcome} ${count}`).join(', ');
    },
  },
  {
    name: 'four messages of 30 MB [{},{},...] to an inbox',
    quick: true,
    sends: 4 * 30 * megabyte,
    async run({ call }) {
      const body = `[${'{},'.repeat(10 * megabyte)}{}]`;
      const seen = await Promise.all([1, 2, 3, 4].map(() => call('POST', '/_sim/inbox/a', { headers: json, body })));
      must(
        seen.every(({ status, broken }) => status === 413 || broken !== undefined),
        `Answered ${seen.map(({ status }) => status)}`,
      );
      return `refused with ${[...new Set(seen.map(({ status, broken }) => status ?? broken))].join(' or ')}`;
    },
  },
  {
    name: '60 messages of 1 MB [{},{},...] to inboxes, then listed',
    sends: 60 * megabyte,
    async run({ call }) {
      const body = `[${'{},'.repeat(340_000)}{}]`;
      for (let count = 0; count < 60; count += 1) {
        const { status } = await call('POST', `/_sim/inbox/m${count % 3}`, { headers: json, body });
        must(status === 204, `Answered ${status}`);
      }
      const { status, text } = await call('GET', '/_sim/inbox/m0/messages');
      must(status === 200, `Listed with ${status}`);
      const { count } = JSON.parse(text);
      must(count < 20, `All ${count} messages are kept`);
      for (const name of ['m0', 'm1', 'm2']) await call('DELETE', `/_sim/inbox/${name}/messages`);
      return `${count} of 20 kept in one inbox`;
    },
  },
  {
    name: '3,000 entries of 60 KB in the journal, then read and exported',
    sends: 32 * megabyte,
    async run({ call }) {
      const body = JSON.stringify({ text: 'x'.repeat(60_000) });
      for (let count = 0; count < 3000; count += 50) {
        await Promise.all(Array.from({ length: 50 }, () => call('POST', '/connect/token', { headers: json, body })));
      }
      const { text } = await call('GET', '/_sim/journal?limit=1000');
      const { count, dropped } = JSON.parse(text);
      must(dropped > 0, 'Nothing was dropped');
      const har = await call('GET', '/_sim/journal.har');
      const { log } = JSON.parse(har.text);
      return `${count} entries kept, ${dropped} dropped, HAR of ${log.entries.length} in ${(har.text.length / megabyte).toFixed(1)} MB`;
    },
  },
  {
    name: '20 uploads of 60 MB that stall',
    // The default limit, set so that no other attack shares the server: memory of earlier attacks can be freed at any
    // time.
    server: ['--limit', 'maxSandboxes=500'],
    sends: 64 * megabyte,
    async run(target) {
      const sockets = await stalled(target, 20, 60 * megabyte);
      const answers = (await Promise.all(sockets.map((socket) => answerOf(socket, 5000)))).filter(Boolean);
      const refused = answers.filter((answer) => answer.startsWith('HTTP/1.1 503'));
      must(
        refused.every((answer) => /retry-after: 1/i.test(answer)),
        'A 503 has no Retry-After',
      );
      must(refused.length > 0, `None of 20 was refused: ${answers[0]}`);
      const { rss } = (await target.ask('memory')) as NodeJS.MemoryUsage;
      for (const socket of sockets) socket.destroy();
      must(rss < 700 * megabyte, `The process holds ${(rss / megabyte).toFixed(0)} MB`);
      await sleep(200);
      const small = await target.call('GET', '/_sim');
      must(small.status === 200, 'Nobody else is served');
      return `${refused.length} refused with 503 and Retry-After, resident ${(rss / megabyte).toFixed(0)} MB meanwhile`;
    },
  },
  {
    name: '50 MB to an address that no operation has',
    quick: true,
    sends: 1,
    async run({ call }) {
      const { status, broken } = await call('POST', '/io/nowhere', { headers: json, body: 'x'.repeat(50 * megabyte) });
      must(status === 404 || broken !== undefined, `Answered ${status}`);
      return `${status ?? broken}`;
    },
  },
];

/** Starts uploads and sends all but their last byte. */
async function stalled({ url }: Target, count: number, size: number): Promise<Socket[]> {
  const { hostname, port } = new URL(url);
  const body = Buffer.alloc(size - 1, 'x');
  return Array.from({ length: count }, () => {
    const socket = connect(Number(port), hostname);
    socket.on('error', () => undefined);
    socket.write(
      `POST /_sim/sandboxes HTTP/1.1\r\nHost: ${hostname}:${port}\r\nContent-Type: application/json\r\nContent-Length: ${size}\r\n\r\n`,
    );
    socket.write(body);
    return socket;
  });
}

function answerOf(socket: Socket, milliseconds: number): Promise<string> {
  return new Promise((resolve) => {
    socket.once('data', (data) => resolve(String(data)));
    setTimeout(() => resolve(''), milliseconds).unref();
  });
}
