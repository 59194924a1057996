import { isObject, parseJson, stringifyJson } from '@understudy/contract';
import type { HttpRequest, HttpResponse, Target } from './target.js';

/** Settings for the sandboxes of workflows. */
export interface SandboxOptions {
  /** The instant at which every sandbox clock starts. */
  at?: string;
}

type Send = (request: HttpRequest) => Promise<HttpResponse>;

/** Calls the control plane of a simulator. @throws Error unless the status is 2xx */
export async function callControl(send: Send, method: string, url: string, body?: unknown): Promise<unknown> {
  const response = await requestControl(send, method, url, body);
  if (response.status >= 200 && response.status < 300) return response.body;
  throw new Error(`${method} ${url} answered ${response.status}: ${stringifyJson(response.body)}`);
}

/** Calls the control plane and returns any status. */
export async function requestControl(
  send: Send,
  method: string,
  url: string,
  body?: unknown,
): Promise<{ status: number; body: unknown }> {
  const headers: Record<string, string> = { accept: 'application/json' };
  const request: HttpRequest = { method, url, headers };
  if (body !== undefined) {
    headers['content-type'] = 'application/json';
    request.body = new TextEncoder().encode(stringifyJson(body));
  }
  const response = await send(request);
  return { status: response.status, body: parse(response.body) };
}

/** Reads `GET /_sim` from an Understudy server. */
export async function readInfo(send: Send, baseUrl: string): Promise<{ clockMode: string; url: string } | undefined> {
  const { status, body } = await requestControl(send, 'GET', `${baseUrl}/_sim`);
  if (status !== 200 || !isObject(body) || typeof body.sandbox !== 'string' || !Array.isArray(body.apis))
    return undefined;
  const clock = body.clock;
  return {
    clockMode: isObject(clock) ? String(clock.mode) : 'real',
    url: typeof body.url === 'string' ? body.url : baseUrl,
  };
}

/** Advances a simulator's clock. */
export async function advanceClock(
  target: Pick<Target, 'send' | 'baseUrl'>,
  milliseconds: number,
  signal?: AbortSignal,
): Promise<void> {
  if (milliseconds <= 0) return;
  const url = `${target.baseUrl}/_sim/clock/advance`;
  const send: Send = (request) => target.send({ ...request, signal });
  await callControl(send, 'POST', url, { by: `PT${milliseconds / 1000}S` });
}

function parse(bytes: Uint8Array): unknown {
  const text = new TextDecoder().decode(bytes);
  try {
    return text === '' ? undefined : parseJson(text);
  } catch {
    return text;
  }
}
