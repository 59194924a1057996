// Attacks must detect a server that lacks a protection.

import { GateFailed } from '../../gate.ts';
import { type ProxyOptions, startProxy } from '../../testing/proxy.ts';
import { type Attack, callsTo, must, type Target } from './attack.js';
import { attacks as connections } from './connections.js';
import { attacks as forgeries } from './forgeries.js';

/** A missing protection, and the start of the name of the attack that must detect it. */
interface Fault {
  readonly says: string;
  readonly attack: string;
  weakness(): ProxyOptions;
}

const faults: readonly Fault[] = [
  {
    says: 'every token counts as valid',
    attack: 'forged tokens',
    weakness() {
      let honest: string | undefined;
      return {
        onResponse({ url }, { body }) {
          if (url === '/connect/token') honest ??= JSON.parse(String(body)).access_token;
        },
        onRequest({ headers }) {
          if (headers['authorization'] !== undefined) headers['authorization'] = `Bearer ${honest}`;
        },
      };
    },
  },
  {
    says: 'every link counts as valid',
    attack: 'forged links',
    weakness() {
      let honest: string | undefined;
      return {
        onResponse({ url }, { body }) {
          if (!url.endsWith('/io/presigned_url')) return;
          const { pathname, search } = new URL(JSON.parse(String(body)).url);
          honest ??= pathname + search;
        },
        onRequest(request) {
          if (request.method === 'PUT' && honest !== undefined) request.url = honest;
        },
      };
    },
  },
  {
    says: 'tenants are compared without case',
    attack: 'the data of another tenant',
    weakness: () => ({
      onRequest({ headers }) {
        if (headers['tenantId'] !== undefined) headers['tenantId'] = headers['tenantId'].toLowerCase();
      },
    }),
  },
  {
    says: 'requests with two lengths are accepted',
    attack: 'requests hidden',
    weakness: () => ({ server: { insecureHTTPParser: true } }),
  },
  {
    says: 'connections with endless headers block others',
    attack: '300 connections',
    weakness: () => ({ connections: 200 }),
  },
  {
    says: 'headers are read however long they are',
    attack: 'headers of 1 MB',
    weakness: () => ({
      server: { maxHeaderSize: 2 * 1024 * 1024 },
      onRequest({ headers }) {
        delete headers['X-Large'];
      },
    }),
  },
];

const megabyte = 1024 * 1024;

async function injectFaults(ask: Target['ask'], fault: { milliseconds: number; bytes: number }): Promise<string> {
  const bytes = await ask('injectFaults', JSON.stringify(fault));
  return `${fault.milliseconds} ms, ${bytes} bytes`;
}

export const attacks: readonly Attack[] = [
  {
    name: 'a request that blocks the event loop for 300 ms (planted)',
    quick: true,
    planted: /event loop held \d{3} ms/,
    run: ({ ask }) => injectFaults(ask, { milliseconds: 300, bytes: 0 }),
  },
  {
    name: 'a request of 1 MB that leaves 16 MB (planted)',
    quick: true,
    planted: /1\d MB kept/,
    sends: megabyte,
    run: ({ ask }) => injectFaults(ask, { milliseconds: 0, bytes: 16 * megabyte }),
  },
  {
    name: 'servers without a guard (planted faults)',
    quick: true,
    async run(target) {
      for (const { says, attack: name, weakness } of faults) {
        const attack = [...forgeries, ...connections].find((each) => each.name.startsWith(name));
        if (attack === undefined) throw new GateFailed(`There is no attack "${name}"`);
        const front = await startProxy(weakness());
        front.connect(target.url);
        try {
          const noticed = await attack.run({ ...target, url: front.url, ...callsTo(front.url) }).then(
            () => false,
            (error: unknown) => error instanceof GateFailed,
          );
          must(noticed, `"${attack.name}" does not notice that ${says}`);
        } finally {
          front.close();
        }
      }
      return `${faults.length} faults noticed`;
    },
  },
];
