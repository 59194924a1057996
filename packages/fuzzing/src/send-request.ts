import { decodeBody, membersOf, type Operation } from '@understudy/contract';
import { setRealTimeAlarm } from '@understudy/kernel';
import type { GeneratedRequest } from './generated-request.js';

/** A complete response. */
export interface ReceivedResponse {
  readonly address: URL;
  readonly sentBody: Uint8Array | undefined;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly mediaType: string | undefined;
  readonly bytes: Uint8Array;
  readonly body: unknown;
}

/** Sends requests to a server or in process. */
export interface Sender {
  fetch(address: string, init?: RequestInit): Promise<Response>;
  /** Waits as long as a 429 response specifies. Returns true if the request should be sent again. */
  waitAfter429?(retryAfter: string | undefined): Promise<boolean>;
}

/** Maximum number of repetitions, because a server can count requests over a longer period than it states. */
const mostRepetitions = 3;

/**
 * Sends a request in process and reads the response, or the start of an endless one.
 *
 * @param timeoutMs milliseconds
 * @throws Error after the timeout
 */
export async function sendRequest(
  sender: Sender,
  url: string,
  operation: Pick<Operation, 'method' | 'path'>,
  request: GeneratedRequest,
  timeoutMs = 5000,
): Promise<ReceivedResponse> {
  const path = fillPath(operation, request);
  const query = request.query.map((pair) => pair.map(encodeURIComponent).join('=')).join('&');
  const target = `${path}${query === '' ? '' : `?${query}`}`;
  const { headers, body } = request;
  return await sendWritten({ ...sender, url, timeoutMs }, operation.method, { target, headers, body });
}

/** A request in the form in which it is sent. */
interface WrittenRequest {
  /** Path and query. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array<ArrayBuffer> | undefined;
}

/** @throws Error after the timeout, by default 5000 ms */
export async function sendWritten(
  sender: Sender & { url: string; timeoutMs?: number },
  method: string,
  request: WrittenRequest,
): Promise<ReceivedResponse> {
  for (let repetitions = 0; ; repetitions += 1) {
    const received = await sendOnce(sender, method, request);
    const mayRepeat = received.status === 429 && repetitions < mostRepetitions;
    if (!mayRepeat || (await sender.waitAfter429?.(received.headers['retry-after'])) !== true) return received;
  }
}

async function sendOnce(
  { fetch: send, url, timeoutMs = 5000 }: Sender & { url: string; timeoutMs?: number },
  method: string,
  request: WrittenRequest,
): Promise<ReceivedResponse> {
  const address = new URL(`${url}${request.target}`);
  // The Fetch API sends no body with GET and HEAD.
  const body = /^(?:GET|HEAD)$/.test(method) ? undefined : request.body;
  const calledOff = new AbortController();
  const { signal } = calledOff;
  const init = { method, headers: request.headers, signal, ...(body === undefined ? {} : { body }) };
  let callOff = (): void => {};
  const tooLate = new Promise<never>((_resolve, reject) => {
    callOff = setRealTimeAlarm(timeoutMs, () => {
      reject(new Error(`no answer within ${timeoutMs} ms`));
      // An open connection would keep the process running.
      calledOff.abort();
    });
  });
  try {
    const attempt = () => send(address.href, init);
    const again = (error: unknown) => (isIdleClose(error) ? attempt() : Promise.reject(error));
    const response = await Promise.race([attempt().catch(again), tooLate]);
    const mediaType = response.headers.get('content-type') ?? undefined;
    const bytes = await Promise.race([readBody(response, mediaType), tooLate]);
    return {
      address,
      sentBody: body,
      status: response.status,
      headers: Object.fromEntries(response.headers),
      mediaType,
      bytes,
      body: bodyOf(bytes, mediaType),
    };
  } finally {
    callOff();
  }
}

/** True if a connection was closed before a response. A server can close an idle connection at the same time. */
function isIdleClose(error: unknown): boolean {
  const { code } = membersOf(error instanceof Error ? error.cause : undefined);
  return code === 'ECONNRESET' || code === 'EPIPE' || code === 'UND_ERR_SOCKET';
}

export function fillPath(
  operation: Pick<Operation, 'path'>,
  request: Pick<GeneratedRequest, 'template' | 'path'>,
): string {
  const template = request.template ?? operation.path;
  return template.replaceAll(/\{([^{}]+)\}/g, (_whole, name: string) => encodeURIComponent(request.path[name] ?? ''));
}

async function readBody(response: Response, mediaType: string | undefined): Promise<Uint8Array> {
  if (mediaType?.startsWith('text/event-stream') !== true || response.body === null)
    return new Uint8Array(await response.arrayBuffer());
  const reader = response.body.getReader();
  const { value } = await reader.read();
  await reader.cancel();
  return value ?? new Uint8Array();
}

function bodyOf(bytes: Uint8Array, mediaType: string | undefined): unknown {
  const decoded = decodeBody(bytes, mediaType);
  return 'value' in decoded ? decoded.value : new TextDecoder().decode(bytes);
}
