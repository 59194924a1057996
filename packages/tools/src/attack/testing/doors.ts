// Requests from pages of other origins. The vitest files control-door.test.ts and webhooks.test.ts cover hosts, origins
// and webhooks.
import { exchanged } from '../../clients/call.ts';
import { type Attack, must, type Target } from './attack.js';

/** Sends a request unchanged. @returns the status */
async function statusOf(url: string, text: string): Promise<number> {
  return Number((await exchanged(url, text)).slice(9, 12));
}

/** Returns a snapshot of a new empty sandbox, so that an attack can change and restore it. */
async function snapshotOf({ call, callJson }: Target, name: string): Promise<{ kernel: Record<string, unknown> }> {
  await callJson('POST', '/_sim/sandboxes', { name, seed: 'empty' });
  await call('PUT', `/~${name}/_sim/snapshots/${name}`);
  return JSON.parse((await call('GET', `/_sim/snapshots/${name}`)).text);
}

export const attacks: readonly Attack[] = [
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
        must([400, 403, 404].includes(status), `GET ${address} for another host returned ${status}`);
      }
      return `${addresses.length} addresses, none answered`;
    },
  },
  {
    name: 'snapshots that frame responses, and responses declared as pages',
    quick: true,
    // The first snapshot on each server compiles the control plane's validators, which takes 90 to 115 ms on two cores.
    mostHeld: 200,
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
        must(status === 400, `A snapshot with ${JSON.stringify(part)} returned ${status}`);
      }
      for (const spoils of spoiling) {
        const faults = [{ effect: { headers: spoils } }];
        const { status } = await target.callJson('PUT', '/~framed/_sim/faults', { faults });
        must(status === 400, `A rule with ${JSON.stringify(spoils)} returned ${status}`);
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
      return `${framed.length} snapshots and ${spoiling.length} rules, all 400; ${answers.length} answers, all outside the server's origin`;
    },
  },
  {
    name: 'invalid paths, and the exported journal',
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
