import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { membersOf, parseJson, stringifyJson } from '@understudy/contract';
import type { DescribedApi, PlanRepairs, UnheldPlan } from '@understudy/described';
import { cacheFile } from '../cache-file.js';
import { understudyVersion } from '../version.js';

/** Maximum number of requests at startup, which must stay fast, and in `explain`. */
const budgets = { start: 800, explain: 20_000 } as const;

/**
 * Repairs an API whose inferred behavior fails when it is tried. Stores the repairs in the package cache, where the
 * next start of the same version finds them.
 */
export async function repairApi(described: DescribedApi, budget: keyof typeof budgets): Promise<DescribedApi> {
  const file = cacheFile('self-check', `${understudyVersion}-${described.fingerprint()}.json`);
  const stored = await readStored(file);
  const isKnown = stored !== undefined && (stored.isComplete || budget === 'start');
  const { model, problems } = isKnown ? stored : await findAndStore(described, budget, file);
  return described.withRepairs(model, problems);
}

async function findAndStore(described: DescribedApi, budget: keyof typeof budgets, file: string): Promise<PlanRepairs> {
  // Loaded on demand: the module is large, and most commands do not need it.
  const { openScratch } = await import('@understudy/server');
  const repairs = await described.findRepairs(async (api, seed) => openScratch(await api.simulator(), seed), {
    mostRequests: budgets[budget],
  });
  // An unwritable cache is not an error.
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
