// npm test: installs, builds and passes every check, two at a time; ends at the first one that fails. `npm test -- unit`
// runs those checks only whose name contains the word.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { runChecks } from './run-checks.mjs';
import { build, checkNode, install, root, tool } from './steps.mjs';

const cli = join(root, 'packages', 'understudy', 'bin', 'understudy.js');
const node = process.execPath;

/** They need nothing of each other. What uses every core is alone. */
const checks = [
  { name: 'style and lint rules', check: (run) => run(tool('biome'), ['check', '--error-on-warnings', '.']) },
  { name: 'types, tests included', check: (run) => run(tool('tsc'), []) },
  { name: 'API descriptions', check: (run) => run(tool('redocly'), ['lint', '--format=summary']) },
  { name: 'ledger and scenarios are sound', check: (run) => run(node, [cli, 'lint']) },
  { name: 'fixtures are those of their sources', check: checkFixtures },
  { name: 'unit tests', alone: true, check: (run) => run(tool('vitest'), ['run', '--reporter=dot']) },
  { name: 'every testable claim is proved by a passing scenario', check: (run) => run(node, [cli, 'coverage']) },
  { name: 'made-up requests', check: (run) => run(node, ['scripts/gates/fuzz.mjs']) },
  { name: 'independent validator', check: (run) => run(node, ['scripts/gates/independent-validator.mjs']) },
  { name: 'live server', check: (run) => run(node, ['scripts/gates/live.mjs']) },
  {
    name: 'quick attacks',
    check: (run) => run(node, ['--import', 'tsx', 'bench/trials/trials.mjs', 'attack', '--quick']),
  },
  { name: 'README examples', check: (run) => run(node, ['scripts/check-readme.mjs']) },
  { name: 'second runner', alone: true, check: (run) => run(node, ['scripts/gates/second-runner.mjs']) },
];

async function checkFixtures(run) {
  for (const api of readdirSync(join(root, 'fixtures'))) {
    for (const script of ['make.mjs', 'make-scenario-data.mjs']) {
      const file = join('fixtures', api, script);
      const code = existsSync(join(root, file)) ? await run(node, [file, '--check']) : 0;
      if (code !== 0) return code;
    }
  }
  return 0;
}

checkNode();
const wanted = process.argv.slice(2);
const chosen = checks.filter(({ name }) => wanted.length === 0 || wanted.some((word) => name.includes(word)));
if (chosen.length === 0) {
  console.error(
    `No check has ${wanted.join(' or ')} in its name. There are:\n  ${checks.map(({ name }) => name).join('\n  ')}`,
  );
  process.exit(2);
}

process.exitCode = (await install()) || (await build()) || (await runChecks(chosen));
