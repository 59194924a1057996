// @ts-check
// Builds a package; run in its folder. esbuild bundles the modules of src/ into a few files in dist/, because loading
// hundreds of small modules takes most of the start time. Arguments: modules of src/ (without extension) that are
// loaded by URL, such as worker threads and the command line. Each keeps its name and path.
import { readFileSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { build } from 'esbuild';

const [sources, dist] = [resolve('src'), resolve('dist')];
const entries = ['index', ...process.argv.slice(2)].map((name) => join(sources, `${name}.ts`));

const { metafile } = await build({
  entryPoints: entries,
  outdir: dist,
  outbase: sources,
  chunkNames: 'chunk-[name]-[hash]',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  sourcemap: true,
  metafile: true,
  logLevel: 'warning',
  plugins: [
    { name: 'addresses', setup: keepAddresses },
    { name: 'builtins', setup: requireBuiltins },
    { name: 'bundled', setup: bundleLibraries },
  ],
});
const outputs = new Set(Object.keys(metafile.outputs).map((file) => resolve(file)));
for (const file of outputs) await refuseMovedAddress(file);
// Delete the files of an earlier build. Declarations are generated when the package is packed.
for (const name of await readdir(dist, { recursive: true })) {
  const file = join(dist, name);
  if (/\.js(\.map)?$/.test(name) && !outputs.has(file)) await rm(file);
}

/**
 * Ensures that a module that locates files relative to its own URL still finds them after its code has moved.
 *
 * @param {import('esbuild').PluginBuild} bundler
 */
function keepAddresses(bundler) {
  bundler.onLoad({ filter: /\.ts$/ }, async ({ path }) => {
    const text = await readFile(path, 'utf8');
    if (!text.includes('import.meta.url')) return undefined;
    const from = `./${relative(sources, path).split(sep).join('/').replace(/\.ts$/, '.js')}`;
    const address = `new URL(${JSON.stringify(from)}, import.meta.url).href`;
    return { contents: text.replaceAll('import.meta.url', address), loader: 'ts' };
  });
}

/**
 * Other packages stay external, except for the libraries in `bundled` of package.json: libraries with large
 * dependencies of which only small parts are used, and libraries with hundreds of small files that every start needs.
 *
 * @param {import('esbuild').PluginBuild} bundler
 */
function bundleLibraries(bundler) {
  const { bundled = [] } = JSON.parse(readFileSync('package.json', 'utf8'));
  bundler.onResolve({ filter: /^[^./]/ }, ({ path, kind }) => {
    const isMeant = bundled.some((/** @type {string} */ name) => path === name || path.startsWith(`${name}/`));
    return isMeant || kind === 'entry-point' ? undefined : { path, external: true };
  });
}

/**
 * Lets bundled CommonJS libraries require Node modules, although `require` does not exist in ES modules.
 *
 * @param {import('esbuild').PluginBuild} bundler
 */
function requireBuiltins(bundler) {
  bundler.onResolve({ filter: /^(node:)?[a-z_/]+$/ }, ({ path, kind }) =>
    kind === 'require-call' && isBuiltin(path) ? { path, namespace: 'builtin' } : undefined,
  );
  bundler.onLoad({ filter: /.*/, namespace: 'builtin' }, ({ path }) => ({
    contents: `module.exports = process.getBuiltinModule(${JSON.stringify(path)});`,
  }));
}

/** Rejects modules outside the top folder of dist/ that use their own URL, which has changed. @param {string} file */
async function refuseMovedAddress(file) {
  if (dirname(file) === dist || !file.endsWith('.js')) return;
  if ((await readFile(file, 'utf8')).includes('import.meta.url')) {
    throw new Error(`${relative(dist, file)} asks for its own address, which works in index.js and chunks only`);
  }
}
