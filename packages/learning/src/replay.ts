import { isIntegral, isJsonNumber, stringifyJson } from '@understudy/contract';
import { valuesOfResponse } from '@understudy/described';
import { mapLeaves } from '@understudy/model';
import { type Leaf, leavesOf, recordedLeavesOf } from './body-leaves.js';
import { countValues } from './count-values.js';
import { decodeSegment, looksLikeId, readPathParameters, splitSegment } from './find-paths.js';
import type { RecordedOperation } from './observe-recording.js';
import {
  describeBodyShape,
  differenceOf,
  type RecordedEntry,
  type RecordedExchange,
  readExchanges,
  readMediaType,
} from './recorded-exchange.js';

/** Sends a request to a simulator of the learned API after advancing its clock to the recorded time. */
export type ReplaySender = (
  request: { method: string; path: string; headers: Record<string, string>; body?: Uint8Array },
  at: number,
) => Promise<Pick<RecordedEntry, 'status' | 'responseHeaders' | 'responseBody'>>;

/** How well a replay matches its recording, by exchanges and by the values in them. */
export interface ReplayAgreement {
  readonly exchanges: number;
  readonly status: number;
  readonly shape: number;
  /** Response values that also appear in the request or in earlier exchanges. */
  readonly relations: { readonly held: number; readonly all: number };
  readonly values: { readonly held: number; readonly all: number };
  /** Differences by cause, the most frequent first. */
  readonly causes: readonly { readonly cause: string; readonly count: number }[];
}

export interface ReplayedExchange {
  readonly exchange: RecordedExchange;
  readonly operation: string;
  readonly isSameStatus: boolean;
  readonly isSameShape: boolean;
  readonly relations: readonly [held: number, all: number];
  readonly values: readonly [held: number, all: number];
  /** The status in the replay. */
  readonly status: number;
  readonly cause: string | undefined;
}

/** Replays a recording in order. In later requests, replaces recorded ids with the ids that the simulator generated. */
export async function replayRecording(
  exchanges: readonly RecordedExchange[],
  send: ReplaySender,
  operationOf: (exchange: RecordedExchange) => Pick<RecordedOperation, 'id' | 'path'> | undefined,
): Promise<ReplayedExchange[]> {
  const ids = new Translation(
    exchanges.flatMap((each) => Object.entries(readPathParameters(operationOf(each)?.path ?? '', each.path))),
    exchanges.flatMap((each) => codesIn(each)),
  );
  const replayed: ReplayedExchange[] = [];
  for (const exchange of exchanges) {
    const { entry, at } = exchange;
    const answer = await send(ids.request(exchange), at);
    const [got] = readExchanges([{ ...entry, ...answer }], at).exchanges;
    const { answer: body, answerType } = got ?? {
      answer: undefined,
      answerType: readMediaType(answer.responseHeaders),
    };
    const isSameStatus = answer.status === entry.status;
    const isSameShape =
      isSameStatus &&
      describeBodyShape(exchange.answer) === describeBodyShape(body) &&
      (exchange.answer === undefined || exchange.answerType === answerType);
    const { relations, values, lost } = ids.compare(exchange, isSameStatus ? body : undefined);
    // An id in a URL is a string, even if it is a number in a body.
    const [own = [], others = []] = [entry, answer].map(({ responseHeaders }) => issuedIn(responseHeaders));
    for (const [index, value] of own.entries()) ids.learn(value, others[index]);
    const operation = operationOf(exchange)?.id ?? '';
    const reason = !isSameStatus
      ? `status ${answer.status} instead of ${entry.status}`
      : !isSameShape
        ? `shape: ${differenceOf(exchange.answer, body) ?? `${answerType} instead of ${exchange.answerType}`}`
        : lost === undefined
          ? undefined
          : `relation: ${lost}`;
    const cause = reason === undefined ? undefined : `${operation}: ${reason}`;
    replayed.push({ exchange, operation, isSameStatus, isSameShape, relations, values, status: answer.status, cause });
  }
  return replayed;
}

/** Lists the ETag, the location and the cookies of a response. */
function issuedIn(headers: Readonly<Record<string, string>>): unknown[] {
  const named = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  const location = named.get('location');
  const address = location === undefined ? undefined : new URL(location, 'http://localhost').href;
  const cookies = valuesOfResponse(undefined, named.get('set-cookie'));
  return [named.get('etag'), address, ...[...cookies.values()].flat()];
}

