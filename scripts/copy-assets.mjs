// @ts-check
// Runs before the package is packed: puts what it reads at run time beside its code. In the repository these folders lie
// at the root; see packages/understudy/src/locate-asset.ts.
import { existsSync } from 'node:fs';
import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from './steps.mjs';

const assets = join(root, 'packages', 'understudy', 'assets');

await rm(assets, { recursive: true, force: true });
for (const folder of ['specs', 'scenarios', 'fixtures']) {
  // A package among the fixtures is an example for the repository.
  const filter = (/** @type {string} */ path) => !existsSync(join(path, 'package.json'));
  await cp(join(root, folder), join(assets, folder), { recursive: true, filter });
}
