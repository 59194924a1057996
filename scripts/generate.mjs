// Writes every generated file, or with --check says which ones are not up to date.
// A generator is a file in scripts/generate/ that exports `generator`: {name, files(): Promise<Map<path, content>>},
// with paths from the root of the repository. Built packages are needed: run `npm run build` first on a fresh clone.
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const generators = join(root, 'scripts/generate');

async function main() {
  process.chdir(root);
  const unknown = process.argv.slice(2).filter((argument) => argument !== '--check');
  if (unknown.length > 0) {
    throw new Error(`Unknown argument ${unknown[0]}; the only one is --check.`);
  }
  const stale = [];
  for (const [path, content] of await generateAll()) {
    const current = await readFile(path, 'utf8').catch(() => undefined);
    if (current !== content) {
      stale.push(path);
    }
    if (current !== content && !process.argv.includes('--check')) {
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, content);
    }
  }
  report(stale);
}

async function generateAll() {
  const all = new Map();
  for (const file of (await readdir(generators)).filter((name) => name.endsWith('.mjs')).sort()) {
    const { generator } = await import(join(generators, file));
    for (const [path, content] of await generator.files()) {
      if (all.has(path)) {
        throw new Error(`${path} is generated twice, the second time by ${generator.name}.`);
      }
      all.set(path, content);
    }
  }
  return all;
}

function report(stale) {
  if (!process.argv.includes('--check')) {
    console.log(stale.length === 0 ? 'All generated files were up to date.' : `Generated:\n  ${stale.join('\n  ')}`);
  } else if (stale.length > 0) {
    console.error(`These generated files differ from their sources:\n  ${stale.join('\n  ')}\nRun: npm run generate`);
    process.exitCode = 1;
  } else {
    console.log('All generated files are up to date.');
  }
}

try {
  await main();
} catch (error) {
  const unbuilt = error?.code === 'ERR_MODULE_NOT_FOUND';
  console.error(unbuilt ? `${error.message}\nRun: npm run build` : (error?.message ?? String(error)));
  process.exitCode = 1;
}
