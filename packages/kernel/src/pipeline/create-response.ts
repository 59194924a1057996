import { STATUS_CODES } from 'node:http';
import { parseJson, patchJson, stringifyJson } from '@understudy/contract';
import type { ErrorResult } from '../error-result.js';
import { isTransportFault } from '../faults/fault-rules.js';
import { isErrorResult, type SuccessResponse } from '../handlers.js';
import type { OutgoingResponse } from '../transport/incoming-request.js';
import { JsonStream, RawJson } from '../transport/json-stream.js';
import { createFitHeaders, listRequestFindings, reportsFit } from './request-fit.js';
import type { RequestState } from './request-state.js';

const json = 'application/json';
/** With this header, scripts can run in a page, but only at an opaque origin. */
const ownOrigin = 'sandbox allow-scripts allow-forms';

interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly mediaType: string | undefined;
  readonly showsStored?: boolean | undefined;
}

const noHeaders: Readonly<Record<string, string>> = Object.freeze({});

/**
 * Step 8: validates and encodes the response. Errors use the API's own format, except errors about the simulator, which
 * are Problem Details.
 */
export function createResponse(state: RequestState, result: SuccessResponse | ErrorResult): OutgoingResponse {
  const reply = isErrorResult(result) ? errorReply(state, result) : successReply(result);
  checkReply(state, reply);
  const response = toBytes(state, patchReply(state, reply));
  if (!reportsFit(state)) return response;
  return { ...response, headers: { ...response.headers, ...createFitHeaders(listRequestFindings(state, result)) } };
}

function successReply({ status, headers = noHeaders, body, showsStored }: SuccessResponse): Reply {
  const mediaType = body === undefined ? undefined : (headers['content-type'] ?? json);
  return { status, headers, body, mediaType, showsStored };
}

function errorReply({ simulator, sandbox, route, recorder }: RequestState, refusal: ErrorResult): Reply {
  recorder.refusal(refusal.code, refusal.message);
  if (refusal.problem !== undefined) return problemReply(refusal);
  const envelope = simulator.envelope(refusal, {
    operationId: route?.operation.operationId,
    now: sandbox?.clock.now() ?? new Date(0),
    ids: sandbox?.ids ?? { next: () => '00000000-0000-4000-8000-000000000000' },
  });
  const { body, mediaType, status = refusal.status } = envelope;
  return { status, headers: { ...refusal.headers, ...envelope.headers }, body, mediaType };
}

function problemReply({ status, code, message, headers = noHeaders, problem }: ErrorResult): Reply {
  const title = STATUS_CODES[status] ?? 'Error';
  const body = { type: `urn:understudy:problem:${code}`, title, status, detail: message, ...problem };
  return { status, headers, body, mediaType: 'application/problem+json' };
}

/** Applies a fault rule's patch to a success response. */
function patchReply({ fault, recorder }: RequestState, reply: Reply): Reply {
  if (fault?.patch === undefined || reply.status >= 400) return reply;
  const { body, mediaType = '' } = reply;
  try {
    if (!mediaType.includes('json') || isSendable(body)) throw new Error('the response is not a JSON value');
    const value = patchJson(fault.patch, body instanceof RawJson ? parseJson(body.text) : body);
    return {
      ...reply,
      status: fault.status ?? reply.status,
      body: typeof value === 'string' ? new RawJson(stringifyJson(value)) : value,
    };
  } catch (error) {
    recorder.error(
      `The patch of the rule does not apply to this response: ${error instanceof Error ? error.message : error}`,
    );
    return reply;
  }
}

