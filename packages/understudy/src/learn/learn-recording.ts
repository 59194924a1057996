import type { HarEntry } from '@understudy/conformance';
import type { ApiContract } from '@understudy/contract';
import { describeApi } from '@understudy/described';
import {
  changeAmounts,
  type LearnedApi,
  type LearnedSeed,
  type LearnOptions,
  learnApi,
  listCosts,
  type RecordedExchange,
  type ReplayAgreement,
  readExchanges,
  replayLearnedApi,
  summarizeReplay,
} from '@understudy/learning';
import { allowedRefFolders } from '../apis/load-api.js';
import { manualClockStart } from '../start-simulators.js';
import { UsageError } from '../usage-error.js';
import { createLearnedApi, serveLearnedApi } from './serve-learned-api.js';

/** An API learned from a recording, and how well it reproduces it. */
export interface LearnedRecording {
  readonly learnt: LearnedApi;
  /** The description, with the learned behavior. */
  readonly contract: ApiContract;
  readonly agreements: Readonly<Record<string, ReplayAgreement>>;
  /** Statements of the first half with which responses of the second half differ, and how many. */
  readonly costs: ReturnType<typeof listCosts>;
  /** Entities that no request created, by collection. */
  readonly seed: LearnedSeed;
  readonly notes: readonly string[];
}

/**
 * Learns an API from recorded entries without secrets, and replays them. The second half is also replayed against an
 * API learned only from the first half.
 *
 * @param checks other recordings to replay
 * @throws UsageError if nothing can be learned
 */
export async function learnRecording(
  entries: readonly HarEntry[],
  {
    title,
    description,
    checks,
    keep,
  }: {
    title: string;
    description?: string;
    keep: readonly string[];
    checks: Readonly<Record<string, readonly HarEntry[]>>;
  },
): Promise<LearnedRecording> {
  const { exchanges, others, omitted } = readExchanges(entries, Date.parse(manualClockStart));
  if (exchanges.length < 2)
    throw new UsageError('The recording has fewer than 2 requests to an API; record more requests');
  const options = { ...(await optionsFor(title, description)), others };
  const half = Math.ceil(exchanges.length / 2);
  const ofHalf = await learnApi(exchanges.slice(0, half), options);
  const later = new Set(exchanges.slice(half));
  const heldBack = (await replayLearnedApi(ofHalf, exchanges, options)).filter(({ exchange }) => later.has(exchange));
  const learnt = await learnApi(exchanges, options);
  const costs = listCosts(heldBack, ofHalf.operations);
  const agreements: Record<string, ReplayAgreement> = {
    'the second half, with rules learned from the first half': summarizeReplay(heldBack),
    'the whole recording': summarizeReplay(await replayLearnedApi(learnt, exchanges, options)),
  };
  for (const [name, others] of Object.entries(checks))
    agreements[name] = summarizeReplay(
      await replayLearnedApi(learnt, readExchanges(others, Date.parse(manualClockStart)).exchanges, options),
    );
  const contract = await (await createLearnedApi(learnt.file, description)).describe?.();
  if (contract === undefined) throw new TypeError('A described API has a description');
  return {
    learnt,
    contract,
    agreements,
    costs,
    seed: changeAmounts(learnt.seed, keep),
    notes: notesOn(exchanges, omitted, learnt),
  };
}

async function optionsFor(title: string, description: string | undefined): Promise<LearnOptions> {
  const api =
    description === undefined
      ? undefined
      : (await describeApi(description, { name: 'learnt', refFolders: allowedRefFolders })).api;
  const contract = await api?.describe?.();
  return {
    title,
    ...(contract === undefined ? {} : { contract }),
    serve: (file, at, seed) =>
      serveLearnedApi(file, { at, seed, ...(description === undefined ? {} : { description }) }),
  };
}

function notesOn(exchanges: readonly RecordedExchange[], omitted: number, { outside }: LearnedApi): string[] {
  const paths = [...new Set(outside.map(({ entry, path }) => `${entry.method} ${path}`))];
  return [
    `${exchanges.length} requests to ${exchanges[0]?.origin}.`,
    ...(omitted === 0 ? [] : [`${omitted} other entries were left out: other hosts, parts of pages, or no response.`]),
    ...(paths.length === 0 ? [] : [`The description has none of these: ${paths.slice(0, 20).join(', ')}.`]),
  ];
}
