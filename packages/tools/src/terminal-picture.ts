// npm run picture: runs commands against a server, and writes the commands and their output as an animated terminal
// picture to docs/terminal.svg, for README.md.
import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { mustRun, startServer, temporaryFolder } from './gate.ts';
import { root } from './steps.mjs';

const address = 'http://127.0.0.1:4010';
const commands = [
  `curl --json '{"name": "Lamp", "price": 40}' -H 'X-Key: any' ${address}/products`,
  `curl -H 'X-Key: any' '${address}/products?sort=name'`,
  `curl --json '{"effect": {"status": 503}, "times": 1}' ${address}/_sim/faults -o rule.json`,
  `curl -H 'X-Key: any' ${address}/products -w '%{http_code}'`,
];
const width = 112;

const folder = temporaryFolder('picture');
copyFileSync(join(root, 'packages/described/src/testing/shop.yaml'), join(folder, 'openapi.yaml'));
const options = ['--seed', 'empty', '--clock', 'manual', '--at', '2026-01-15T09:00:00Z'];
const server = await startServer(join(folder, 'openapi.yaml'), ...options);
const lines = ['$ npx api-understudy start ./openapi.yaml --seed empty &'];
for (const command of commands) {
  const line = command.replace('curl', 'curl -s').replaceAll(address, server.url);
  const output = await mustRun(['-c', line], { command: 'bash', cwd: folder });
  lines.push(`$ ${command}`, ...(output === '' ? [] : [output.trim().replaceAll(server.url, address)]));
}
await server.stop();
const rows = lines.flatMap((line) =>
  (line.match(new RegExp(`.{1,${width}}`, 'g')) ?? ['']).map((text) => ({ text, isCommand: line.startsWith('$ ') })),
);
const toXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const texts = rows.map(
  ({ text, isCommand }, index) =>
    `<text x="16" y="${34 + index * 22}" style="animation-delay:${(index * 0.7).toFixed(1)}s"${isCommand ? ' class="c"' : ''}>${toXml(text)}</text>`,
);
const height = 34 + rows.length * 22;
writeFileSync(
  join(root, 'docs', 'terminal.svg'),
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 960 ${height}" role="img" aria-label="A terminal: an API keeps state and returns an error on demand" font-family="ui-monospace, monospace" font-size="14">
<style>text{fill:#d0d0d0;white-space:pre;animation:appear .2s both}.c{fill:#9ece6a}@keyframes appear{from{opacity:0}}@media(prefers-reduced-motion){text{animation:none}}</style>
<rect width="960" height="${height}" rx="8" fill="#1a1b26"/>
${texts.join('\n')}
</svg>
`,
);
process.exit();
