// @ts-check
// Runs before a package is packed: builds, and puts the declarations of its modules beside the code, which nobody needs in
// the repository (types come from the sources there). One program for all packages, so that it costs one type check.

import { existsSync } from 'node:fs';
import { cp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { build, root, run, tool } from './steps.mjs';

const made = join(root, 'node_modules', '.cache', 'understudy', 'declarations');

await rm(made, { recursive: true, force: true });
process.exitCode = (await build()) || (await run(tool('tsc'), ['-p', 'tsconfig.declarations.json', '--outDir', made]));
for (const name of process.exitCode === 0 ? await readdir(made) : []) {
  const dist = join(root, 'packages', name, 'dist');
  for (const old of existsSync(dist) ? await readdir(dist, { recursive: true }) : []) {
    if (old.endsWith('.d.ts')) await rm(join(dist, old));
  }
  await cp(join(made, name, 'src'), dist, { recursive: true });
}