/** Summarizes a replay. */
export function summarizeReplay(replayed: readonly ReplayedExchange[]): ReplayAgreement {
  const total = (pairs: readonly (readonly [number, number])[]) => ({
    held: pairs.reduce((sum, [held]) => sum + held, 0),
    all: pairs.reduce((sum, [, all]) => sum + all, 0),
  });
  return {
    exchanges: replayed.length,
    status: replayed.filter(({ isSameStatus }) => isSameStatus).length,
    shape: replayed.filter(({ isSameShape }) => isSameShape).length,
    relations: total(replayed.map(({ relations }) => relations)),
    values: total(replayed.map(({ values }) => values)),
    causes: countValues(replayed.flatMap(({ cause }) => cause ?? [])).map(([cause, count]) => ({ cause, count })),
  };
}

/** Headers that the client sets itself. */
const ofConnection = /^(?:host|connection|content-length|accept-encoding|transfer-encoding)$/;

/** Maps the ids of a recording to the ids of its replay. */
class Translation {
  readonly #there = new Map<string, unknown>();
  readonly #seen = new Set<string>();
  /** The values in paths, and their formats. */
  readonly #inPaths: ReadonlySet<string>;
  readonly #parameters: ReadonlySet<string>;

  /**
   * @param named parameters of the recorded paths, with their values in any format
   * @param codes other generated values in requests, such as a pickup code
   */
  constructor(named: readonly (readonly [parameter: string, value: string])[], codes: readonly string[]) {
    this.#inPaths = new Set([...named.flatMap(([, value]) => [value, formOf(value)]), ...codes]);
    this.#parameters = new Set(named.map(([parameter]) => parameter.toLowerCase().replace(/_?id\d*$/, '')));
  }

