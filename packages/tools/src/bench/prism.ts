// Compares this server with Prism's mock on one description: the responses to the same calls, and requests per second.
//   npm run build && node --import tsx packages/tools/src/bench/prism.ts [file]
import { join } from 'node:path';
import autocannon from 'autocannon';
import { startServer } from '../gate.ts';
import { root } from '../steps.mjs';
import { startPrism } from './contenders.ts';

const file = process.argv[2] ?? join(root, 'packages/described/src/testing/shop.yaml');
const calls: readonly (readonly [what: string, method: string, path: string, body?: unknown])[] = [
  ['create', 'POST', '/products', { name: 'Lamp', colour: 'red' }],
  ['then read', 'GET', '/products/1'],
  ['list', 'GET', '/products'],
  ['list with a filter that nothing matches', 'GET', '/products?colour=blue'],
  ['delete', 'DELETE', '/products/1'],
  ['then read', 'GET', '/products/1'],
  ['invalid input', 'POST', '/products', { name: 1 }],
  ['without a key', 'GET', '/products'],
];
const ours = await startServer(file, '--seed', 'empty');
const prism = await startPrism(file, '/hours');
const servers = Object.entries({ understudy: ours.url, prism: prism.url });

async function ask(url: string, [what, method, path, body]: (typeof calls)[number]): Promise<string> {
  const headers = { 'content-type': 'application/json', ...(what === 'without a key' ? {} : { 'x-key': 'k' }) };
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const response = await fetch(`${url}${path}`, { method, headers, ...sent });
  return `${response.status} ${(await response.text()).replace(/\s+/g, ' ').slice(0, 150)}`;
}

for (const call of calls) {
  console.log(`${call[0]}: ${call[1]} ${call[2]}`);
  for (const [name, url] of servers) console.log(`  ${name.padEnd(10)}  ${await ask(url, call)}`);
}
const inbox = `${ours.url}/_sim/inbox/shop`;
console.log('callback to an inbox');
for (const [name, url] of servers) {
  await ask(url, ['callback', 'POST', '/products', { name: 'Lamp', notify: inbox }]);
  const received = await (await fetch(`${inbox}/messages?count=1&timeout=10`)).text();
  console.log(`  ${name.padEnd(10)}  ${received.slice(0, 200)}`);
  await fetch(`${inbox}/messages`, { method: 'DELETE' });
}
for (const [name, url] of servers) {
  const { requests } = await autocannon({ url: `${url}/hours`, connections: 10, duration: 5 });
  console.log(`GET /hours, requests a second: ${name} ${Math.round(requests.average)}`);
}
await ours.stop();
prism.stop();