/** Validates a response. A violation is a defect of the simulator. */
function checkReply(
  { route, fault, recorder, server, simulator }: RequestState,
  { status, headers, body, mediaType, showsStored }: Reply,
): void {
  // Responses for unknown paths and injected faults are undocumented.
  if (route === undefined || fault !== undefined || simulator.isUnchecked || body instanceof JsonStream) return;
  const checked = body instanceof RawJson ? body.checkedValue() : { value: body };
  if (checked === undefined) return;
  const { value } = checked;
  const findings = route.operation.validateResponse({
    status,
    headers: headers === noHeaders ? noHeaders : lowerCase(headers, mediaType),
    // Descriptions declare streams as text.
    body: isStreamed(value) ? '' : value,
    empty: value === undefined,
    mediaType,
  });
  if (findings.length === 0) return;
  const text = findings.map(({ message }) => message).join('; ');
  if (showsStored === true && findings.every(({ pointer }) => pointer.startsWith('/body'))) {
    recorder.note(`The response shows what is stored, which does not fit the description: ${text}`);
    return;
  }
  recorder.error(`The simulator's response violates the contract: ${text}`);
  server.onDefect(new Error(text), `answer ${status} of ${route.operation.operationId}`);
}

function toBytes(state: RequestState, { status, headers: given, body, mediaType }: Reply): OutgoingResponse {
  const { recorder, fault } = state;
  // Spreading an empty object is slow, and most responses have no headers.
  const headers: Record<string, string> = given === noHeaders ? {} : { ...given };
  if (recorder.entry !== undefined) headers['x-request-id'] = String(recorder.entry.seq);
  let sent: OutgoingResponse['body'];
  if (body !== undefined && mediaType !== undefined) {
    // Bytes are sent unchanged.
    headers['content-type'] = body instanceof Uint8Array ? mediaType : withCharset(mediaType);
    sent = body instanceof RawJson ? body.text : isSendable(body) ? body : stringifyJson(body);
  }
  if (state.request.method === 'HEAD' && (typeof sent === 'string' || sent instanceof Uint8Array)) {
    headers['content-length'] = String(Buffer.byteLength(sent));
    sent = undefined;
  }
  // Added last, because fault rules override headers.
  if (fault?.headers !== undefined) Object.assign(headers, fault.headers);
  isolateOrigin(headers, mediaType, state);
  const transportFault = fault !== undefined && isTransportFault(fault) ? fault : undefined;
  return { status, headers, body: sent, transportFault };
}

/**
 * Prevents browsers from guessing media types and from running scripts at the server's origin, which the console
 * shares. Control plane pages have their own policies. PDF viewers do not work in a sandboxed page.
 */
function isolateOrigin(
  headers: Record<string, string>,
  mediaType: string | undefined,
  { route, fault, simulator }: RequestState,
): void {
  headers['x-content-type-options'] = 'nosniff';
  const { 'content-security-policy': own } = headers;
  if (own !== undefined && simulator.hasOwnPages === true && fault === undefined) return;
  if (route?.isControl === true) headers['content-security-policy'] ??= ownOrigin;
  else if (fault !== undefined || mediaType !== 'application/pdf') {
    headers['content-security-policy'] = own === undefined ? ownOrigin : `${own}, ${ownOrigin}`;
  }
}

function isStreamed(body: unknown): body is AsyncIterable<string> {
  return typeof body === 'object' && body !== null && Symbol.asyncIterator in body;
}

function lowerCase(headers: Readonly<Record<string, string>>, mediaType: string | undefined): Record<string, string> {
  const result: Record<string, string> = {};
  for (const name in headers) result[name.toLowerCase()] = headers[name] ?? '';
  if (mediaType !== undefined) result['content-type'] = mediaType;
  return result;
}

function withCharset(mediaType: string): string {
  if (mediaType === json) return 'application/json; charset=utf-8';
  return mediaType.includes('charset') || !isText(mediaType) ? mediaType : `${mediaType}; charset=utf-8`;
}

function isSendable(body: unknown): body is string | Uint8Array | AsyncIterable<string> {
  return typeof body === 'string' || body instanceof Uint8Array || isStreamed(body);
}

function isText(mediaType: string): boolean {
  return mediaType.includes('json') || mediaType.includes('xml') || mediaType.startsWith('text/');
}
