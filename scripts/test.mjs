// npm test: installs, builds and passes every check; ends at the first one that fails. `npm test -- unit` runs those
// checks only whose name contains the word.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { build, checkNode, install, root, run, tool } from './steps.mjs';

const cli = join(root, 'packages', 'understudy', 'bin', 'understudy.js');
const node = process.execPath;

const checks = [
  ['generated files are those of their sources', () => run(node, ['scripts/generate.mjs', '--check'])],
  ['style and lint rules', () => run(tool('biome'), ['check', '--error-on-warnings', '.'])],
  ['types, tests included', () => run(tool('tsc'), ['-p', 'tsconfig.check.json'])],
  ['API descriptions', () => run(tool('redocly'), ['lint', '--format=summary'])],
  ['ledger and scenarios are sound', () => run(node, [cli, 'lint'])],
  ['fixtures are those of their sources', checkFixtures],
  ['unit tests', () => run(tool('vitest'), ['run', '--reporter=dot'])],
  ['every testable claim is proved by a passing scenario', () => run(node, [cli, 'coverage'])],
  ['made-up requests', () => run(node, ['scripts/gates/fuzz.mjs'])],
  ['live server', () => run(node, ['scripts/gates/live.mjs'])],
  ['independent validator', () => run(node, ['scripts/gates/independent-validator.mjs'])],
  ['second runner', () => run(node, ['scripts/gates/second-runner.mjs'])],
  ['README examples', () => run(node, ['scripts/check-readme.mjs'])],
];

async function checkFixtures() {
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
const chosen = checks.filter(([name]) => wanted.length === 0 || wanted.some((word) => name.includes(word)));
if (chosen.length === 0) {
  console.error(
    `No check has ${wanted.join(' or ')} in its name. There are:\n  ${checks.map(([name]) => name).join('\n  ')}`,
  );
  process.exit(2);
}

process.exitCode = (await install()) || (await build());
if (process.exitCode === 0) await runChecks();

async function runChecks() {
  for (const [index, [name, check]] of chosen.entries()) {
    console.log(`\n[${index + 1}/${chosen.length}] ${name}`);
    const started = performance.now();
    const code = await check();
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    if (code !== 0) {
      console.error(`\nFAILED after ${seconds} s: ${name}`);
      console.log(`checks: ${index} passed, 1 failed`);
      process.exitCode = 1;
      return;
    }
    console.log(`      ${seconds} s`);
  }
  console.log(`\nchecks: ${chosen.length} passed, 0 failed`);
}
