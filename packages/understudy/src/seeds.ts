import { readFile } from 'node:fs/promises';
import type { SeedData } from '@understudy/kernel';
import type { Apis } from './apis/apis.js';
import { placeOf } from './apis/place-of.js';

/** Seeds by name: what loads the data of each. */
export type Seeds = Readonly<Record<string, () => Promise<SeedData>>>;

/** The seeds of some APIs by name, besides `empty`: the data of each API that has one of the name. */
export function seedsOf(apis: Apis): Seeds {
  const names = new Set([...apis.values()].flatMap(({ seeds = {} }) => Object.keys(seeds)));
  return Object.fromEntries([...names].map((name) => [name, () => loadSeed(name, apis)]));
}

async function loadSeed(name: string, apis: Apis): Promise<SeedData> {
  const parts = [...apis.values()].map(async ({ name: api, seeds = {} }): Promise<[string, unknown][]> => {
    const file = seeds[name];
    return file === undefined ? [] : [[api, await readJson(placeOf(file))]];
  });
  return Object.fromEntries((await Promise.all(parts)).flat());
}

/**
 * A seed by name, or what a file holds: the data of a seed, one JSON object with a member for each API, or a snapshot,
 * which {@link isSnapshotFile} tells.
 *
 * @throws RangeError when the file cannot be read, with what to do
 */
export async function readSeed(seed: string | SeedData, seeds: Seeds): Promise<string | SeedData> {
  if (typeof seed !== 'string' || seed === 'empty' || Object.hasOwn(seeds, seed)) return seed;
  try {
    return await readSeedFile(seed);
  } catch (error) {
    const names = ['empty', ...Object.keys(seeds)].join(', ');
    throw new RangeError(`Seed "${seed}" is none of ${names}, and ${messageOf(error)}`, { cause: error });
  }
}

/**
 * What a file of {@link readSeed} holds.
 *
 * @throws RangeError when it cannot be read
 */
export async function readSeedFile(path: string): Promise<SeedData> {
  try {
    const data = await readJson(path);
    if (typeof data === 'object' && data !== null && !Array.isArray(data)) return { ...data };
    throw new Error('it must hold one JSON object with a member for each API, or a snapshot');
  } catch (error) {
    throw new RangeError(`cannot be read as a file: ${messageOf(error)}`, { cause: error });
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

async function readJson(path: string): Promise<unknown> {
  return JSON.parse(await readFile(path, 'utf8'));
}
