// What each rule of inference states in the corpus, and what is gained and lost with it.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../steps.mjs';
import type { RulesResult } from './try-rules.ts';
import { workOff } from './work-off.ts';

const file = join(root, 'packages/tools/src/trials/corpus/rules.md');

/** Providers that a rule needs. */
const fewest = 3;

/** Counts the statements of each rule in descriptions, and writes the table of the repository. */
export async function writeRulesTable(files: readonly string[]): Promise<string> {
  const results = await workOff<RulesResult>(files, 'try-rules.ts');
  const counts = new Map<string, { statements: number; providers: number; gained: number; lost: number }>();
  for (const [rule, { statements, gained, lost }] of results.flatMap(({ rules = {} }) => Object.entries(rules))) {
    const sum = counts.get(rule) ?? { statements: 0, providers: 0, gained: 0, lost: 0 };
    counts.set(rule, {
      statements: sum.statements + statements,
      providers: sum.providers + 1,
      gained: sum.gained + gained,
      lost: sum.lost + lost,
    });
  }
  const rows = [...counts].sort(([, one], [, other]) => other.providers - one.providers);
  const tried = results.filter(({ error }) => error === undefined).length;
  const lines = rows.map(
    ([rule, { statements, providers, gained, lost }]) =>
      `| ${rule} | ${statements} | ${providers} | ${gained} | ${lost} |`,
  );
  writeFileSync(
    file,
    [
      '# Rules of inference in the corpus',
      '',
      `One public description of each of ${tried} providers (\`npm run trials -- corpus --rules\`). Gained: collections that the self-check`,
      'finds to hold only with the rule. Lost: those that hold only without it.',
      '',
      '| rule | statements | providers | gained | lost |',
      '|---|---|---|---|---|',
      ...lines,
      '',
    ].join('\n'),
  );
  const rare = rows.filter(([, { providers }]) => providers < fewest).map(([rule]) => rule);
  const names = rare.length === 0 ? 'none' : rare.join(', ');
  return `${rows.length} rules in ${tried} of ${files.length} descriptions; with fewer than ${fewest} providers: ${names}; ${file}`;
}
