// Gate: the suite against a real port. Once on a server with the running clock, where each workflow has a sandbox of its
// own, and once inside one sandbox, addressed by its base URL alone, as a shared server is used.
import { join } from 'node:path';
import { root } from '../steps.mjs';
import { capture, conclude, startServer } from './server.mjs';

const started = performance.now();
const cli = join(root, 'packages', 'understudy', 'bin', 'understudy.js');
const problems = [];
const summaries = [];

const server = await startServer('--clock', 'real');
for (const [name, target, ...options] of [
  ['isolated', server.url],
  // Without isolation the workflows go one by one and wait in real time, so these are the quick ones.
  [
    'in one sandbox',
    `${server.url}/~shared`,
    'scenarios/inventory/generated/flow.arazzo.yaml',
    'scenarios/identity/token-request.arazzo.yaml',
  ],
]) {
  const { code, output } = await capture(process.execPath, [cli, 'run', '--target', target, ...options]);
  const summary = output.trimEnd().split('\n').at(-1);
  summaries.push(`${name} ${summary}`);
  if (code !== 0) problems.push(`${name}: exit code ${code}\n${output.slice(output.indexOf('\nFAIL'))}`);
}
await server.stop();
if (server.complaints() !== '') problems.push(`The server reported defects:\n${server.complaints()}`);

conclude('live server', started, summaries.join('; '), problems);
