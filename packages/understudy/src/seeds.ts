import { readFile } from 'node:fs/promises';
import type { SeedData } from '@understudy/kernel';
import type { Apis } from './apis/apis.js';
import { resolvePlace } from './apis/resolve-place.js';
import { messageOf } from './usage-error.js';

/** Loaders of seed data by name. */
export type Seeds = Readonly<Record<string, () => Promise<SeedData>>>;

/** The named seeds of the APIs, without `empty`. */
export function namedSeeds(apis: Apis): Seeds {
  const names = new Set([...apis.values()].flatMap(({ seeds = {} }) => Object.keys(seeds)));
  return Object.fromEntries([...names].map((name) => [name, () => loadSeed(name, apis)]));
}

async function loadSeed(name: string, apis: Apis): Promise<SeedData> {
  const parts = [...apis.values()].map(async ({ name: api, seeds = {} }): Promise<[string, unknown][]> => {
    const file = seeds[name];
    return file === undefined ? [] : [[api, JSON.parse(await readFile(resolvePlace(file), 'utf8'))]];
  });
  return Object.fromEntries((await Promise.all(parts)).flat());
}

/**
 * Loads a seed by name or file: seed data keyed by API, or a snapshot (see {@link isSnapshotFile}). @throws RangeError
 */
export async function readSeed(seed: string | SeedData, seeds: Seeds): Promise<string | SeedData> {
  if (typeof seed !== 'string' || seed === 'empty' || Object.hasOwn(seeds, seed)) return seed;
  try {
    return await readSeedFile(seed);
  } catch (error) {
    const names = ['empty', ...Object.keys(seeds)].join(', ');
    throw new RangeError(`Seed "${seed}" is not one of ${names}, and ${messageOf(error)}`, { cause: error });
  }
}

export async function readSeedFile(path: string): Promise<SeedData> {
  try {
    const data: unknown = JSON.parse(await readFile(path, 'utf8'));
    if (typeof data === 'object' && data !== null && !Array.isArray(data)) return { ...data };
    throw new Error('it must contain a JSON object keyed by API, or a snapshot');
  } catch (error) {
    throw new RangeError(`it is not a readable file: ${messageOf(error)}`, { cause: error });
  }
}
