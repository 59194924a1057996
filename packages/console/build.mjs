// @ts-check
// Builds the console: esbuild bundles the page into a script and a style sheet with hashed names, which index.html
// references. With --watch, it rebuilds whenever a source file changes.
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { context } from 'esbuild';

const folder = dirname(fileURLToPath(import.meta.url));
const dist = join(folder, 'dist');

const builder = await context({
  absWorkingDir: folder,
  entryPoints: { console: 'src/main.tsx' },
  outdir: join(dist, 'assets'),
  entryNames: '[name]-[hash]',
  chunkNames: '[name]-[hash]',
  bundle: true,
  splitting: true,
  minify: true,
  format: 'esm',
  target: 'es2022',
  jsx: 'automatic',
  jsxImportSource: 'preact',
  legalComments: 'none',
  metafile: true,
  logLevel: 'warning',
  plugins: [{ name: 'page', setup: (bundler) => bundler.onEnd(writePage) }],
});
if (process.argv.includes('--watch')) await builder.watch();
else {
  await builder.rebuild();
  await builder.dispose();
}

/** @param {import('esbuild').BuildResult} result */
async function writePage({ metafile, errors }) {
  if (metafile === undefined || errors.length > 0) return;
  const names = Object.keys(metafile.outputs).map((file) => basename(file));
  const [script, style] = ['js', 'css'].map((ending) =>
    names.find((name) => name.startsWith('console-') && name.endsWith(`.${ending}`)),
  );
  const page = (await readFile(join(folder, 'src', 'index.html'), 'utf8'))
    .replace('{script}', `assets/${script}`)
    .replace('{style}', `assets/${style}`);
  await mkdir(dist, { recursive: true });
  await writeFile(join(dist, 'licences.txt'), await licences());
  // Written last and renamed atomically, so a page load during the build gets either the old or the new page.
  await writeFile(join(dist, 'index.html.new'), page);
  await rename(join(dist, 'index.html.new'), join(dist, 'index.html'));
  for (const name of await readdir(join(dist, 'assets'))) {
    if (!names.includes(name)) await rm(join(dist, 'assets', name));
  }
}

/** Collects the licences of the bundled packages, which must be distributed with them. */
async function licences() {
  const { devDependencies } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  const texts = Object.keys(devDependencies).map(async (name) => {
    const place = join(folder, '..', '..', 'node_modules', name);
    const [file = ''] = (await readdir(place)).filter((each) => /^licen[cs]e/i.test(each));
    return `${name}\n\n${await readFile(join(place, file), 'utf8')}`;
  });
  return (await Promise.all(texts)).join('\n\n');
}