  request({ entry, path, query, body }: RecordedExchange): Parameters<ReplaySender>[0] {
    const segments = path.split('/').map((segment) => {
      const [id, after] = splitSegment(segment);
      const [whole, stem] = [segment, id].map((each) => this.#there.get(decodeSegment(each)));
      if (whole !== undefined) return encodeURIComponent(String(whole));
      return stem === undefined ? segment : `${encodeURIComponent(String(stem))}${after}`;
    });
    const { search } = new URL(entry.url);
    const isSame = Object.values(query).every((value) => !this.#there.has(value));
    const toPairs = (values: object) =>
      `${new URLSearchParams(Object.entries(values).map(([name, value]): [string, string] => [name, String(this.#value(value))]))}`;
    const headers = Object.entries(entry.requestHeaders).flatMap(([name, value]) => {
      if (ofConnection.test(name)) return [];
      if (name === 'cookie')
        return [[name, value.replace(/(?<==)[^;]+/g, (each) => String(this.#value(each)))] as const];
      const [, scheme = '', credentials = value] = /^(\w+ )(\S+)$/.exec(value) ?? [];
      return [[name, `${scheme}${this.#value(credentials)}`] as const];
    });
    const type = readMediaType(entry.requestHeaders) ?? '';
    const sent =
      entry.requestBody === undefined || typeof body !== 'object' || body === null
        ? entry.requestBody
        : type.startsWith('multipart/')
          ? this.#bytes(entry.requestBody)
          : type.includes('form')
            ? Buffer.from(toPairs(body))
            : Buffer.from(stringifyJson(this.#deep(body)));
    return {
      method: entry.method,
      path: `${segments.join('/')}${isSame ? search : `?${toPairs(query)}`}`,
      headers: Object.fromEntries(headers),
      ...(sent === undefined ? {} : { body: sent }),
    };
  }

  /** Compares a response with the recorded one, and records the new ids in it. */
  compare({ path, query, body, entry, answer }: RecordedExchange, got: unknown) {
    const sent = [
      ...path.split('/').flatMap((segment) => [segment, splitSegment(segment)[0]].map(decodeSegment)),
      ...Object.values(query),
      ...Object.entries(entry.requestHeaders).flatMap(([name, value]) => (ofConnection.test(name) ? [] : value)),
      ...recordedLeavesOf(body).flatMap((leaf) => (isCount(leaf) ? [] : String(leaf[1]))),
    ];
    for (const text of sent) this.#seen.add(text);
    /** Keys in this response, which only later responses can refer to. */
    const named: string[] = [];
    const there = new Map(leavesOf(got));
    const relations: [number, number] = [0, 0];
    const values: [number, number] = [0, 0];
    let lost: string | undefined;
    for (const [place, value] of recordedLeavesOf(answer)) {
      const text = String(value);
      const isName =
        isNameAt(place, value) ||
        (typeof value === 'string' && (this.#inPaths.has(value) || this.#inPaths.has(formOf(value))));
      if (isName && !this.#seen.has(text) && there.has(place)) this.learn(value, there.get(place));
      const isHeld = [this.#value(value), ...(isCount([place, value]) ? [value] : [])].includes(there.get(place));
      values[1] += 1;
      if (isHeld) values[0] += 1;
      if (isName) named.push(text);
      if (!isName || !this.#seen.has(text)) continue;
      relations[1] += 1;
      if (isHeld) relations[0] += 1;
      else lost ??= place.replace(/\.\d+(?=\.|$)/g, '.*');
    }
    for (const text of named) this.#seen.add(text);
    return { relations, values, lost };
  }

  learn(recorded: unknown, got: unknown): void {
    if (
      recorded === undefined ||
      typeof recorded !== typeof got ||
      recorded === got ||
      this.#there.has(String(recorded))
    )
      return;
    this.#there.set(String(recorded), got);
    const [one, other] = [recorded, got].map((each) =>
      URL.canParse(String(each)) ? new URL(String(each)) : undefined,
    );
    if (one === undefined || other === undefined) return;
    const pair = (first: string | undefined, second: string | undefined) => {
      if (first && second && first !== second && !this.#there.has(first)) this.#there.set(first, second);
    };
    const [own, others] = [one, other].map(({ pathname }) => pathname.split('/').map(decodeSegment));
    // URLs with different structures have no ids in common.
    const isAlike =
      own?.length === others?.length &&
      (own?.length === 2 || own?.some((segment, index) => segment !== '' && segment === others?.[index]));
    for (const [index, segment] of isAlike ? (own?.entries() ?? []) : [])
      pair(splitSegment(segment)[0], splitSegment(others?.[index] ?? '')[0]);
    for (const [name, value] of one.searchParams) pair(value, other.searchParams.get(name) ?? undefined);
  }

  #value(value: unknown): unknown {
    return typeof value === 'string' || isJsonNumber(value) ? (this.#there.get(String(value)) ?? value) : value;
  }

  /** Replaces words in a multipart body in place. */
  #bytes(bytes: Uint8Array): Uint8Array {
    const text = Buffer.from(bytes).toString('latin1');
    return Buffer.from(
      text.replace(/[\w.:-]{6,}/g, (word) => String(this.#value(word))),
      'latin1',
    );
  }

  #deep(value: unknown): unknown {
    // A small number can be a count or an id. It is an id only if the name of its member says so.
    const isId = (name: string, leaf: number) =>
      isNameAt(name, leaf) || this.#parameters.has(name.toLowerCase().replace(/_?id$/, ''));
    const isCount = (leaf: unknown, name: string) => typeof leaf === 'number' && leaf < 1000 && !isId(name, leaf);
    return mapLeaves(value, (leaf, name) => (isCount(leaf, name) ? leaf : this.#value(leaf)));
  }
}

/** Returns the common format of similar keys: `TL-000` for `TL-115`. */
function formOf(name: string): string {
  return /[A-Za-z]/.test(name) ? name.replace(/\d/g, '0') : name;
}

/** Lists the generated strings in a request: those that contain digits and are not dates. */
function codesIn({ query, body }: RecordedExchange): string[] {
  const texts = [...Object.values(query), ...recordedLeavesOf(body).map(([, value]) => value)];
  return texts.filter(
    (each): each is string => typeof each === 'string' && /^(?!\d{4}-\d\d)[\w-]+$/.test(each) && /\d{3}/.test(each),
  );
}

/** Returns whether a number can equal an id by coincidence. */
function isCount([place, value]: Leaf): boolean {
  return isJsonNumber(value) && !isNameAt(place, value);
}

/** Returns whether a value identifies something, judging by its format or by the member that contains it. */
function isNameAt(place: string, value: unknown): boolean {
  const name = place.replace(/(?:\.\d+)+$/, '');
  const isNamed =
    /(?:^|[._-])(?:id|key|ref|slug|uuid|token|number|url|href)s?$|(?:Id|Ids|ID|Key|Ref|Token|Url|Uri|bid)$/.test(name);
  if (isJsonNumber(value)) return isIntegral(value) && isNamed;
  return (
    typeof value === 'string' &&
    value.length > 1 &&
    (isNamed || (value.length >= 8 && looksLikeId(value) && Number.isNaN(Date.parse(value))))
  );
}
