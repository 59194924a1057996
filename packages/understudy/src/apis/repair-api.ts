import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { membersOf, parseJson, stringifyJson } from '@understudy/contract';
import type { DescribedApi, PlanRepairs, UnheldPlan } from '@understudy/described';
import { cacheFile } from '../cache-file.js';
import { understudyVersion } from '../version.js';

/** The most requests of a start, which must stay fast, and of `explain`. */
const budgets = { start: 800, explain: 20_000 } as const;

/**
 * Repairs an API whose inferred behavior does not hold when it is tried. The repairs of a description are stored in the
 * package cache, so that the next start of the same version reads them.
 */
export async function repairApi(described: DescribedApi, budget: keyof typeof budgets): Promise<DescribedApi> {
  const file = cacheFile('self-check', `${understudyVersion}-${described.fingerprint()}.json`);
  const stored = await readStored(file);
  const isKnown = stored !== undefined && (stored.isComplete || budget === 'start');
  const { model, problems } = isKnown ? stored : await findAndStore(described, budget, file);
  return described.withRepairs(model, problems);
}

async function findAndStore(described: DescribedApi, budget: keyof typeof budgets, file: string): Promise<PlanRepairs> {
  // It is large, and most commands do not need it.
  const { openScratch } = await import('@understudy/server');
  const repairs = await described.findRepairs(async (api, seed) => openScratch(await api.simulator(), seed), {
    mostRequests: budgets[budget],
  });
  // A cache that cannot be written is no reason to fail.
  await mkdir(dirname(file), { recursive: true })
    .then(() => writeFile(file, stringifyJson(repairs)))
    .catch(() => undefined);
  return repairs;
}

async function readStored(file: string): Promise<PlanRepairs | undefined> {
  try {
    const { model, isComplete, problems } = membersOf(parseJson(await readFile(file, 'utf8')));
    if (!Array.isArray(problems)) return undefined;
    // Most descriptions need no repairs, and checking them compiles the schema of models.
    const isEmpty = Object.keys(membersOf(model)).length === 0;
    const repairs = isEmpty ? {} : (await import('@understudy/model')).readModel(model);
    return { model: repairs, isComplete: isComplete === true, problems: problems.map(toUnheld) };
  } catch {
    return undefined;
  }
}

function toUnheld(stored: unknown): UnheldPlan {
  const { message, pointer } = membersOf(stored);
  return { message: String(message), pointer: String(pointer) };
}
