import {
  isObject,
  membersOf,
  type OpenApiDocument,
  parseJson,
  parsePointer,
  stringifyJson,
} from '@understudy/contract';
import type { ContractsByApi } from '../arazzo/resolve.js';
import { matchRecordedCalls, type RecordedCall } from '../authoring/recorded-call.js';
import { RecordingError } from '../authoring/to-request-body.js';
import { readHar } from '../drift/har.js';
import { exportArchive } from './export-archive.js';
import { sliceDescription } from './slice-description.js';

export interface RecordConsumerOptions {
  /** The text of an HTTP archive. */
  readonly har: string;
  readonly consumer: string;
  readonly contracts: ContractsByApi;
  /** Base URLs of the APIs. If absent, any host matches. */
  readonly baseUrls?: readonly string[] | undefined;
  /** Response members that the consumer reads, by operation, as pointers with `*` for list items. */
  readonly reads?: Readonly<Record<string, readonly string[]>> | undefined;
}

/** The parts of one API that a consumer uses. */
export interface ConsumerContract {
  readonly api: string;
  readonly operations: readonly string[];
  /** A Pact file, version 3. */
  readonly pact: string;
  /** The description, reduced to the used parts. */
  readonly slice: OpenApiDocument;
}

/**
 * Lists the parts of each API that a consumer uses, according to its recorded calls. Without `reads`, it is assumed to
 * use every response member that it received.
 *
 * @throws InvalidArchiveError if the text is not an archive
 * @throws RecordingError if no call matches an API, or `reads` names an operation without calls
 */
export function recordConsumer(options: RecordConsumerOptions): ConsumerContract[] {
  const { har, consumer, contracts, baseUrls, reads = {} } = options;
  const { entries } = readHar(har);
  const calls = matchRecordedCalls(entries, contracts, baseUrls).calls.map((call) => trim(call, reads));
  if (calls.length === 0)
    throw new RecordingError(
      'No request in the recording matches an operation of these APIs; check --api and --base-url',
    );
  const { entries: listed } = membersOf(membersOf(parseJson(har.replace(/^\uFEFF/, '')))['log']);
  const raw: readonly unknown[] = Array.isArray(listed) ? listed : [];
  const called = new Set(calls.map(({ operation }) => operation.operationId));
  const unused = Object.keys(reads).find((id) => !called.has(id));
  if (unused !== undefined)
    throw new RecordingError(`--reads names ${unused}, but the recording calls only ${[...called].join(', ')}`);
  return [...contracts].flatMap(([api, contract]): ConsumerContract[] => {
    const own = calls.filter(({ operation }) => operation.api === api);
    if (own.length === 0) return [];
    const slice = sliceDescription(contract, own);
    const archive = stringifyJson({ log: { entries: distinct(own).map((call) => toArchiveEntry(call, raw)) } });
    return [
      {
        api,
        operations: [...new Set(own.map(({ operation }) => operation.operationId))],
        pact: exportArchive(archive, { format: 'pact', title: api, consumer, lacks: () => {} }),
        slice: { ...slice, info: { ...slice.info, 'x-consumer': consumer } },
      },
    ];
  });
}

/** Removes the members of a successful response that the consumer does not read. */
function trim(call: RecordedCall, reads: Readonly<Record<string, readonly string[]>>): RecordedCall {
  const pointers = reads[call.operation.operationId];
  if (pointers === undefined || call.entry.status >= 400) return call;
  return {
    ...call,
    answer: pick(
      call.answer,
      pointers.map((pointer) => parsePointer(pointer)),
    ),
  };
}

function pick(value: unknown, paths: readonly (readonly string[])[]): unknown {
  if (paths.some((path) => path.length === 0)) return value;
  const below = (name: string) => paths.flatMap(([first, ...rest]) => (first === name ? [rest] : []));
  if (Array.isArray(value)) return value.map((item: unknown) => pick(item, below('*')));
  if (!isObject(value)) return value;
  const members = Object.entries(value).filter(([name]) => below(name).length > 0);
  return Object.fromEntries(members.map(([name, member]) => [name, pick(member, below(name))]));
}

/** Returns one call for each operation, status and set of query parameters and body members. */
function distinct(calls: readonly RecordedCall[]): RecordedCall[] {
  const known = new Map<string, RecordedCall>();
  for (const call of calls) {
    const { operation, entry } = call;
    const body = new TextDecoder().decode(entry.requestBody).replaceAll(/:\s*("(?:[^"\\]|\\.)*"|-?[\d.eE+-]+)/g, '');
    const key = [operation.operationId, entry.status, ...new URL(entry.url).searchParams.keys(), body].join(' ');
    if (!known.has(key)) known.set(key, call);
  }
  return [...known.values()];
}

/** Returns the recorded entry with the response members that the consumer reads. */
function toArchiveEntry({ entry, answer }: RecordedCall, raw: readonly unknown[]): object {
  const whole: { response?: { content?: object } } = membersOf(raw[entry.index]);
  if (typeof answer !== 'object') return whole;
  const content = { ...whole.response?.content, text: stringifyJson(answer), encoding: undefined };
  return { ...whole, response: { ...whole.response, content } };
}
