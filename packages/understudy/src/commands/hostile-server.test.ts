import { createServer } from 'node:http';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { runCli } from '../testing/run-cli.js';
import { stageConfig } from '../testing/stage.js';
import { useResources } from '../testing/use-resources.js';

const { folderWith, listen } = useResources();

/** A server that returns invalid JSON full of terminal and CI log commands. */
const server = createServer((_incoming, outgoing) => {
  outgoing.writeHead(200, { 'content-type': 'application/json', 'x-odd': 'a\u009b31m' });
  outgoing.end('{"a": \u001b]0;owned\u0007\u001b]8;;http://x\u001b\\ \u009b2J \u202e\n::add-mask::a\n##vso[task.x]');
});
let url = '';
let folder = '';

beforeAll(async () => {
  url = await listen(server);
  const apis = { identity: { baseUrl: url }, time: { baseUrl: url } };
  folder = await folderWith({ 'understudy.config.yaml': stageConfig(url, { apis, allowedEffects: ['create'] }) });
});

const stage = () => ['--config', join(folder, 'understudy.config.yaml')];
const commands: [string, number, () => string[]][] = [
  ['run on a URL', 1, () => ['test', 'run', '--target', url, '--api', 'identity', '--verbose', '--report', 'github']],
  ['run, as JSON', 1, () => ['test', 'run', '--target', url, '--api', 'identity', '--json']],
  [
    'run on an environment',
    1,
    () => ['test', 'run', '--target', 'stage', '--api', 'identity', '--verbose', ...stage()],
  ],
  ['fuzz of an environment', 2, () => ['fuzz', 'time', '--target', 'stage', '--requests', '2', ...stage()]],
  ['snapshot', 2, () => ['state', 'save', join(folder, 'x.json'), '--target', url]],
  ['record-scenario', 2, () => ['learn', 'record-scenario', '--target', url]],
];

it.each(commands)(
  'prints no control characters, CI commands or stack trace from a hostile server: %s',
  async (_name, code, args) => {
    const finished = await runCli(...args());
    const printed = finished.out + finished.err;
    expect(finished.code, finished.err.slice(0, 200)).toBe(code);
    expect(printed).not.toBe('');
    expect(printed).not.toMatch(/[^\P{Cc}\n\t]|\u202e|^\s*::(?!error|warning|notice)|##vso/mu);
    expect(printed).not.toMatch(/^\s+at .*\.(?:js|ts):\d+/m);
  },
);
