import type { HarEntry } from '@understudy/conformance';
import type { ApiContract } from '@understudy/contract';
import {
  type Agreement,
  agreementOf,
  describeApi,
  type LearnOptions,
  type Learnt,
  learnApi,
  learntSeed,
  proveLearnt,
  type RecordedExchange,
  readExchanges,
} from '@understudy/inferred-api';
import { refFolders } from '../apis/load-api.js';
import { manualStart } from '../start-simulators.js';
import { UsageError } from '../usage-error.js';
import { learntApi, serveLearnt } from './serve-learnt.js';

/** What a recording taught, and how well it holds. */
export interface LearntRecording {
  readonly learnt: Learnt;
  /** The description with what was learnt. */
  readonly contract: ApiContract;
  /** Agreement of replays by what they replayed. */
  readonly agreements: Readonly<Record<string, Agreement>>;
  /** Entities that no request created, by collection. */
  readonly seed: Readonly<Record<string, unknown>>;
  readonly notes: readonly string[];
}

/**
 * Learns from recorded entries without secrets, and replays them. The second half is also replayed against what the
 * first half alone teaches.
 *
 * @param checks other recordings to replay
 * @throws UsageError when nothing can be learnt
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
): Promise<LearntRecording> {
  const options = await optionsFor(title, description);
  const { exchanges, omitted } = readExchanges(entries, Date.parse(manualStart));
  if (exchanges.length < 2)
    throw new UsageError('The recording has fewer than 2 requests to an API; record more of them');
  const half = Math.ceil(exchanges.length / 2);
  const ofHalf = await learnApi(exchanges.slice(0, half), options);
  const later = new Set(exchanges.slice(half));
  const heldBack = (await proveLearnt(ofHalf, exchanges, options)).filter(({ exchange }) => later.has(exchange));
  const learnt = await learnApi(exchanges, options);
  const agreements: Record<string, Agreement> = {
    'the second half, learnt from the first': agreementOf(heldBack),
    'the whole recording': agreementOf(await proveLearnt(learnt, exchanges, options)),
  };
  for (const [name, others] of Object.entries(checks))
    agreements[name] = agreementOf(
      await proveLearnt(learnt, readExchanges(others, Date.parse(manualStart)).exchanges, options),
    );
  const contract = await (await learntApi(learnt.file, description)).describe?.();
  if (contract === undefined) throw new TypeError('A described API has a description');
  return {
    learnt,
    contract,
    agreements,
    seed: learntSeed(learnt.operations, contract, keep),
    notes: notesOn(exchanges, omitted, learnt),
  };
}

async function optionsFor(title: string, description: string | undefined): Promise<LearnOptions> {
  const api =
    description === undefined ? undefined : (await describeApi(description, { name: 'learnt', refFolders })).api;
  const contract = await api?.describe?.();
  return {
    title,
    ...(contract === undefined ? {} : { contract }),
    serve: (file, at) => serveLearnt(file, { at, ...(description === undefined ? {} : { description }) }),
  };
}

function notesOn(exchanges: readonly RecordedExchange[], omitted: number, { outside }: Learnt): string[] {
  const paths = [...new Set(outside.map(({ entry, path }) => `${entry.method} ${path}`))];
  return [
    `${exchanges.length} requests to ${exchanges[0]?.origin}.`,
    ...(omitted === 0 ? [] : [`${omitted} other entries were left out: other hosts, parts of pages, or no response.`]),
    ...(paths.length === 0 ? [] : [`The description has none of these: ${paths.slice(0, 20).join(', ')}.`]),
  ];
}
