// Ambiguous requests, and connections that never close.
import { connect, type Socket } from 'node:net';
import { exchanged } from '../../clients/call.ts';
import { type Attack, must } from './attack.js';

const hidden = 'GET /_sim/journal HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Hidden: yes\r\n\r\n';

const smuggled: readonly (readonly string[])[] = [
  ['Content-Length: 6', 'Transfer-Encoding: chunked', '', `0\r\n\r\n${hidden}`],
  ['Content-Length: 5', 'Content-Length: 6', '', `xxxxx${hidden}`],
  ['Content-Length: 5, 6', '', `xxxxx${hidden}`],
  ['Transfer-Encoding: xchunked', '', `0\r\n\r\n${hidden}`],
  ['Transfer-Encoding: chunked, identity', '', `0\r\n\r\n${hidden}`],
  ['Transfer-Encoding : chunked', '', `0\r\n\r\n${hidden}`],
  ['Transfer-Encoding:\n chunked', '', `0\r\n\r\n${hidden}`],
  ['Content-Length: +5', '', `xxxxx${hidden}`],
  ['Transfer-Encoding: chunked', '', `5;\n${hidden}\r\n0\r\n\r\n`],
];

export const attacks: readonly Attack[] = [
  {
    name: 'requests hidden in bodies (smuggling)',
    quick: true,
    async run({ url }) {
      const { host } = new URL(url);
      for (const [index, lines] of smuggled.entries()) {
        const head = ['POST /connect/token HTTP/1.1', `Host: ${host}`, ...lines].join('\r\n');
        const answers = (await exchanged(url, head)).split(/(?=HTTP\/1\.1 \d)/);
        must(answers.length === 1 && /^HTTP\/1\.1 400 /.test(answers[0] ?? ''), `Case ${index + 1}: ${answers}`);
      }
      return `${smuggled.length} forms, all 400 and closed`;
    },
  },
  {
    name: '300 connections with endless headers',
    quick: true,
    async run({ url, call }) {
      const { hostname, port, host } = new URL(url);
      const sockets = await Promise.all(
        Array.from(
          { length: 300 },
          () =>
            new Promise<Socket>((resolve) => {
              const socket = connect(Number(port), hostname, () => resolve(socket));
              socket.on('error', () => resolve(socket));
              socket.write(`GET /_sim HTTP/1.1\r\nHost: ${host}\r\nX-Slow: `);
            }),
        ),
      );
      const started = performance.now();
      const { status } = await call('GET', '/_sim', { timeoutMs: 5000 });
      const took = performance.now() - started;
      for (const socket of sockets) socket.destroy();
      must(status === 200, `Others are answered ${status}`);
      return `other requests took ${took.toFixed(0)} ms meanwhile`;
    },
  },
  {
    name: 'headers of 1 MB',
    quick: true,
    async run({ url }) {
      const head = `GET /_sim HTTP/1.1\r\nHost: ${new URL(url).host}\r\nX-Large: ${'x'.repeat(1_000_000)}\r\n\r\n`;
      const answer = await exchanged(url, head);
      must(answer === '' || answer.startsWith('HTTP/1.1 431 '), `Answered ${answer.slice(0, 100)}`);
      return answer === '' ? 'connection broken off' : '431';
    },
  },
];
