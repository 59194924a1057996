import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { root } from './steps.mjs';

const folder = join(root, '.github', 'workflows');

/** Same as `npm run verify -- --list` after installation and build. */
function list(...words: string[]) {
  const args = ['--import', 'tsx', join(import.meta.dirname, 'checks.ts'), '--all', '--list', '--', ...words];
  return spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
}

it('the nightly workflow runs every verify check and reports failures', () => {
  const { jobs } = parse(readFileSync(join(folder, 'nightly.yml'), 'utf8'));
  const output = join(mkdtempSync(join(tmpdir(), 'nightly-')), 'output');
  const { run } = jobs.list.steps.at(-1);
  execFileSync('bash', ['-euo', 'pipefail', '-c', run], { cwd: root, env: { ...process.env, GITHUB_OUTPUT: output } });
  const names = list().stdout.trimEnd().split('\n');
  expect(names).toContain('planted deviations are noticed');
  expect(readFileSync(output, 'utf8')).toBe(`checks=${JSON.stringify(names)}\n`);
  expect(jobs.check.strategy).toMatchObject({
    'fail-fast': false,
    matrix: { check: expect.stringContaining(' fromJSON(needs.list.outputs.checks) ') },
  });
  expect(jobs.check.steps.at(-1)).toEqual({
    run: 'npm run verify -- "$CHECK"',
    env: { CHECK: expect.stringContaining(' matrix.check ') },
  });
  expect(jobs.report).toMatchObject({ needs: ['list', 'check'], if: 'failure()', permissions: { issues: 'write' } });
});

it('selects checks by a part of their name, and rejects a word that is in no name', () => {
  expect(list('live server').stdout).toBe('live server\n');
  expect(list('live').stdout.split('\n').length).toBeGreaterThan(2);
  const { status, stderr } = list('live server', 'nothing');
  expect({ status, stderr }).toEqual({
    status: 2,
    stderr: expect.stringMatching(/^No check has "nothing" in its name/),
  });
});

it('workflows refer only to existing checks', () => {
  const texts = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'));
  const calls = texts.flatMap((text) => [...text.matchAll(/npm (?:run verify|test) -- ((?!"\$).*)/g)]);
  expect(calls.length).toBeGreaterThan(0);
  for (const [, words = ''] of calls) {
    const { status, stderr } = list(
      ...[...words.matchAll(/"([^"]+)"|(\S+)/g)].map(([, quoted, word]) => quoted ?? word ?? ''),
    );
    expect(status, stderr).toBe(0);
  }
});
