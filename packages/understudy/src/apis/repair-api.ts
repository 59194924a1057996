import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { defaultStartInstant, membersOf, parseJson, stringifyJson } from '@understudy/contract';
import type { DescribedApi, PlanRepairs, RepairOptions, ScratchPlan, ScratchSeed, UnheldPlan } from '@understudy/described';
import type { ApiDefinition } from '@understudy/kernel';
import { monotonicNowMs } from '@understudy/kernel/serving';
import { cacheFile } from '../cache-file.js';
import { reportProgress } from '../report-progress.js';

/** The budget of a start, which must stay fast, and of `explain`. */
const budgets = {
  start: { mostRequests: 1500, mostMs: 4000 },
  explain: { mostRequests: 20_000, mostMs: 30_000 },
} as const;

/**
 * Repairs an API whose inferred behavior does not hold when it is tried. The repairs of a description are stored in the
 * package cache, so that the next start reads them.
 */
export async function repairApi(described: DescribedApi, budget: keyof typeof budgets): Promise<DescribedApi> {
  const file = cacheFile('self-check', `${described.fingerprint()}.json`);
  const stored = await readStored(file);
  const isKnown = stored !== undefined && (stored.isComplete || budget === 'start');
  const { model, problems } = isKnown ? stored : await findAndStore(described, budget, file);
  return described.withRepairs(model, problems);
}

async function findAndStore(
  described: DescribedApi,
  budget: keyof typeof budgets,
  file: string,
): Promise<PlanRepairs> {
  const { mostRequests, mostMs } = budgets[budget];
  const end = monotonicNowMs() + mostMs;
  const options: RepairOptions = {
    mostRequests,
    isLate: () => monotonicNowMs() > end,
    ...(budget === 'explain' ? { onProgress: reportProgress('collections', console.error) } : {}),
  };
  const repairs = await described.findRepairs(openScratch, options);
  // A cache that cannot be written is no reason to fail.
  await mkdir(dirname(file), { recursive: true })
    .then(() => writeFile(file, stringifyJson(repairs)))
    .catch(() => undefined);
  return repairs;
}

async function readStored(file: string): Promise<PlanRepairs | undefined> {
  try {
    const { readModel } = await import('@understudy/model');
    const { model, isComplete, problems } = membersOf(parseJson(await readFile(file, 'utf8')));
    if (!Array.isArray(problems)) return undefined;
    return { model: readModel(model), isComplete: isComplete === true, problems: problems.map(toUnheld) };
  } catch {
    return undefined;
  }
}

function toUnheld(stored: unknown): UnheldPlan {
  const { message, pointer } = membersOf(stored);
  return { message: String(message), pointer: String(pointer) };
}

const address = 'http://understudy.local';

/** Serves an API without security on a sandbox that has only what nothing creates. */
async function openScratch(api: ApiDefinition, seed: ScratchSeed): Promise<Omit<ScratchPlan, 'plan'>> {
  // It is large, and most commands do not need it.
  const { createSimulators } = await import('@understudy/server');
  const simulators = createSimulators({
    simulators: [await api.simulator()],
    seeds: { scratch: async () => ({ [api.name]: seed }) },
    sandbox: {
      clock: { mode: 'manual', at: defaultStartInstant },
      progression: 'immediate',
      seed: 'scratch',
      randomSeed: '1',
      settings: [{ apis: { [api.name]: { security: 'off' } } }],
    },
  });
  return {
    async send({ method, path, headers, body }) {
      const sent = body === undefined ? {} : { body };
      const response = await simulators.fetch(`${address}${path}`, { method, headers, ...sent });
      const text = await response.text();
      const isJson = text !== '' && /[/+]json\b/.test(response.headers.get('content-type') ?? '');
      const location = response.headers.get('location') ?? undefined;
      return { status: response.status, location, body: isJson ? parseJson(text) : text };
    },
    close: () => simulators.close(),
  };
}
