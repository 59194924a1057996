// @ts-check
// npm test, npm run verify: installs and builds if needed, then runs checks.ts. Plain JavaScript, because
// tsx is installed here first.
import { join } from 'node:path';
import { build, checkNode, install, root, run } from './steps.mjs';

checkNode();
// Ctrl-C reaches the entire process group. The checks clean up, and this process exits with their code.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});
const checks = ['--import', 'tsx', join(import.meta.dirname, 'checks.ts'), ...process.argv.slice(2)];
process.exitCode = (await install()) || (await build()) || (await run(process.execPath, checks, { cwd: root }));
