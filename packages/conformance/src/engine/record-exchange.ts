import { decodeBody, type Operation, omitUndefined, type RequestParts } from '@understudy/contract';
import type { Redactor } from '../redactor.js';
import type { RedactedExchange } from '../results/exchange.js';
import type { HttpRequest, HttpResponse } from '../targets/target.js';
import type { BuiltRequest } from './built-request.js';
import { toFormPairs } from './multipart.js';

const longestBody = 8192;
/** Number of characters to drop before the truncation point, because a secret could start there. */
const unsureEnd = 4096;
/** Maximum number of characters to read from a body with many secrets. */
const maxRead = 1 << 20;

/** Times in milliseconds since 1970. */
export interface ExchangeTimes {
  started: number;
  ended: number;
}

/** Returns the redacted exchange for reports, with contract violations of the request. */
export function recordExchange(
  built: BuiltRequest,
  answer: HttpResponse | { error: string },
  { started, ended }: ExchangeTimes,
  redactor: Redactor,
): RedactedExchange {
  const { request, operation } = built;
  const exchange: RedactedExchange = {
    request: recordRequest(request, redactor),
    startedAt: new Date(started).toISOString(),
    durationMilliseconds: ended - started,
    requestNotes: operation === undefined ? [] : coverRequest(built, operation).map((note) => redactor.text(note)),
  };
  if (operation !== undefined) {
    exchange.api = operation.api;
    exchange.operationId = operation.operationId;
  }
  if ('error' in answer) exchange.error = redactor.text(answer.error);
  else {
    const headers = redactor.headers(answer.headers);
    if (answer.throttled !== undefined) exchange.throttled = answer.throttled;
    exchange.response = { status: answer.status, headers, ...recordBody(answer.body, redactor) };
    if (answer.recordedBytes !== undefined) {
      exchange.request.bodyBytes = answer.recordedBytes.request;
      exchange.response.bodyBytes = answer.recordedBytes.response;
    }
  }
  return exchange;
}

/** Returns the redacted request for reports. */
export function recordRequest(
  { method, headers, url, body }: HttpRequest,
  redactor: Redactor,
): RedactedExchange['request'] {
  return { method, headers: redactor.headers(headers), url: redactor.text(url), ...recordBody(body, redactor) };
}

function recordBody(bytes: Uint8Array | undefined, redactor: Redactor): { body?: string; bodyBytes: number } {
  if (bytes === undefined || bytes.byteLength === 0) return { bodyBytes: 0 };
  return { body: truncateBody(bytes, redactor), bodyBytes: bytes.byteLength };
}

/** Redacts a body before truncating it, so no part of a secret remains. */
function truncateBody(bytes: Uint8Array, redactor: Redactor): string {
  for (let read = longestBody * 2; ; read *= 4) {
    const text = new TextDecoder().decode(bytes.subarray(0, read * 4));
    const shown = redactor.text(text.slice(0, read));
    const isWhole = text.length <= read && bytes.byteLength <= read * 4;
    if (isWhole) return shown.length > longestBody ? `${shown.slice(0, longestBody)}…` : shown;
    const sure = shown.length - unsureEnd;
    if (sure >= longestBody || read >= maxRead) return `${shown.slice(0, Math.max(0, Math.min(sure, longestBody)))}…`;
  }
}

function coverRequest({ request, view }: BuiltRequest, operation: Operation): string[] {
  const { path, headers } = view.request;
  const mediaType = headers['content-type'];
  const query = new URL(request.url).searchParams;
  const parts: RequestParts = { path, query, headers, ...omitUndefined({ mediaType }) };
  const form = mediaType?.startsWith('multipart/form-data') === true ? toFormPairs(view.request.body) : undefined;
  if (form !== undefined) {
    parts.mediaType = 'multipart/form-data';
    parts.body = form;
  } else if (request.body !== undefined) {
    const decoded = decodeBody(request.body, mediaType);
    if ('finding' in decoded) return [decoded.finding.message];
    parts.body = decoded.value;
  }
  return operation.validateRequest(parts).findings.map((finding) => finding.message);
}
