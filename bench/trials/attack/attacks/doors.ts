// Requests that a page of another site, a name that was made to lead here, or a webhook would send.
import { connect } from 'node:net';
import { type Attack, must } from '../attack.js';

const json = { 'content-type': 'application/json' };

/** Sends a request as it stands and reads the status. */
function statusOf(url: string, text: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname, () => socket.write(text));
    let answer = '';
    socket.on('data', (chunk) => {
      answer += chunk;
    });
    socket.on('close', () => resolve(Number(answer.slice(9, 12))));
    socket.on('error', reject);
  });
}

export const attacks: readonly Attack[] = [
  {
    name: 'names that were made to lead here (DNS rebinding)',
    quick: true,
    async run({ call }) {
      const hosts = [
        'rebind.example',
        'localhost.rebind.example',
        '127.0.0.1.rebind.example',
        'localhost.',
        '192.0.2.1',
      ];
      const paths = ['/_sim/reset', '/_sim/journal', '/~kept/_sim/reset', '/_sim/inbox/a'];
      for (const host of hosts) {
        for (const path of paths) {
          const { status } = await call('POST', path, { headers: { host, ...json }, body: '{}' });
          must(status === 403, `POST ${path} for ${host} answered ${status}`);
        }
      }
      return `${hosts.length * paths.length} calls, all 403`;
    },
  },
  {
    name: 'pages of other origins: reads, preflights and calls that need none',
    quick: true,
    async run({ call }) {
      const origins = ['https://page.example', 'http://localhost:5173', 'null'];
      const asking = { 'access-control-request-method': 'DELETE' };
      for (const origin of origins) {
        const seen = [
          await call('GET', '/_sim/journal', { headers: { origin } }),
          await call('POST', '/_sim/reset', { headers: { origin, ...json } }),
          await call('OPTIONS', '/_sim/sandboxes/kept', { headers: { origin, ...asking } }),
        ];
        for (const { status, headers } of seen) {
          must(status === 403, `A call of ${origin} answered ${status}`);
          must(headers['access-control-allow-origin'] === undefined, `${origin} may read the answer`);
        }
      }
      const crossSite = await call('GET', '/_sim/journal', { headers: { 'sec-fetch-site': 'cross-site' } });
      must(crossSite.status === 403, `A call of another site answered ${crossSite.status}`);
      for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
        const { status } = await call('POST', '/_sim/reset', { headers: { 'content-type': type }, body: '{}' });
        must(status === 403, `A simple request as ${type} answered ${status}`);
      }
      return `${origins.length * 3 + 4} calls, all 403`;
    },
  },
  {
    name: 'two hosts in one request',
    quick: true,
    async run({ url }) {
      const { host } = new URL(url);
      const lines = ['GET /_sim HTTP/1.1', `Host: ${host}`, 'Host: other.example', 'Connection: close', '', ''];
      const status = await statusOf(url, lines.join('\r\n'));
      must(status === 400, `Two hosts were answered ${status}`);
      return '400';
    },
  },
  {
    name: 'webhook hosts widened by the control plane',
    quick: true,
    async run({ call }) {
      const body = JSON.stringify({ webhooks: { allowedHosts: ['192.0.2.1', 'metadata.example'] } });
      const { status } = await call('PATCH', '/_sim/settings', { headers: json, body });
      must(status === 400, `Other hosts were answered ${status}`);
      return '400';
    },
  },
  {
    name: 'paths that are no path, and the journal exported',
    quick: true,
    async run({ call, url }) {
      for (const path of ['//', '/\\', '//x', '/%']) await call('GET', path);
      await statusOf(url, `OPTIONS * HTTP/1.1\r\nHost: ${new URL(url).host}\r\nConnection: close\r\n\r\n`);
      const { status } = await call('GET', '/_sim/journal.har');
      must(status === 200, `The HAR answered ${status}`);
      return 'HAR answered 200';
    },
  },
];
