import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import {
  type ApiContract,
  defaultStartInstant,
  membersOf,
  type Operation,
  parseJson,
  stringifyJson,
} from '@understudy/contract';
import type {
  DescribedApi,
  PlanRepairs,
  RepairOptions,
  ScratchPlan,
  ScratchSeed,
  UnheldPlan,
} from '@understudy/described';
import type { ApiDefinition, Simulator } from '@understudy/kernel';
import { monotonicNowMs } from '@understudy/kernel/serving';
import type { BehaviorModel } from '@understudy/model';
import { cacheFile } from '../cache-file.js';

/** The budget of a start, which must stay fast, and of `explain`. */
const budgets = {
  start: { mostRequests: 1500, mostMs: 4000 },
  explain: { mostRequests: 20_000, mostMs: 30_000 },
} as const;

interface Budget {
  readonly mostRequests: number;
  readonly mostMs: number;
  readonly onProgress: RepairOptions['onProgress'];
}

/**
 * Repairs an API whose inferred behavior does not hold when it is tried. The repairs of a description are stored in the
 * package cache, so that the next start reads them.
 */
export async function repairApi(
  described: DescribedApi,
  budget: keyof typeof budgets,
  onProgress?: RepairOptions['onProgress'],
): Promise<DescribedApi> {
  const file = cacheFile('self-check', `${described.fingerprint()}.json`);
  const stored = await readStored(file);
  const isKnown = stored !== undefined && (stored.isComplete || budget === 'start');
  const { model, problems } = isKnown
    ? stored
    : await findAndStore(described, { ...budgets[budget], onProgress }, file);
  return described.withRepairs(model, problems);
}

async function findAndStore(
  described: DescribedApi,
  { mostRequests, mostMs, onProgress }: Budget,
  file: string,
): Promise<PlanRepairs> {
  const end = monotonicNowMs() + mostMs;
  const options: RepairOptions = {
    mostRequests,
    isLate: () => monotonicNowMs() > end,
    ...(onProgress && { onProgress }),
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
    const { model, isComplete, problems } = membersOf(parseJson(await readFile(file, 'utf8')));
    if (!Array.isArray(problems)) return undefined;
    return { model: await readRepairs(model), isComplete: isComplete === true, problems: problems.map(toUnheld) };
  } catch {
    return undefined;
  }
}

async function readRepairs(stored: unknown): Promise<BehaviorModel> {
  // Most descriptions need no repairs, and checking them compiles the schema of models.
  if (Object.keys(membersOf(stored)).length === 0) return {};
  const { readModel } = await import('@understudy/model');
  return readModel(stored);
}

function toUnheld(stored: unknown): UnheldPlan {
  const { message, pointer } = membersOf(stored);
  return { message: String(message), pointer: String(pointer) };
}

const address = 'http://understudy.local';

/** A trial judges the responses itself, and compiling the schemas of all takes most of its time. */
function withoutCheck({ contract, ...simulator }: Simulator): Simulator {
  const operations = new Map<string, Operation>(
    [...contract.operations].map(([id, each]) => [id, Object.create(each, { validateResponse: { value: () => [] } })]),
  );
  const match: ApiContract['match'] = (method, path) => {
    const found = contract.match(method, path);
    if (found.kind !== 'operation') return found;
    return { ...found, operation: operations.get(found.operation.operationId) ?? found.operation };
  };
  return { ...simulator, contract: { ...contract, operations, match } };
}

/** Serves an API without security on a sandbox that has only what nothing creates. */
async function openScratch(api: ApiDefinition, seed: ScratchSeed): Promise<Omit<ScratchPlan, 'plan'>> {
  // It is large, and most commands do not need it.
  const { createSimulators } = await import('@understudy/server');
  const simulators = createSimulators({
    simulators: [withoutCheck(await api.simulator())],
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
