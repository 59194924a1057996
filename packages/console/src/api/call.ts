import { signal } from '@preact/signals';
import { root, session } from './address.js';
import type { Problem } from './types.js';

/** Whether the server needs a token: none was given yet, or it was wrong. */
export const needsToken = signal<'no' | 'first' | 'again'>('no');

/**
 * Exchanges the token for an HttpOnly cookie.
 *
 * @throws Error when the server cannot be reached
 */
export async function signIn(token: string): Promise<void> {
  const headers = { ...headersOf(), authorization: `Bearer ${token}` };
  const { ok } = await reach(session, { method: 'POST', headers });
  needsToken.value = ok ? 'no' : 'again';
}

/** Deletes the cookie and asks for a token again. */
export async function signOut(): Promise<void> {
  await reach(session, { method: 'DELETE', headers: headersOf() });
  location.reload();
}

export function askForToken(): void {
  if (needsToken.value === 'no') needsToken.value = 'first';
}

/** An error response of the control plane. */
class Refused extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    const [first] = problem.errors ?? [];
    super(first === undefined ? problem.detail : first.message);
    this.problem = problem;
  }
}

/** Headers of every call; the first one is required with the cookie. @param json whether the request has a body */
export function headersOf(json = false): Record<string, string> {
  return { 'x-understudy': 'console', ...(json ? { 'content-type': 'application/json' } : {}) };
}

/**
 * Calls the control plane.
 *
 * @param line method and path below `_sim/`, such as `POST clock/advance`
 * @param base the control plane; default: that of this sandbox
 * @throws Refused with the server's error message
 * @throws Error when the server cannot be reached
 */
export async function call<Answer>(line: string, body?: unknown, base = root): Promise<Answer> {
  const [method = 'GET', path = ''] = line.split(' ');
  const response = await reach(new URL(path === '' ? base.href.slice(0, -1) : path, base), {
    method,
    headers: headersOf(body !== undefined),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (response.status === 401) askForToken();
  if (!response.ok) throw new Refused(await problemOf(response));
  return response.status === 204 ? (undefined as Answer) : await response.json();
}

/** @throws Error when the server cannot be reached */
export async function reach(url: URL, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    if (init.signal?.aborted === true) throw error;
    throw new Error('The server is not responding. Is it still running?');
  }
}

async function problemOf(response: Response): Promise<Problem> {
  const { status, statusText } = response;
  try {
    return await response.json();
  } catch {
    return { type: 'about:blank', title: statusText, status, detail: `The server returned ${status} ${statusText}` };
  }
}
