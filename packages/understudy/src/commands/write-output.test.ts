import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runCli } from '../testing/run-cli.js';

it('writes the other reports when one cannot be written, and says which', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'understudy-output-'));
  const junit = join(folder, 'new', 'junit.xml');
  const args = ['--report', `html=${folder}`, '--report', `har=${junit}/x`, '--junit', junit];
  const { code, err } = await runCli('run', '--api', 'identity', ...args);
  expect(code).toBe(2);
  expect(err).toMatch(new RegExp(`^error: Cannot write ${folder}: .*\nCannot write ${junit}/x/.*: .*`));
  expect(err).not.toContain(' at ');
  expect(await readFile(junit, 'utf8')).toContain('<testsuite');
});

it.each(['--json', '--write-overlay'])('says what compare %s cannot write', async (option) => {
  const folder = await mkdtemp(join(tmpdir(), 'understudy-output-'));
  const { code, err } = await runCli('compare', 'in-process', 'in-process', '--api', 'identity', option, folder);
  expect([code, err]).toEqual([2, expect.stringContaining(`error: Cannot write ${folder}: `)]);
  expect(err).not.toContain(' at ');
});

it('refuses a wrong name of a recording before anything is sent', async () => {
  const { code, out, err } = await runCli('run', '--api', 'identity', '--record', '../../x');
  expect([code, out, err]).toEqual([2, '', expect.stringContaining('Invalid recording name')]);
});
