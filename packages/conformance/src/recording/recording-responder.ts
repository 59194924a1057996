import { isObject, parseJson, stringifyJson } from '@understudy/contract';
import { readPlaceholders, restoreAll, restoreBody } from './placeholders.js';
import type { RecordedExchange, RecordedFailure, RunRecording } from './recording.js';

/** A request to a fake server that serves a recording. */
interface ReplayedRequest {
  /** The method in upper case. */
  method: string;
  /** The path and query. */
  path: string;
  /** Headers with lower-case names. */
  headers: Readonly<Record<string, string>>;
  body: string;
}

type RecordedAnswer = { status: number; headers: Record<string, string>; body: Uint8Array } | { error: string };

/** A fake server that responds from a recording. */
export interface RecordingResponder {
  /**
   * Returns the response, `undefined` for an unknown path or method, or `error` if the recording contains no response.
   */
  answer(request: ReplayedRequest): RecordedAnswer | undefined;
  /** The recorded paths as `GET /path`, in the order of the recording. */
  readonly known: readonly string[];
}

/** A recorded exchange with its URL on the fake server. */
interface Candidate {
  exchange: RecordedExchange | RecordedFailure;
  path: string;
  query: string;
  served: boolean;
}

const connectionHeaders = ['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'date'];

/**
 * Serves responses from a recording. Method and path must match. The best match of query, body and headers wins, and a
 * complete match of the query or body beats a partial one. Equal matches are served in order, and the last one repeats.
 * Placeholders for secrets match any value.
 *
 * @param url the fake server's URL, which replaces the target's URL in responses
 */
export function createRecordingResponder({ facts, exchanges }: RunRecording, url: string): RecordingResponder {
  const ordered = facts.workflows.flatMap(({ name }) => exchanges[name] ?? []).filter((one) => !('refused' in one));
  const bases = Object.values(facts.worlds).map((base) => base.replace(/\/$/, ''));
  const origins = ordered.map(({ scope }) => scope);
  const addresses = [...new Set([...bases, ...origins])].sort((one, other) => other.length - one.length);
  const here = (text: string): string =>
    addresses.reduce((changed, address) => changed.replace(wholeAddress(address), url), text);
  const candidates = ordered.map((exchange): Candidate => {
    const address = exchange.scope + exchange.path;
    const base = bases.find((one) => address.startsWith(`${one}/`)) ?? exchange.scope;
    const [path = '', query = ''] = splitAtQuery(address.slice(base.length));
    return { exchange, path, query, served: false };
  });
  /** The secrets behind placeholders, from requests. */
  const meant = new Map<string, string>();

  return {
    known: [...new Set(candidates.map(({ exchange, path }) => `${exchange.method} ${path}`))],
    answer({ method, path: target, headers: sent, body }) {
      const [path = '', query = ''] = splitAtQuery(target);
      const methods = method === 'HEAD' ? ['HEAD', 'GET'] : [method];
      const there = candidates.filter(
        (candidate) =>
          methods.includes(candidate.exchange.method) && readPlaceholders(candidate.path, path) !== undefined,
      );
      const chosen = choose(there, query, sent, body);
      if (chosen === undefined) return undefined;
      chosen.served = true;
      const { exchange } = chosen;
      const pairs = [
        [chosen.path, path],
        [chosen.query, query],
        [exchange.body, body],
      ] as const;
      for (const [recorded, asked] of pairs) {
        for (const [mark, value] of readPlaceholders(recorded, asked) ?? []) meant.set(mark, value);
      }
      if ('error' in exchange) return { error: exchange.error };
      const headers = Object.entries(restoreAll(exchange.rawHeaders, meant))
        .filter(([name]) => !connectionHeaders.includes(name))
        .map(([name, value]) => [name, here(value)]);
      const bytes = restoreBody(exchange, meant);
      return {
        status: exchange.status,
        headers: Object.fromEntries(headers),
        body: exchange.responseIsBinary === true ? bytes : Buffer.from(here(bytes.toString('utf8'))),
      };
    },
  };
}

/** Chooses the best match, unserved ones first. */
function choose(
  candidates: readonly Candidate[],
  query: string,
  headers: ReplayedRequest['headers'],
  body: string,
): Candidate | undefined {
  const scored = candidates.map((candidate) => ({
    candidate,
    score:
      agreement(candidate.query, query, pairsOf) +
      agreement(candidate.exchange.body, body, leavesOf) +
      equalHeaders(candidate.exchange.headers, headers),
  }));
  const best = Math.max(...scored.map(({ score }) => score));
  const equals = scored.filter(({ score }) => score === best).map(({ candidate }) => candidate);
  return equals.find(({ served }) => !served) ?? equals.at(-1);
}

/** The score of a complete match, higher than that of any partial match. */
const whole = 1_000_000;

function agreement(recorded: string, sent: string, partsOf: (text: string) => string[]): number {
  if (readPlaceholders(recorded, sent) !== undefined) return whole;
  const parts = partsOf(recorded);
  return partsOf(sent).filter((part) => parts.some((known) => readPlaceholders(known, part) !== undefined)).length;
}

function equalHeaders(recorded: ReplayedRequest['headers'] = {}, sent: ReplayedRequest['headers']): number {
  return Object.entries(recorded).filter(([name, value]) => sent[name.toLowerCase()] === value).length;
}

function pairsOf(query: string): string[] {
  return [...new URLSearchParams(query)].map(([name, value]) => `${name}=${value}`);
}

/** Returns the values in a JSON text with their locations, the fields of a form, or the text itself. */
function leavesOf(text: string): string[] {
  try {
    return leaves(parseJson(text), '');
  } catch {
    return /^[^\s=&]+=/.test(text) ? pairsOf(text) : [text];
  }
}

function leaves(value: unknown, place: string): string[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => leaves(item, `${place}/${index}`));
  if (isObject(value)) return Object.entries(value).flatMap(([name, inner]) => leaves(inner, `${place}/${name}`));
  return [`${place} ${stringifyJson(value)}`];
}

function splitAtQuery(target: string): string[] {
  return target.split(/\?(.*)/s);
}

/** Returns a regular expression for a URL that is not followed by more of a host name or port. */
function wholeAddress(address: string): RegExp {
  return new RegExp(`${address.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\w.:-])`, 'g');
}
