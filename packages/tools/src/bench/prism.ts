// Side by side with Prism's mock, on one description: what each answers to the same calls, and how many a second.
//   npm run build && node --import tsx packages/tools/src/bench/prism.ts [file]
import { join } from 'node:path';
import { freePort } from '@understudy/server/testing';
import autocannon from 'autocannon';
import { spawnChild, startServer } from '../gate.ts';
import { root, tool } from '../steps.mjs';

const file = process.argv[2] ?? join(root, 'packages/inferred-api/src/testing/shop.yaml');
const calls: readonly (readonly [what: string, method: string, path: string, body?: unknown])[] = [
  ['create', 'POST', '/products', { name: 'Lamp', colour: 'red' }],
  ['then read', 'GET', '/products/1'],
  ['list', 'GET', '/products'],
  ['list what is not there', 'GET', '/products?colour=blue'],
  ['delete', 'DELETE', '/products/1'],
  ['then read', 'GET', '/products/1'],
  ['wrong input', 'POST', '/products', { name: 1 }],
  ['without a key', 'GET', '/products'],
];

const port = Number(await freePort());
const prism = spawnChild(tool('prism'), ['mock', '--port', String(port), file]);
const ours = await startServer(file, '--seed', 'empty');
const name = 'shop';
await fetch(`${ours.url}/_sim`);
const theirs = `http://127.0.0.1:${port}`;
for (let tries = 0; tries < 120; tries += 1) {
  const up = await fetch(`${theirs}/hours`).then(
    () => true,
    () => false,
  );
  if (up) break;
  await new Promise((resolve) => setTimeout(resolve, 500));
}

async function ask(url: string, [what, method, path, body]: (typeof calls)[number]): Promise<string> {
  const headers = { 'content-type': 'application/json', ...(what === 'without a key' ? {} : { 'x-key': 'k' }) };
  const response = await fetch(`${url}${path}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return `${response.status} ${(await response.text()).replace(/\s+/g, ' ').slice(0, 150)}`;
}

for (const call of calls) {
  console.log(`${call[0]}: ${call[1]} ${call[2]}`);
  console.log(`  understudy  ${await ask(ours.url, call)}`);
  console.log(`  prism       ${await ask(theirs, call)}`);
}
const inbox = `${ours.url}/_sim/inbox/${name}`;
await ask(ours.url, ['callback', 'POST', '/products', { name: 'Lamp', notify: inbox }]);
const ofOurs = await (await fetch(`${inbox}/messages?count=1&timeout=10`)).text();
await fetch(`${inbox}/messages`, { method: 'DELETE' });
await ask(theirs, ['callback', 'POST', '/products', { name: 'Lamp', notify: inbox }]);
const ofTheirs = await (await fetch(`${inbox}/messages?count=1&timeout=10`)).text();
console.log(`callback to an inbox\n  understudy  ${ofOurs.slice(0, 200)}\n  prism       ${ofTheirs.slice(0, 200)}`);
for (const [who, url] of [
  ['understudy', ours.url],
  ['prism', theirs],
] as const) {
  const { requests } = await autocannon({ url: `${url}/hours`, connections: 10, duration: 5 });
  console.log(`GET /hours, requests a second: ${who} ${Math.round(requests.average)}`);
}
await ours.stop();
prism.kill('SIGTERM');
process.exit();
