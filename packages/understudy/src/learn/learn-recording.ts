import type { HarEntry } from '@understudy/conformance';
import { type ApiContract, checkSize, isObject, stringifyJson } from '@understudy/contract';
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
  readJson,
  replayLearnedApi,
  summarizeReplay,
} from '@understudy/learning';
import { allowedRefFolders } from '../apis/load-api.js';
import { manualClockStart } from '../start-simulators.js';
import { UsageError } from '../usage-error.js';
import { createLearnedApi, serveLearnedApi } from './serve-learned-api.js';

/** An API learned from a recording, and how well the API reproduces the recording. */
export interface LearnedRecording {
  readonly learnt: LearnedApi;
  /** The description, with the learned behavior. */
  readonly contract: ApiContract;
  readonly agreements: Readonly<Record<string, ReplayAgreement>>;
  /**
   * Statements learned from the first half that responses in the second half contradict, with the number of these
   * responses.
   */
  readonly costs: ReturnType<typeof listCosts>;
  /** Entities that no request created, by collection. */
  readonly seed: LearnedSeed;
  readonly notes: readonly string[];
}

/** Limits per entry. The parts of each entry are compared with those of all others. */
const ofEntry = { headers: 200, parameters: 200, segments: 50, members: 1000, values: 10_000, characters: 200_000 };
/** Limits for all entries together: characters, values and distinct positions of values. */
const ofAll = { characters: 8_000_000, values: 150_000, positions: 2000 };
const longestText = 2000;

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

/**
 * Truncates long strings, and removes entries that would take minutes to learn from.
 *
 * @returns a note for each kind of change
 */
export function limitRecording(entries: readonly HarEntry[]): { entries: HarEntry[]; notes: string[] } {
  const positions = new Set<string>();
  let [characters, values, shortened] = [0, 0, 0];
  const shorten = (value: unknown, position: string): unknown => {
    positions.add(position);
    values += 1;
    if (typeof value === 'string' && value.length > longestText) shortened += 1;
    if (typeof value === 'string') return value.slice(0, longestText);
    if (Array.isArray(value)) return value.map((item) => shorten(item, `${position}.*`));
    if (!isObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, each]) => [name, shorten(each, `${position}.${name}`)]),
    );
  };
  /** Returns a body within the limits, or undefined. */
  const limited = (bytes: Uint8Array): Uint8Array | undefined => {
    const text = Buffer.from(bytes).toString('utf8');
    const json = readJson(text);
    if (json === undefined) return bytes.length > ofEntry.characters ? undefined : bytes;
    if (checkSize(json, ofEntry) !== undefined) return undefined;
    const before = shortened;
    const short = stringifyJson(shorten(json, ''));
    if (short.length > ofEntry.characters) return undefined;
    return shortened === before ? bytes : Buffer.from(short);
  };
  const kept = entries.flatMap((entry): HarEntry[] => {
    const { url, requestHeaders, responseHeaders } = entry;
    const [path = '', query = ''] = url.split('?');
    const headers = [requestHeaders, responseHeaders].map(Object.entries);
    const isLarge =
      headers.some((pairs) => pairs.length > ofEntry.headers) ||
      stringifyJson([url, headers]).length > ofEntry.characters ||
      query.split('&').length > ofEntry.parameters ||
      path.split('/').length > ofEntry.segments;
    if (isLarge) return [];
    const bodies = (['requestBody', 'responseBody'] as const).flatMap((name) => {
      const type = (name === 'requestBody' ? requestHeaders : responseHeaders)['content-type'] ?? '';
      const bytes = entry[name];
      return bytes === undefined || /^(?:image|font|audio|video)\//.test(type) ? [] : [[name, limited(bytes)] as const];
    });
    characters += bodies.reduce((sum, [, bytes]) => sum + (bytes?.length ?? 0), stringifyJson([url, headers]).length);
    const isOver = characters > ofAll.characters || values > ofAll.values || positions.size > ofAll.positions;
    return isOver || bodies.some(([, bytes]) => bytes === undefined)
      ? []
      : [{ ...entry, ...Object.fromEntries(bodies) }];
  });
  const omitted = entries.length - kept.length;
  return {
    entries: kept,
    notes: [
      ...(omitted === 0 ? [] : [`${omitted} entries were left out, because they or all before are too large.`]),
      ...(shortened === 0 ? [] : [`${shortened} texts were shortened to ${longestText} characters.`]),
    ],
  };
}
