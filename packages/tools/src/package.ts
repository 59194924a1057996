// npm run package: makes the one package that is published, api-understudy, from the workspace packages, and packs it.
// With a folder as argument the tarball goes there, else into reports/.
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { packageTarball } from './package/package-tarball.ts';
import { root } from './steps.mjs';

const [folder = join(root, 'reports')] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
console.log(await packageTarball(resolve(folder)));
