// npm run package: builds and packs api-understudy, the one published package. Argument: the folder for the tarball;
// default reports/.
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { packageTarball } from './package/package-tarball.ts';
import { root } from './steps.mjs';

const [folder = join(root, 'reports')] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
console.log(await packageTarball(resolve(folder)));
