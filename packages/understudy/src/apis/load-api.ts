import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Finding } from '@understudy/contract';
import { type Api, defineApi } from '@understudy/kernel';

/** Called with what cannot be honoured of a description. */
export type Tell = (warning: Finding) => void;

/** What `--allow-ref-folder` allows: folders besides its own that the references of a description may lead into. */
export const refFolders: string[] = [];

/** Whether a text names a package, its folder or a description rather than an API: by a slash, a dot or its ending. */
export function isApiPackage(text: string): boolean {
  return text.includes('/') || text.startsWith('.') || isDescription(text);
}

/** Whether a text is the path of an OpenAPI description. */
export function isDescription(text: string): boolean {
  return /\.(ya?ml|json)$/i.test(text);
}

/** What APIs were loaded from: the path of a description, or the folder of a package. */
export const loadedFrom = new WeakMap<Api, string>();

/**
 * The API that a package describes in its entry `./api`, or that is inferred from a description.
 *
 * @param name name of an installed package, the path of its folder, or that of an OpenAPI description
 * @param from folder that the path is relative to, and that the package is installed for
 * @param tell called with what cannot be honoured of a description
 * @throws RangeError when there is no such package, or it describes no API
 * @throws ContractError when a description cannot be read, or is none
 */
export async function loadApi(name: string, from = process.cwd(), tell?: Tell): Promise<Api> {
  if (isDescription(name)) {
    // It is large, and most who start Understudy have no use for it.
    const { describeApi } = await import('@understudy/inferred-api');
    const { api } = await describeApi(resolve(from, name), {
      refFolders,
      ...(tell === undefined ? {} : { onWarning: tell }),
    });
    loadedFrom.set(api, resolve(from, name));
    return api;
  }
  const folder = isPath(name) ? resolve(from, name) : installedFolder(name, from);
  const manifest = folder === undefined ? undefined : join(folder, 'package.json');
  if (folder === undefined || manifest === undefined || !existsSync(manifest)) {
    const what = manifest === undefined ? `no package of that name is installed for ${from}` : `${manifest} is missing`;
    throw new RangeError(`API "${name}" cannot be loaded: ${what}`);
  }
  const { exports }: { exports?: unknown } = Object(JSON.parse(await readFile(manifest, 'utf8')));
  const entry = fileOf(Object(exports)['./api']);
  if (entry === undefined) {
    throw new RangeError(`API "${name}" cannot be loaded: "exports" of ${manifest} has no "./api"`);
  }
  const api = await importApi(pathToFileURL(join(folder, entry)).href, name);
  loadedFrom.set(api, folder);
  return api;
}

/**
 * Imports the module of an API.
 *
 * @throws RangeError when it cannot be imported, or exports no API
 */
async function importApi(address: string, name: string): Promise<Api> {
  try {
    const module: { api?: Api } = await import(/* @vite-ignore */ address);
    if (typeof module.api !== 'object') throw new TypeError(`${address} exports no "api"`);
    return defineApi(module.api);
  } catch (error) {
    throw new RangeError(`API "${name}" cannot be loaded: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}

function isPath(name: string): boolean {
  return name.startsWith('.') || name.startsWith('/') || /^[A-Za-z]:[\\/]/.test(name);
}

/** Where a package is installed. It need not export its package.json. */
function installedFolder(name: string, from: string): string | undefined {
  const places = createRequire(join(from, 'package.json')).resolve.paths(name) ?? [];
  return places.map((place) => join(place, name)).find((folder) => existsSync(join(folder, 'package.json')));
}

/** Where this code runs from its sources, so do the APIs of the repository. */
const conditions = [...(import.meta.url.endsWith('.ts') ? ['@understudy/source'] : []), 'node', 'import', 'default'];

/** The file that an entry of "exports" names. */
function fileOf(entry: unknown): string | undefined {
  if (typeof entry === 'string') return entry;
  if (typeof entry !== 'object' || entry === null) return undefined;
  for (const [condition, target] of Object.entries(entry)) {
    const file = conditions.includes(condition) ? fileOf(target) : undefined;
    if (file !== undefined) return file;
  }
  return undefined;
}
