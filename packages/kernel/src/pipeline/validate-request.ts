import { decodeBody, type Operation } from '@understudy/contract';
import type { FormPairs } from '../handlers.js';
import { type FormPart, pairsOf, readMultipart } from '../multipart/read-multipart.js';
import type { Exchange } from './exchange.js';
import { isLarge, judgeLarge } from './judge-large.js';
import { type JudgedRequest, judgeRequest } from './judge-request.js';
import { mostBytesOf } from './most-bytes.js';
import { unknownQuery } from './unknown-query.js';

const form = 'application/x-www-form-urlencoded';
const multipart = 'multipart/form-data';

/**
 * Step 5: media types where the API checks them apart, headers, then the tenant's right, the size, and last path, query
 * and body (analysis.gap.check-order). The handler gets input that it need not check or cast.
 */
export function validateRequest(exchange: Exchange): Promise<void> | void {
  const { operation, simulator, sandbox, request } = exchange;
  if (operation === undefined || sandbox === undefined) return;
  const refusal = simulator.checkMediaTypes?.(operation, request.headers);
  if (refusal !== undefined) {
    exchange.result = refusal;
    return;
  }
  const mediaType = mediaTypeOf(request.headers['content-type']);
  const toJudge = { path: exchange.pathParameters, query: exchange.query, headers: request.headers, mediaType };
  const content = operation.requestBody?.content ?? {};
  const raw = content['*/*'] !== undefined;
  const unread = raw || (request.unread ?? request.body.length) > mostBytesOf(exchange.world, operation);
  const inParts = mediaType === multipart && content[multipart] !== undefined;
  if (!unread && !inParts && isLarge(request.body, mediaType)) {
    return judgeLarge(exchange, sandbox, operation, toJudge).then((judged) =>
      conclude(exchange, operation, judged, []),
    );
  }
  const parts: FormPart[] = [];
  const decoded = unread
    ? { value: undefined }
    : inParts
      ? decodeMultipart(request.body, request.headers['content-type'] ?? '', parts)
      : decode(request.body, mediaType);
  conclude(exchange, operation, judgeRequest(operation, toJudge, decoded), parts);
}

function conclude(
  exchange: Exchange,
  operation: Operation,
  { input, findings, broken, given }: JudgedRequest,
  parts: readonly FormPart[],
): void {
  const { simulator, request } = exchange;
  const { refusals } = simulator;
  const mediaType = mediaTypeOf(request.headers['content-type']);
  const content = operation.requestBody?.content ?? {};
  const raw = content['*/*'] !== undefined;
  const limit = mostBytesOf(exchange.world, operation);
  const size = request.unread ?? request.body.length;
  const ofHeaders = findings.filter(({ pointer }) => pointer.startsWith('/headers'));
  if (ofHeaders.length > 0) {
    exchange.result = refusals.badRequest(ofHeaders);
    return;
  }
  const tenantId = simulator.tenantOf?.(input.headers, exchange.caller);
  const { caller } = exchange;
  if (tenantId !== undefined && caller?.tenants !== undefined && !caller.tenants.includes(tenantId)) {
    exchange.result = refusals.forbidden(`The client "${caller.clientId}" may not act for tenant "${tenantId}"`);
    return;
  }
  if (size > limit) {
    exchange.result = refusals.payloadTooLarge(size, limit);
    return;
  }
  // What an inbox receives is none of our business.
  if (simulator === exchange.world.control && !raw && exchange.query !== '') {
    findings.push(...unknownQuery(operation, new URLSearchParams(exchange.query)));
  }
  const others = broken === undefined ? findings : [broken];
  if (others.length > 0) {
    exchange.result = refusals.badRequest(others);
    return;
  }
  exchange.input = { ...input, body: raw ? request.body : bodyOf() };

  /** Where JSON is documented too, every form comes as the same object; else a form is its pairs, or its parts. */
  function bodyOf(): unknown {
    if (content['application/json'] !== undefined) return input.body;
    if (mediaType === form && Array.isArray(given)) return given as FormPairs;
    if (mediaType !== multipart) return input.body;
    if (content[form] !== undefined) return given as FormPairs;
    const said =
      operation.extensions['x-empty-fields'] === 'absent'
        ? parts.filter(({ filename, bytes }) => filename !== undefined || bytes.length > 0)
        : parts;
    return { fields: input.body, parts: said };
  }
}

/** Adds the parts to `parts`. */
function decodeMultipart(bytes: Uint8Array, contentType: string, parts: FormPart[]): ReturnType<typeof decodeBody> {
  const read = readMultipart(bytes, contentType);
  if ('finding' in read) return read;
  parts.push(...read.parts);
  return pairsOf(parts);
}

function decode(bytes: Uint8Array, mediaType: string | undefined): ReturnType<typeof decodeBody> {
  return bytes.length === 0 ? { value: undefined } : decodeBody(bytes, mediaType ?? 'application/json');
}

function mediaTypeOf(contentType: string | undefined): string | undefined {
  const mediaType = contentType?.split(';', 1)[0]?.trim().toLowerCase();
  // Some clients cannot send a body without the header and send it empty instead.
  return mediaType === '' ? undefined : mediaType;
}
