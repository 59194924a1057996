// The suite notices at least 99 % of the broken rules and 95 % of the changed messages of every API, and the
// published page agrees with these results.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { GateFailed, mustRunCli, temporaryFolder } from '../gate.ts';
import { root } from '../steps.mjs';
import { prove } from '../testing/prove.ts';

const page = 'packages/conformance/mutation.md';

prove('detects the planted deviations, as the published page states', { seconds: 3000 }, async () => {
  const made = join(temporaryFolder('understudy-deviations'), 'mutation.md');
  const said = await mustRunCli('fuzz', 'mutate', '--markdown', made);
  if (readFileSync(made, 'utf8') !== readFileSync(join(root, page), 'utf8'))
    throw new GateFailed(`${page} is outdated. Write it again: understudy fuzz mutate --markdown ${page}`);
  return said
    .trim()
    .split('\n')
    .filter((line) => line.includes(' noticed, '))
    .join('; ');
});
