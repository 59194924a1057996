// Total memory of a server: many sandboxes, large documents, journals. Each attack fills a server with a limit of 200
// MB, which must stay near that limit, reject requests with a specific error, and work again after deletions.
import { type Attack, must, type Target } from './attack.js';

const megabyte = 1024 * 1024;
const total = 200 * megabyte;
const server = ['--limit', `maxMemoryBytes=${total}`, '--limit', 'maxSandboxes=100000'];
const text = JSON.stringify({ text: 'x'.repeat(megabyte - 100) });
const json = { 'content-type': 'application/json' };

/** Functions that fill the server, by name. Each returns the rejections that it received. */
const fillings: Readonly<Record<string, (target: Target) => Promise<string[]>>> = {
  async '30 MB to the inboxes of each of 20 sandboxes, without a token'({ call }) {
    for (let sandbox = 0; sandbox < 20; sandbox += 1) {
      const send = () => call('POST', `/~x${sandbox}/_sim/inbox/in`, { headers: json, body: text });
      for (let sent = 0; sent < 30; sent += 10) await Promise.all(Array.from({ length: 10 }, send));
    }
    return [];
  },

  async '40 snapshots with a document of 9 MB each'({ callJson, call }) {
    await callJson('POST', '/_sim/sandboxes', { name: 'kept', seed: 'empty' });
    const refused: string[] = [];
    await call('PUT', '/~kept/_sim/snapshots/a');
    const snapshot = JSON.parse((await call('GET', '/~kept/_sim/snapshots/a')).text);
    const place = { partition: 'time/demo-client/demo', collection: 'datasets', key: 'a' };
    for (let count = 0; count < 40; count += 1) {
      const records = [{ ...place, value: { text: `${count}${'x'.repeat(9 * megabyte)}` } }];
      const put = await callJson('PUT', `/_sim/snapshots/s${count}`, { ...snapshot, records });
      if (put.status !== 200) refused.push(`${put.status} ${put.text}`);
    }
    for (let count = 0; count < 40; count += 1) await call('DELETE', `/_sim/snapshots/s${count}`);
    return refused;
  },

  async '900 sandboxes of a user'({ callJson, call }) {
    const refused: string[] = [];
    const make = async (name: string) => {
      const { status, text: why } = await callJson('POST', '/_sim/sandboxes', { name });
      if (status !== 201) refused.push(`${status} ${why}`);
    };
    for (let made = 0; made < 900; made += 20)
      await Promise.all(Array.from({ length: 20 }, (_, at) => make(`m${made + at}`)));
    for (let made = 0; made < 900; made += 1) await call('DELETE', `/_sim/sandboxes/m${made}`);
    return refused;
  },
};

export const attacks: readonly Attack[] = Object.entries(fillings).map(([name, fill]) => ({
  name,
  server,
  run: (target) => fills(target, fill),
}));

async function fills(target: Target, attack: (target: Target) => Promise<string[]>): Promise<string> {
  const before = await target.ask('memory');
  await target.ask('resident');
  const refused = await attack(target);
  const { peak } = await target.ask('resident');
  const after = await target.ask('memory');
  const unnamed = refused.find((refusal) => !/^507.*--limit maxMemoryBytes/.test(refusal));
  must(unnamed === undefined, `Refused without the option: ${unnamed}`);
  const kept = after.heapUsed + after.external - before.heapUsed - before.external;
  must(kept < 1.25 * total, `${(kept / megabyte).toFixed(0)} MB are kept`);
  const again = await target.callJson('POST', '/_sim/sandboxes', { name: 'again' });
  must(again.status === 201, `No sandbox can be created: ${again.status} ${again.text}`);
  await target.call('DELETE', '/_sim/sandboxes/again');
  return `${refused.length} refused with 507, ${(kept / megabyte).toFixed(0)} MB kept, ${(peak / megabyte).toFixed(0)} MB resident at most`;
}
