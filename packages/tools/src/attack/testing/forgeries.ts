// Forged tokens and links, and access to other tenants.
import type { Seen } from '../../clients/call.ts';
import { authorize, demoBearer, presign } from '../../clients/inventory-client.ts';
import { type Attack, must, type Target } from './attack.js';

async function tokenOf({ url }: Target, prefix = ''): Promise<string> {
  return (await demoBearer(url + prefix)).slice('Bearer '.length);
}

function read({ call }: Target, token: string, tenantId = 'demo'): Promise<Seen> {
  return call('GET', '/io/data', { headers: { authorization: `Bearer ${token}`, tenantId } });
}

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

export const attacks: readonly Attack[] = [
  {
    name: 'forged tokens: without a signature, changed, of another sandbox',
    quick: true,
    async run(target) {
      const token = await tokenOf(target);
      must((await read(target, token)).status === 200, 'A valid token is rejected');
      const [head = '', payload = '', signature = ''] = token.split('.');
      const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
      const longer = encoded({ ...claims, exp: 4_102_444_800 });
      const forged = [
        `${encoded({ alg: 'none', typ: 'JWT' })}.${payload}.`,
        `${encoded({ alg: 'none', typ: 'JWT' })}.${payload}.${signature}`,
        `${head}.${longer}.${signature}`,
        `${head}.${payload}.`,
        `${head}.${payload}.${signature.slice(0, -4)}AAAA`,
        await tokenOf(target, '/~forger'),
      ];
      for (const [index, text] of forged.entries()) {
        const { status } = await read(target, text);
        must(status === 401 || status === 403, `Forgery ${index + 1} returned ${status}`);
      }
      return `${forged.length} refused`;
    },
  },
  {
    name: 'forged links: another job, another signature, another sandbox',
    quick: true,
    async run(target) {
      const { call } = target;
      const link = async (prefix = '') => {
        const base = target.url + prefix;
        const { url } = await presign(base, await authorize(base, 'demo'));
        return new URL(url).pathname + new URL(url).search;
      };
      const [own, other, elsewhere] = [await link(), await link(), await link('/~forger')];
      const [path = '', query = ''] = own.split('?');
      const [otherPath = ''] = other.split('?');
      const forged = [
        path,
        `${otherPath}?${query}`,
        `${path}?${query.replaceAll(/=[^&]{8}/g, '=AAAAAAAA')}`,
        elsewhere.replace('/~forger', ''),
        own.replace(/^/, '/~forger'),
      ];
      for (const [index, address] of forged.entries()) {
        const { status = 0 } = await call('PUT', address, { body: '{"datasets":[]}' });
        must(status >= 400 && status < 500, `Forgery ${index + 1} returned ${status}`);
      }
      const { status } = await call('PUT', own, { body: '{"datasets":[]}' });
      must(status === 200, `The honest link returned ${status}`);
      return `${forged.length} refused`;
    },
  },
  {
    name: 'the data of another tenant',
    quick: true,
    async run(target) {
      const token = await tokenOf(target);
      const own = (await read(target, token)).text;
      must(own.includes('coffee-beans'), 'The demo tenant lacks data');
      const others = ['other', 'demo ', 'DEMO', 'demo/', '../demo', 'demo%00', '__proto__', '*'];
      for (const tenantId of others) {
        const { text } = await read(target, token, tenantId);
        // Header values are trimmed when they are sent.
        if (tenantId.trim() !== 'demo') must(!text.includes('coffee-beans'), `"${tenantId}" reads data of "demo"`);
      }
      return `${others.length} names read none of its data`;
    },
  },
];
