import { readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { extname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { loadYaml } from '@understudy/contract';
import { UsageError } from '../usage-error.js';

/** Returns whether a configuration file is a module. */
export function isModule(file: string): boolean {
  return /\.[cm]?[jt]s$/.test(file);
}

/**
 * Reads a configuration file: YAML, JSON, or a module with a default export.
 *
 * @throws UsageError if a module cannot be loaded
 */
export async function readConfigFile(file: string): Promise<unknown> {
  if (!isModule(file)) return await loadYaml(file);
  const loaded = await importModule(resolve(file)).catch((error: unknown) => {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${file} cannot be loaded: ${error instanceof Error ? error.message : String(error)}`);
  });
  if (typeof loaded === 'object' && loaded !== null && 'default' in loaded) return loaded.default;
  throw new UsageError(`${file} must export its configuration: export default defineConfig({ ... })`);
}

async function importModule(path: string): Promise<unknown> {
  try {
    return await import(pathToFileURL(path).href);
  } catch (error) {
    const isType = error instanceof Error && 'code' in error && error.code === 'ERR_UNKNOWN_FILE_EXTENSION';
    if (!isType) throw error;
  }
  // Node before 22.18 cannot load TypeScript.
  const code = await transpile(path);
  const copy = `${path.slice(0, -extname(path).length)}.${process.pid}.mjs`;
  await writeFile(copy, code, { flag: 'wx' });
  try {
    return await import(pathToFileURL(copy).href);
  } finally {
    await rm(copy, { force: true });
  }
}

interface TypeScript {
  transpileModule(text: string, options: { compilerOptions: object }): { outputText: string };
}

/** Removes the types from a module, using the project's TypeScript. */
async function transpile(path: string): Promise<string> {
  let typescript: TypeScript;
  try {
    typescript = createRequire(path)('typescript');
  } catch {
    throw new UsageError(
      `Node ${process.versions.node} cannot load ${path}. Install typescript in the project, use Node 22.18 or newer, or write understudy.config.mjs or understudy.config.yaml`,
    );
  }
  const text = await readFile(path, 'utf8');
  return typescript.transpileModule(text, { compilerOptions: { module: 'esnext', target: 'es2022' } }).outputText;
}
