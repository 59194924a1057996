// npm run test:node24: the unit tests and the scenarios on Node 24, which the package `node` of the registry carries.
import { join } from 'node:path';
import { build, install, root, run } from '../steps.mjs';

const cli = join(root, 'packages', 'understudy', 'bin', 'understudy.js');
const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
const on24 = (...args: string[]): Promise<number> => run('npx', ['--yes', 'node@24', ...args]);

process.exitCode =
  (await install()) ||
  (await build()) ||
  (await on24('--version')) ||
  (await on24(vitest, 'run', '--reporter=dot')) ||
  (await on24(cli, 'run'));
