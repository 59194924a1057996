import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SeedData } from '@understudy/kernel';
import { apiRegistry } from './api-registry.js';
import { locateAsset } from './locate-asset.js';

/** The seeds by name, besides `empty`. */
export const seeds: Readonly<Record<string, () => Promise<SeedData>>> = { demo: loadDemoSeed };

/** The demo seed: for each API that has one, `fixtures/<api>/seeds/demo.json`. */
async function loadDemoSeed(): Promise<SeedData> {
  const fixtures = locateAsset('fixtures');
  const parts = Object.keys(apiRegistry).map(async (api): Promise<[string, unknown][]> => {
    try {
      return [[api, await readJson(join(fixtures, api, 'seeds', 'demo.json'))]];
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
      throw error;
    }
  });
  return Object.fromEntries((await Promise.all(parts)).flat());
}

/**
 * A seed by name, or the data of a seed file: one JSON object with a member for each API.
 *
 * @throws RangeError when the file cannot be read, with what to do
 */
export async function readSeed(seed: string): Promise<string | SeedData> {
  if (seed === 'empty' || Object.hasOwn(seeds, seed)) return seed;
  try {
    const data = await readJson(seed);
    if (typeof data === 'object' && data !== null && !Array.isArray(data)) return { ...data };
    throw new Error('it must hold one JSON object with a member for each API');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const names = ['empty', ...Object.keys(seeds)].join(', ');
    throw new RangeError(`Seed "${seed}" is none of ${names}, and cannot be read as a file: ${reason}`);
  }
}

async function readJson(path: string): Promise<unknown> {
  return JSON.parse(await readFile(path, 'utf8'));
}
