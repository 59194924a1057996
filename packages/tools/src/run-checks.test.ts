import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';

const program = `import { runChecks } from ${JSON.stringify(new URL('run-checks.ts', import.meta.url).href)};
const node = (code) => (run) => run(process.execPath, ['-e', code]);
const checks = [
  { name: 'dots', check: node('process.stdout.write("\\u001b[33m·\\u001b[39m".repeat(20_000))') },
  { name: 'red', alone: true, check: node('console.error("\\u001b[31mwrong\\u001b[39m"); process.exit(3)') },
  { name: 'after', check: node('console.log("fine")') },
  { name: 'thrown', check: async () => { throw new Error('no such file'); } },
];
process.exitCode = await runChecks(checks, { keepGoing: process.argv[1] === 'keepGoing' });`;

function log(mode: string) {
  const args = ['--import', 'tsx', '--input-type=module', '-e', program, mode];
  // Both force color; the output is still a pipe.
  const env = { ...process.env, CI: '1', FORCE_COLOR: '1' };
  const { status, stdout } = spawnSync(process.execPath, args, { env, encoding: 'utf8' });
  return { status, lines: stdout.replace(/\d+\.\d s/g, '# s').trim() };
}

const begin = '[1/4] dots: # s\n[2/4] red: FAILED after # s\nwrong\n';

describe('checks without a terminal', () => {
  it('print one plain line per check, and the output of a failed check', () => {
    expect(log('stop')).toEqual({ status: 1, lines: `${begin}\nchecks: 1 passed, 1 failed\n  red: FAILED after # s` });
  });

  it('continue after a failure if requested, and list all failures at the end', () => {
    const lines = `${begin}[3/4] after: # s\n[4/4] thrown: FAILED after # s\nno such file\n
checks: 2 passed, 2 failed\n  red: FAILED after # s\n  thrown: FAILED after # s`;
    const { status, lines: printed } = log('keepGoing');
    expect(status).toBe(1);
    // Two concurrent checks end in either order.
    expect(printed.split('\n').toSorted()).toEqual(lines.split('\n').toSorted());
  });
});
