import { signal } from '@preact/signals';
import { controlUrl, namedSandbox, sessionUrl } from './address.js';
import type { ProblemDetails } from './types.js';

/** Whether the server needs a token: `first` if none was given yet, `again` if it was wrong. */
export const tokenPrompt = signal<'no' | 'first' | 'again'>('no');

/**
 * Exchanges the token for an HttpOnly cookie.
 *
 * @throws Error when the server cannot be reached
 */
export async function signIn(token: string): Promise<void> {
  const headers = { ...createHeaders(), authorization: `Bearer ${token}` };
  const { ok } = await fetchOrThrow(sessionUrl, { method: 'POST', headers });
  tokenPrompt.value = ok ? 'no' : 'again';
}

/** Deletes the cookie and asks for a token again. */
export async function signOut(): Promise<void> {
  await fetchOrThrow(sessionUrl, { method: 'DELETE', headers: createHeaders() });
  location.reload();
}

/** True if this page's sandbox was deleted. Calls from the page do not recreate it. */
export const isSandboxDeleted = signal(false);
/** Broadcast channel that notifies the other tabs of this browser about changes. */
export const changeChannel = 'understudy';
const changes = new BroadcastChannel(changeChannel);
/** True if the last call got no response. */
export const isUnreachable = signal(false);

export function askForToken(): void {
  if (tokenPrompt.value === 'no') tokenPrompt.value = 'first';
}

/** An error response of the control plane. */
export class Refused extends Error {
  readonly problem: ProblemDetails;

  constructor(problem: ProblemDetails) {
    const [first] = problem.errors ?? [];
    super(first === undefined ? problem.detail : first.message);
    this.problem = problem;
  }
}

/**
 * Creates the headers of a call. Requests with the cookie require `x-understudy`.
 *
 * @param json whether the body is JSON
 */
export function createHeaders(json = false): Record<string, string> {
  return { 'x-understudy': 'console', ...(json ? { 'content-type': 'application/json' } : {}) };
}

/**
 * Calls the control plane.
 *
 * @param line method and path under `_sim/`, such as `POST clock/advance`
 * @param base the control plane, by default the one of this sandbox
 * @throws Refused with the server's error message
 * @throws Error when the server cannot be reached
 */
export async function callControl<Answer>(line: string, body?: unknown, base = controlUrl): Promise<Answer> {
  const [method = 'GET', path = ''] = line.split(' ');
  const response = await fetchOrThrow(new URL(path === '' ? base.href.slice(0, -1) : path, base), {
    method,
    headers: createHeaders(body !== undefined),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (response.status === 401) askForToken();
  if (!response.ok) throw await refusalOf(response);
  const isPreview = path.includes('dryRun=true');
  if (method !== 'GET' && !isPreview) changes.postMessage(base.href);
  return response.status === 204 ? (undefined as Answer) : await response.json();
}

/** Returns the error of a response, and records if the sandbox was deleted. */
export async function refusalOf(response: Response): Promise<Refused> {
  const problem = await problemOf(response);
  if (problem.type.endsWith(':unknown-sandbox') && response.url.startsWith(controlUrl.href))
    isSandboxDeleted.value = namedSandbox !== undefined;
  return new Refused(problem);
}

/** Returns the matching requests as HAR. @param query query of `listJournal`, whose `type` is ignored */
export async function archiveOf(query: URLSearchParams): Promise<string> {
  query.delete('type');
  return JSON.stringify(await callControl(`GET journal.har?${query}`), undefined, 2);
}

/** Returns the matching requests as an Arazzo scenario. @param query query of `listJournal`, whose `type` is ignored */
export async function scenarioOf(query: URLSearchParams): Promise<string> {
  query.delete('type');
  const response = await fetchOrThrow(new URL(`journal.arazzo.yaml?${query}`, controlUrl), {
    headers: createHeaders(false),
  });
  if (!response.ok) throw await refusalOf(response);
  return await response.text();
}

/** @throws Error when the server cannot be reached */
export async function fetchOrThrow(url: URL, init: RequestInit): Promise<Response> {
  try {
    const response = await fetch(url, init);
    isUnreachable.value = false;
    return response;
  } catch (error) {
    if (init.signal?.aborted === true) throw error;
    isUnreachable.value = true;
    throw new Error('The server is not responding. Is it still running?');
  }
}

async function problemOf(response: Response): Promise<ProblemDetails> {
  const { status, statusText } = response;
  try {
    return await response.json();
  } catch {
    return { type: 'about:blank', title: statusText, status, detail: `The server returned ${status} ${statusText}` };
  }
}
