// Checks for plain English: no replaced names, and few jargon phrases in pages, comments and messages. `--list` prints
// the sentences with the most matches, `--names` the positions of replaced names.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { GateFailed, runGate } from '../gate.ts';
import { root } from '../steps.mjs';
import { patterns, replacedNames } from './words/patterns.ts';
import { sentencesOfMarkdown, sentencesOfSource } from './words/sentences-of.ts';

/** Matches per 1,000 sentences. */
const limit = 300;

await runGate('words', 60, async () => {
  const listing = ['ls-files', '*.md', 'packages/*.ts', 'packages/*.tsx'];
  const tracked = execFileSync('git', listing, { cwd: root, encoding: 'utf8' });
  const files = tracked.split('\n').filter((file) => file !== '' && !/CHANGELOG|api-report|gates\/words\//.test(file));
  const names = new Map<string, string[]>();
  const counted: { matches: number; sentence: string }[] = [];
  for (const file of files) {
    const text = readFileSync(join(root, file), 'utf8');
    for (const [name] of replacedNames) {
      const uses = text.match(new RegExp(`\\b${name}\\b`, 'g'))?.length ?? 0;
      names.set(name, [...(names.get(name) ?? []), ...Array<string>(uses).fill(file)]);
    }
    if (/\.test\.tsx?$/.test(file)) continue;
    const sentences = file.endsWith('.md') ? sentencesOfMarkdown(text) : sentencesOfSource(text, file.endsWith('x'));
    for (const sentence of sentences) {
      const matches = patterns.filter((pattern) => pattern.test(sentence)).length;
      counted.push({ matches, sentence: `${file}: ${sentence}` });
    }
  }
  const rate = Math.round((1000 * counted.reduce((sum, { matches }) => sum + matches, 0)) / counted.length);
  const worst = counted.sort((one, other) => other.matches - one.matches).slice(0, 30);
  if (process.argv.includes('--list')) for (const { matches, sentence } of worst) console.log(matches, sentence);
  if (process.argv.includes('--names'))
    for (const [name, uses] of names) console.log(name, uses.length, [...new Set(uses)].join(' '));
  const wrong = replacedNames.flatMap(([name, better, remaining = 0]) => {
    const uses = names.get(name) ?? [];
    return uses.length <= remaining ? [] : [`${name} is called ${better}: ${[...new Set(uses)].join(', ')}`];
  });
  if (rate > limit) wrong.push(`${rate} matches per 1,000 sentences, more than ${limit}; use --list`);
  if (wrong.length > 0) throw new GateFailed(wrong.join('\n'));
  return `${rate} matches per 1,000 of ${counted.length} sentences, ${replacedNames.length} replaced names`;
});
