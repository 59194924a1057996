import { expect, it } from 'vitest';
import { runCli } from '../testing/run-cli.js';
import { forwardOldWords, oldWords } from './old-words.js';

it.each(Object.keys(oldWords))('"%s" still works, with one line that names its new words', async (old) => {
  const { code, out, err } = await runCli(...old.split(' '), '--help');
  const words = (oldWords[old] ?? '').replace(/ -.*/, '');
  expect([code, out]).toEqual([0, expect.stringContaining(`Usage: understudy ${words} `)]);
  expect(err).toMatch(new RegExp(`^notice: this command is now: understudy ${words}\\b.*\\n$`));
  expect((await runCli('--help')).out).not.toMatch(new RegExp(`^ {2}${old.split(' ')[0]} `, 'm'));
});

it.each([
  ['run --api time x.yaml', 'test run --api time x.yaml'],
  ['types x.yaml --client --out y.ts', 'generate client x.yaml --out y.ts'],
  ['types x.yaml --out y.ts', 'generate types x.yaml --out y.ts'],
  ['config check my.yaml', 'doctor config my.yaml'],
  ['baseline update stage --owner a', 'test baseline --update stage --owner a'],
  ['trigger shop paid --data {}', 'state trigger shop paid --with {}'],
  ['start x.yaml --max-records 5 --max-awake=7', 'start x.yaml --limit maxRecords=5 --limit maxAwake=7'],
  ['start --allow-host a --sandbox-ttl PT1H', 'start --allowed-hosts a --sandbox-time-to-live PT1H'],
  ['run --junit j.xml --overlay=o.yaml', 'test run --report junit=j.xml --overlays=o.yaml'],
  ['fuzz x.yaml --seed 7', 'fuzz x.yaml --random-seed 7'],
])('runs "%s" as "%s"', (old, now) => {
  expect(forwardOldWords(old.split(' ')).args.join(' ')).toBe(now);
});

it('leaves the words of today alone, also before a file with the name of an earlier one', () => {
  for (const words of ['test run', 'start', 'check diff a b', 'state save data list', 'explain schema'])
    expect(forwardOldWords(words.split(' '))).toEqual({ args: words.split(' '), notices: [] });
});

it('prints on standard output what it printed before', async () => {
  const old = await runCli('list', 'apis', '--json');
  const now = await runCli('explain', 'list', 'apis', '--json');
  expect([now.err, old]).toEqual(['', { ...now, err: expect.stringContaining('explain list') }]);
});
