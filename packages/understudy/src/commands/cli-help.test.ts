import { spawnSync } from 'node:child_process';
import { chmod, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { runCli, serveJson } from '../testing/run-cli.js';
import { shopDescriptionPath } from '../testing/shop.js';
import { useResources } from '../testing/use-resources.js';
import { toTable } from '../to-table.js';

const { folderWith } = useResources();

afterEach(() => {
  vi.unstubAllEnvs();
});

it('each command’s help has an example, and the help of `start` fits on one screen', async () => {
  const { out } = await runCli('--help');
  const names = [...out.matchAll(/^ {2}([a-z][a-z-]*) (?!.*display help)/gm)].map(([, name = '']) => name);
  expect([names.length, names[0]]).toEqual([14, 'start']);
  expect(out).toMatch(/^Usage.*\n\n.*\n\n {4}understudy start \.\/openapi\.yaml\n/);
  const without: string[] = [];
  for (const name of names) if (!(await runCli(name, '--help')).out.includes('Example')) without.push(name);
  expect(without).toEqual([]);
  const start = (await runCli('start', '--help')).out;
  expect(start.split('\n').length).toBeLessThanOrEqual(62);
  expect(start.match(/^[A-Z]\w+:$/gm)).toEqual(expect.arrayContaining(['Server:', 'Data:', 'Behavior:', 'Output:']));
  expect(start).not.toContain('maxInboxes');
  expect((await runCli('start', '--help', '--all')).out).toContain('maxInboxes');
}, 60_000);

it('a table wraps its last column at the terminal width', () => {
  const rows = [
    { id: 'a', says: 'one two three four five six seven' },
    { id: 'bcd', says: 'short' },
  ];
  expect(toTable(rows, 25)).toBe('a    one two three four\n     five six seven\nbcd  short');
  expect(toTable(rows)).toContain('four five six seven');
});

it.each([
  ['understudy sta', 'start state'],
  ['understudy start --lo', '--log'],
  ['understudy start --log ', 'pretty json'],
  ['understudy explain list cl', 'claims'],
  ['understudy test base', 'baseline'],
  ['understudy test run --verb', '--verbose'],
])('completes "%s" in bash', async (line, words) => {
  const { out } = await runCli('generate', 'completion', 'bash');
  const ask = `${out}COMP_WORDS=(${line}${line.endsWith(' ') ? ' ""' : ''}); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); _understudy; echo "\${COMPREPLY[*]}"`;
  const { stdout } = spawnSync('bash', ['-c', ask], { encoding: 'utf8' });
  expect(stdout.trim().split(' ').sort()).toEqual(words.split(' ').sort());
  expect((await runCli('generate', 'completion', 'fish')).out).toContain(
    "__fish_seen_subcommand_from start' -l log -x -a 'pretty json'",
  );
});

it('`init` sets up a project and keeps existing files', async () => {
  const description = await readFile(shopDescriptionPath, 'utf8');
  const folder = await folderWith({ 'openapi.yaml': description, 'package.json': '{"scripts": {"api": "mine"}}' });
  const bin = join(import.meta.dirname, '../../bin/understudy.js');
  const run = (...args: string[]) => spawnSync(process.execPath, [bin, ...args], { cwd: folder, encoding: 'utf8' });
  expect(run('init', '--tests', 'vitest', '--ci', 'github')).toMatchObject({ status: 0, stderr: '' });
  const files = { 'openapi.yaml': description, '.github/workflows/api.yml': '', 'understudy.test.js': '' };
  for (const [file, text] of Object.entries(files))
    expect(await readFile(join(folder, file), 'utf8')).toContain(text || './openapi.yaml');
  const { scripts, devDependencies } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  expect(scripts).toEqual({ api: 'mine', 'api:test': 'understudy test ./openapi.yaml', test: 'vitest run' });
  expect(devDependencies).toHaveProperty('api-understudy');
  expect(run('doctor', '--port', '0').stdout).toMatch(/ok +APIs +inventory.*, shop$/m);
  expect(run('init', '--tests', 'vitest').stdout).toContain('kept     understudy.test.js');
  expect(run('init', '--api', 'nope.yaml')).toMatchObject({ status: 2, stderr: expect.stringContaining('--api') });
}, 60_000);

it('`doctor` reports each problem in a setup', async () => {
  const folder = await folderWith({
    'understudy.config.yaml': 'apis: [./openapi.yaml]\n',
    'openapi.yaml': 'openapi: [3.1.0\npaths: }',
    'state/secret': 'readable',
  });
  await chmod(join(folder, 'state/secret'), 0o644);
  vi.stubEnv('UNDERSTUDY_CONTROL_TOKEN', 'short');
  const server = await serveJson('identity', '--seed', 'empty');
  const { port } = new URL(server.url);
  const config = join(folder, 'understudy.config.yaml');
  const args = ['--port', port, '--config', config, '--data', join(folder, 'state')];
  const { code, out } = await runCli('doctor', ...args);
  await server.stop();
  expect(code).toBe(1);
  for (const [name, says] of Object.entries({
    configuration: 'openapi.yaml',
    APIs: 'openapi.yaml',
    port: 'An Understudy server is already running at',
    data: 'Other users can read',
    token: 'fewer than 16 characters',
  }))
    expect(out).toMatch(new RegExp(`BAD +${name} +.*${says}`));
  expect(out).toMatch(/ok +node/);
});
