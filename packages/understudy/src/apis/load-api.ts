import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Finding } from '@understudy/contract';
import { membersOf } from '@understudy/contract';
import { type ApiDefinition, defineApi } from '@understudy/kernel';

/** Called for unsupported parts of a description. */
export type WarningListener = (warning: Finding) => void;

/** Additional folders that `$ref`s in a description can read (`--allow-ref-folder`). */
export const allowedRefFolders: string[] = [];

/**
 * Returns whether a string names a package, folder or description: it contains a slash, starts with a dot, or ends like
 * a description file.
 */
export function isApiPackage(text: string): boolean {
  return text.includes('/') || text.startsWith('.') || isDescriptionFile(text);
}

export function isDescriptionFile(text: string): boolean {
  return /\.(ya?ml|json)$/i.test(text);
}

/** The description or package folder of each loaded API. */
export const apiSources = new WeakMap<ApiDefinition, string>();

/** Messages about the broken references of each described API. */
export const brokenReferences = new WeakMap<ApiDefinition, ReadonlySet<string>>();

const brokenRule = /^(?:file\/.*|description\/unresolved-ref)$/;

/**
 * Loads the API that a package exports as `./api`, or infers one from a description.
 *
 * @param from base folder for relative paths and installed packages
 * @throws RangeError if there is no such package, or it contains no API
 * @throws ContractError for an invalid description
 */
export async function loadApi(name: string, from = process.cwd(), tell?: WarningListener): Promise<ApiDefinition> {
  if (isDescriptionFile(name)) return await loadDescribedApi(resolve(from, name), tell);
  const folder = isPath(name) ? resolve(from, name) : installedFolder(name, from);
  const manifest = folder === undefined ? undefined : join(folder, 'package.json');
  if (folder === undefined || manifest === undefined || !existsSync(manifest)) {
    const what =
      manifest === undefined ? `no package with that name is installed for ${from}` : `${manifest} is missing`;
    throw new RangeError(`Cannot load API "${name}": ${what}`);
  }
  const { exports } = membersOf(JSON.parse(await readFile(manifest, 'utf8')));
  const entry = fileOf(membersOf(exports)['./api']);
  if (entry === undefined) {
    throw new RangeError(`Cannot load API "${name}": "exports" in ${manifest} lacks "./api"`);
  }
  const api = await importApi(pathToFileURL(join(folder, entry)).href, name);
  apiSources.set(api, folder);
  return api;
}

/**
 * Loads an API only from its description, and never runs code. Use this for every name that does not come from the
 * command line or the configuration file.
 *
 * @param API name. Default: derived from the file name or title
 * @throws RangeError if it is not a description file
 * @throws ContractError for an invalid description
 */
export async function loadDescribedApi(file: string, tell?: WarningListener, name?: string): Promise<ApiDefinition> {
  if (!isDescriptionFile(file))
    throw new RangeError(
      `"${file}" is not a description. Pass the path or URL of an OpenAPI file: .yaml, .yml or .json`,
    );
  // Loaded on demand: the module is large, and most commands do not need it.
  const { describeApi } = await import('@understudy/described');
  const broken = new Set<string>();
  const described = await describeApi(resolve(file), {
    refFolders: allowedRefFolders,
    ...(name === undefined ? {} : { name }),
    onWarning: (warning) => {
      if (brokenRule.test(warning.ruleId)) broken.add(warning.message);
      tell?.(warning);
    },
  });
  const { repairApi } = await import('./repair-api.js');
  const { api } = await repairApi(described, 'start');
  apiSources.set(api, resolve(file));
  brokenReferences.set(api, broken);
  return api;
}

async function importApi(address: string, name: string): Promise<ApiDefinition> {
  try {
    const module: { api?: ApiDefinition } = await import(/* @vite-ignore */ address);
    if (typeof module.api !== 'object') throw new TypeError(`${address} does not export "api"`);
    return defineApi(module.api);
  } catch (error) {
    throw new RangeError(`Cannot load API "${name}": ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}

function isPath(name: string): boolean {
  return name.startsWith('.') || name.startsWith('/') || /^[A-Za-z]:[\\/]/.test(name);
}

/** Finds an installed package by searching `node_modules`, because a package need not export its package.json. */
function installedFolder(name: string, from: string): string | undefined {
  const places = createRequire(join(from, 'package.json')).resolve.paths(name) ?? [];
  return places.map((place) => join(place, name)).find((folder) => existsSync(join(folder, 'package.json')));
}

/** If this code runs from source, so do the repository's APIs. */
const conditions = [...(import.meta.url.endsWith('.ts') ? ['@understudy/source'] : []), 'node', 'import', 'default'];

function fileOf(entry: unknown): string | undefined {
  if (typeof entry === 'string') return entry;
  if (typeof entry !== 'object' || entry === null) return undefined;
  for (const [condition, target] of Object.entries(entry)) {
    const file = conditions.includes(condition) ? fileOf(target) : undefined;
    if (file !== undefined) return file;
  }
  return undefined;
}
