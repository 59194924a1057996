// Requests that a page of another site, a name that was made to lead here, or a webhook would send.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Attack, must } from '../attack.js';
import type { Target } from '../target.js';

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

/** An empty sandbox of its own, as it may be sent back, changed. */
async function snapshotOf({ call, callJson }: Target, name: string): Promise<{ kernel: Record<string, unknown> }> {
  await callJson('POST', '/_sim/sandboxes', { name, seed: 'empty' });
  await call('PUT', `/~${name}/_sim/snapshots/${name}`);
  return JSON.parse((await call('GET', `/_sim/snapshots/${name}`)).text);
}

/** A webhook that is still to be sent, as a snapshot holds it. */
const delivery = (id: number, url: string) => ({
  id,
  origin: { api: 'inventory', jobId: '', tenantId: 't', cause: null },
  request: { url, headers: {}, policy: { timeoutSeconds: 1, attempts: 1, retryDelaysSeconds: [1] } },
  createdAt: '2026-01-15T09:00:00.000Z',
  state: 'pending',
  attempts: [],
});

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
    name: 'addresses that the door and the line might read in two ways',
    quick: true,
    async run({ url }) {
      const prefixes = ['', '/~a', '/~a#b', '/~%61', '/%7Ea', '/~a/', '/~a%2f', '/x/..', '/.', '/', 'http://a'];
      const names = ['_sim/metrics', '%5fsim/metrics', '_sim/settings', '_sim%2fsettings', '_SIM/settings'];
      const ofConsole = ['/_sim/~a', '/_sim/~', '/_sim/~a#b', '/_sim/~a%2f', '/_sim/~a/~b'].map(
        (way) => `${way}/settings`,
      );
      const addresses = [...prefixes.flatMap((prefix) => names.map((name) => `${prefix}/${name}`)), ...ofConsole];
      for (const address of addresses) {
        const lines = [`GET ${address} HTTP/1.1`, 'Host: rebind.example', 'Connection: close', '', ''];
        const status = await statusOf(url, lines.join('\r\n'));
        must([400, 403, 404].includes(status), `GET ${address} for another host answered ${status}`);
      }
      return `${addresses.length} addresses, none answered`;
    },
  },
  {
    name: 'snapshots that frame answers, and answers called pages',
    quick: true,
    async run(target) {
      const snapshot = await snapshotOf(target, 'framed');
      const headers = { 'content-length': '5', 'transfer-encoding': 'chunked' };
      const types = ['application/json;, text/html', 'text/html, text/plain', 'text', 'text/html;x', 'a/b;c="d,e"'];
      const spoiling = [
        ...types.map((type) => ({ 'content-type': type })),
        { 'set-cookie': 'understudy-4010=x; Path=/_sim' },
        { 'Set-Cookie': '=understudy-4010=x' },
      ];
      const framed = [
        ...spoiling.map((spoils) => ({
          inboxes: { in: { received: 0, answers: [{ status: 200, headers: spoils }] } },
        })),
        { faults: { 0: { rule: { id: 'f', match: {}, effect: { headers } }, seen: 0, applied: 0 } } },
        { inboxes: { in: { received: 0, answers: [{ status: 200, headers }] } } },
      ];
      for (const part of framed) {
        const file = { ...snapshot, kernel: { ...snapshot.kernel, ...part } };
        const { status } = await target.callJson('PUT', '/~framed/_sim/snapshots/framed', file);
        must(status === 400, `A snapshot with ${JSON.stringify(part)} was answered ${status}`);
      }
      for (const spoils of spoiling) {
        const faults = [{ effect: { headers: spoils } }];
        const { status } = await target.callJson('PUT', '/~framed/_sim/faults', { faults });
        must(status === 400, `A rule with ${JSON.stringify(spoils)} was answered ${status}`);
      }
      const faults = [
        { match: { path: '/io/health_check' }, effect: { headers: { 'Content-Type': 'text/html' } } },
        { match: { path: '/io/status' }, effect: { status: 503 } },
      ];
      await target.callJson('PUT', '/~framed/_sim/faults', { faults });
      const body = 'grant_type=client_credentials&client_id=demo-client&client_secret=demo-secret&scope=%3Cscript%3E';
      const form = { headers: { 'content-type': 'application/x-www-form-urlencoded' }, body };
      const answers = [
        await target.call('GET', '/~framed/io/health_check'),
        await target.call('GET', '/~framed/io/status'),
        await target.call('POST', '/~framed/connect/token', form),
        await target.call('GET', '/~framed/nowhere/%3Cscript%3E'),
        await target.call('GET', '/~framed/_sim/%3Cscript%3E'),
      ];
      must(answers[0]?.headers['content-type'] === 'text/html', 'The fault rule was not heeded');
      for (const { status, headers: answered } of answers) {
        const { 'content-security-policy': policy = '', 'x-content-type-options': guess } = answered;
        must(policy.includes('sandbox') && guess === 'nosniff', `An answer ${status} is a page of the server`);
      }
      return `${framed.length} snapshots and ${spoiling.length} rules, all 400; ${answers.length} answers, none of the server's origin`;
    },
  },
  {
    name: 'webhooks to the control plane of another server',
    quick: true,
    async run(target) {
      const seen: unknown[] = [];
      const other = createServer(({ url }, response) => {
        seen.push(url);
        response.end();
      }).listen(0, '127.0.0.1');
      await once(other, 'listening');
      const base = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
      const urls = ['/_sim/reset', '/~b2/_sim/reset', '/x/%2e%2e/_sim/sandboxes', '/hook'].map((path) => base + path);
      const snapshot = await snapshotOf(target, 'sent');
      const deliveries = Object.fromEntries(urls.map((url, index) => [index + 1, delivery(index + 1, url)]));
      const file = { ...snapshot, kernel: { ...snapshot.kernel, deliveries } };
      await target.callJson('PUT', '/~sent/_sim/snapshots/sent', file);
      await target.call('POST', '/~sent/_sim/snapshots/sent/restore', { headers: json });
      for (let waited = 0; seen.length === 0 && waited < 100; waited += 1) await sleep(20);
      await sleep(100);
      other.closeAllConnections();
      other.close();
      must(String(seen) === '/hook', `The other server was sent ${seen}`);
      return `${urls.length - 1} of ${urls.length} refused`;
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
