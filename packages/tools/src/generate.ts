// Generates files from specs/ and scenarios/analysis/, and removes generated files without a source. `generate.ts
// contracts` and `generate.ts scenarios` are build steps (turbo.json lists their inputs and outputs).
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Generator } from './generate/contracts.ts';
import { root } from './steps.mjs';

/** Loaded on demand: loading the type generator is slower than generating the scenarios. */
const generators: Readonly<Record<string, () => Promise<Generator>>> = {
  contracts: async () => (await import('./generate/contracts.ts')).contracts,
  scenarios: async () => (await import('./generate/scenarios.ts')).scenarios,
};

async function main(names: readonly string[]): Promise<void> {
  const chosen = names.length === 0 ? Object.keys(generators) : names;
  for (const name of chosen) {
    const load = generators[name];
    if (load === undefined) {
      throw new Error(`Unknown generator ${name}; there are ${Object.keys(generators).join(' and ')}.`);
    }
    const generator = await load();
    await write(await generator());
  }
}

async function write(files: ReadonlyMap<string, string>): Promise<void> {
  for (const [path, content] of files) {
    await mkdir(dirname(path), { recursive: true });
    // Files that are up to date are not written, so that watchers are not triggered.
    if ((await readFile(path, 'utf8').catch(() => undefined)) !== content) await writeFile(path, content);
  }
  for (const folder of new Set([...files.keys()].map((path) => dirname(path)))) {
    for (const name of await readdir(folder)) {
      if (!files.has(`${folder}/${name}`)) await rm(join(folder, name), { recursive: true });
    }
  }
}

try {
  process.chdir(root);
  await main(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
