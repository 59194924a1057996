// Writes what is made from specs/ and scenarios/analysis/, and removes what was made before and has no source any more.
// `generate.ts contracts` and `generate.ts scenarios` are steps of the build (turbo.json names their inputs and outputs).
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { contracts } from './generate/contracts.ts';
import type { Generator } from './generate/generator.ts';
import { scenarios } from './generate/scenarios.ts';

const generators: Readonly<Record<string, Generator>> = { contracts, scenarios };

async function main(names: readonly string[]): Promise<void> {
  const chosen = names.length === 0 ? Object.keys(generators) : names;
  for (const name of chosen) {
    const generator = generators[name];
    if (generator === undefined) {
      throw new Error(`There is no generator ${name}; there are ${Object.keys(generators).join(' and ')}.`);
    }
    await write(await generator());
  }
}

async function write(files: ReadonlyMap<string, string>): Promise<void> {
  for (const [path, content] of files) {
    await mkdir(dirname(path), { recursive: true });
    // A file that is up to date is not written, so that watchers of it do not start.
    if ((await readFile(path, 'utf8').catch(() => undefined)) !== content) await writeFile(path, content);
  }
  for (const folder of new Set([...files.keys()].map((path) => dirname(path)))) {
    for (const name of await readdir(folder)) {
      if (!files.has(`${folder}/${name}`)) await rm(join(folder, name), { recursive: true });
    }
  }
}

try {
  process.chdir(join(import.meta.dirname, '..'));
  await main(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
