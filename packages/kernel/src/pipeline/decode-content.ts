import type { Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';
import type { Finding } from '@understudy/contract';
import { createErrorResult } from '../error-result.js';
import { createUnavailableError } from '../server-errors.js';
import { type MatchedState, PipelineOutcome } from './request-state.js';

/** Maximum size of a decoded body, regardless of its compressed size. */
const largestBody = 64 * 1024 * 1024;
const mostCodings = 3;
const options = { chunkSize: 64 * 1024 };

const decoders: Readonly<Record<string, (bytes: Uint8Array) => Transform>> = {
  gzip: () => createGunzip(options),
  'x-gzip': () => createGunzip(options),
  // Some clients omit the zlib header.
  deflate: (bytes) => (((bytes[0] ?? 0) & 0x0f) === 8 ? createInflate(options) : createInflateRaw(options)),
  br: () => createBrotliDecompress(options),
};

const supported = 'gzip, deflate, br';

/** Step 5: decodes a compressed body (RFC 9110, section 8.4). A raw upload remains as it was sent. */
export function decodeContent(
  matched: MatchedState,
): MatchedState | PipelineOutcome | Promise<MatchedState | PipelineOutcome> {
  const { request, route, simulator } = matched;
  const header = request.headers['content-encoding'];
  if (header === undefined || request.body.length === 0 || route.isControl) return matched;
  if (route.isRaw && simulator.readsForms !== true) return matched;
  const codings = header
    .split(',')
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== '' && coding !== 'identity');
  if (codings.length === 0) return matched;
  const unknown = codings.find((coding) => !Object.hasOwn(decoders, coding));
  if (unknown !== undefined) return refuseCoding(matched, `The content coding "${unknown}" is not supported`);
  if (codings.length > mostCodings)
    return refuseCoding(matched, `The body has more than ${mostCodings} content codings`);
  return decode(matched, codings.reverse());
}

async function decode(matched: MatchedState, codings: readonly string[]): Promise<MatchedState | PipelineOutcome> {
  const { request, route, simulator, server, recorder } = matched;
  const most = Math.min(route.mostBytes, largestBody);
  let body = request.body;
  let taken = 0;
  for (const coding of codings) {
    const decoder = decoders[coding]?.(body);
    if (decoder === undefined) continue;
    const before = taken;
    const decoded = await inflate(decoder, body, (size) => {
      if (size > most) return 'too-large';
      if (server.account.room < size) return 'no-room';
      server.account.add(size - (taken - before));
      taken = before + size;
      return undefined;
    });
    const state = { ...matched, decodedBytes: taken };
    if (decoded === 'too-large') return new PipelineOutcome(state, simulator.refusals.payloadTooLarge(most + 1, most));
    if (decoded === 'no-room') {
      return new PipelineOutcome(state, createUnavailableError('The server has no memory for the decoded body'));
    }
    if (decoded === 'broken') {
      const message = `The body is not valid ${coding}, although Content-Encoding says so.`;
      const finding: Finding = { ruleId: 'body/broken-coding', severity: 'error', message, pointer: '/body' };
      recorder.findings([finding]);
      return new PipelineOutcome(state, simulator.refusals.badRequest([finding]));
    }
    body = decoded;
  }
  recorder.remark(
    `The body was sent with Content-Encoding: ${request.headers['content-encoding']}, and is shown decoded.`,
  );
  const { 'content-encoding': _coding, 'content-length': _length, ...headers } = request.headers;
  return { ...matched, decodedBytes: taken, request: { ...request, headers, body } };
}

type Failure = 'too-large' | 'no-room' | 'broken';

/** @param refusal called with the size so far; returns why decoding must stop */
async function inflate(
  decoder: Transform,
  bytes: Uint8Array,
  refusal: (size: number) => Failure | undefined,
): Promise<Uint8Array | Failure> {
  const chunks: Buffer[] = [];
  let size = 0;
  decoder.end(bytes);
  try {
    for await (const chunk of decoder as AsyncIterable<Buffer>) {
      size += chunk.length;
      const refused = refusal(size);
      if (refused !== undefined) return refused;
      chunks.push(chunk);
    }
  } catch {
    return 'broken';
  }
  return Buffer.concat(chunks);
}

function refuseCoding(matched: MatchedState, reason: string): PipelineOutcome {
  const { simulator, route } = matched;
  const message = `${reason}; send the body with Content-Encoding: ${supported.replace(/, (\w+)$/, ' or $1')}, or without.`;
  const { statuses } = route.operation;
  // An API that does not document a 415 responds with an error that it documents.
  if (!['415', '4XX', 'default'].some((status) => statuses.includes(status))) {
    const pointer = '/headers/content-encoding';
    return new PipelineOutcome(
      matched,
      simulator.refusals.badRequest([{ ruleId: 'request/content-coding', severity: 'error', message, pointer }]),
    );
  }
  const headers = { 'Accept-Encoding': supported };
  return new PipelineOutcome(matched, createErrorResult(415, 'unsupported_media_type', message, { headers }));
}
