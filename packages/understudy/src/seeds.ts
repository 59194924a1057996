import { readFile, stat } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { isObject, loadYaml, parseJson, suggestName } from '@understudy/contract';
import type { ApiDefinition, SeedData } from '@understudy/kernel';
import { isSnapshotFile } from '@understudy/server';
import type { ApiRegistry } from './apis/apis.js';
import { resolvePlace } from './apis/resolve-place.js';
import { readCsv } from './read-csv.js';
import { toMessage } from './usage-error.js';

type Seeds = Readonly<Record<string, (count?: number) => Promise<SeedData>>>;

/** Maximum size in bytes of a seed file that is not a snapshot. */
const mostBytes = 20_000_000;

/** Lists the named seeds of the APIs, without `empty`. */
export function listNamedSeeds(apis: ApiRegistry): Seeds {
  const names = new Set([...apis.values()].flatMap(({ seeds = {} }) => Object.keys(seeds)));
  return Object.fromEntries([...names].map((name) => [name, (count?: number) => loadSeed(name, apis, count)]));
}

async function loadSeed(name: string, apis: ApiRegistry, count: number | undefined): Promise<SeedData> {
  const parts = [...apis.values()].map(async ({ name: api, seeds = {} }): Promise<[string, unknown][]> => {
    const seed = seeds[name];
    if (seed === undefined) return [];
    if (typeof seed === 'object' && !(seed instanceof URL))
      return [[api, count === undefined ? seed : { ...seed, '*': count }]];
    return [[api, parseJson(await readFile(resolvePlace(seed), 'utf8'))]];
  });
  return Object.fromEntries((await Promise.all(parts)).flat());
}

/**
 * Loads a seed by name or file: seed data keyed by API, or a snapshot (see {@link isSnapshotFile}). If only one described
 * API is started, the data can be keyed by its collections. @throws RangeError
 */
export async function readSeed(
  seed: string | SeedData,
  seeds: Seeds,
  chosen: readonly ApiDefinition[] = [],
): Promise<string | SeedData> {
  const isNamed = typeof seed === 'string' && (seed === 'empty' || Object.hasOwn(seeds, seed.replace(/:\d{1,4}$/, '')));
  if (isNamed) return seed;
  try {
    return byApi(typeof seed === 'string' ? await readSeedFile(seed) : seed, chosen);
  } catch (error) {
    const names = ['empty', ...Object.keys(seeds), 'demo:<number>'];
    const hint = suggestName(String(seed), names);
    throw new RangeError(
      `Unknown seed "${String(seed)}". Named seeds are ${names.join(', ')}. As a file, ${toMessage(error)}${hint}`,
      { cause: error },
    );
  }
}

/**
 * Returns whether an API is inferred from its description, in which case its seeds contain records of its collections.
 */
export function isInferredApi({ seeds = {} }: ApiDefinition): boolean {
  return isObject(seeds['demo']) && !(seeds['demo'] instanceof URL);
}

function byApi(data: SeedData, chosen: readonly ApiDefinition[]): SeedData {
  const [only, ...others] = chosen.filter(isInferredApi);
  const isByApi = isSnapshotFile(data) || Object.keys(data).some((name) => chosen.some((api) => api.name === name));
  return only === undefined || others.length > 0 || isByApi ? data : { [only.name]: data };
}

/** Reads a seed file: JSON, YAML, or CSV with the records of the collection that the file is named after. */
export async function readSeedFile(path: string): Promise<SeedData> {
  try {
    const isJson = extname(path) === '.json';
    if (!isJson && (await stat(path)).size > mostBytes) throw new Error(`it has more than ${mostBytes} bytes`);
    if (extname(path) === '.csv') return { [basename(path, '.csv')]: readCsv(path, await readFile(path, 'utf8')) };
    const data: unknown = isJson ? parseJson(await readFile(path, 'utf8')) : await loadYaml(path);
    if (!isObject(data)) throw new Error('it must contain an object keyed by API, or a snapshot');
    // Errors need the line numbers of its records.
    const isSmall = isJson && !isSnapshotFile(data) && (await stat(path)).size <= mostBytes;
    const located = isSmall ? await loadYaml(path) : data;
    return isObject(located) ? located : data;
  } catch (error) {
    throw new RangeError(`it cannot be read: ${toMessage(error)}`, { cause: error });
  }
}
