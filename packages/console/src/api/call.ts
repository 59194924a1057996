import { signal } from '@preact/signals';
import { root } from './address.js';
import type { Problem } from './types.js';

const kept = 'understudy-control-token';

/** Whether the server has asked for its token: for the first time, or because the one it was given is wrong. */
export const needsToken = signal<'no' | 'first' | 'again'>('no');

/** The token goes with every call, and is forgotten with the tab. */
export function useToken(token: string): void {
  sessionStorage.setItem(kept, token);
  needsToken.value = 'no';
}

/** A token that was refused is forgotten. */
export function askForToken(): void {
  if (needsToken.value !== 'no') return;
  needsToken.value = sessionStorage.getItem(kept) === null ? 'first' : 'again';
  sessionStorage.removeItem(kept);
}

/** What the control plane has refused, in its own words. */
export class Refused extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    const [first] = problem.errors ?? [];
    super(first === undefined ? problem.detail : first.message);
    this.problem = problem;
  }
}

/** Headers of every call. @param json whether a body follows */
export function headersOf(json = false): Record<string, string> {
  const token = sessionStorage.getItem(kept);
  return {
    'x-understudy': 'console',
    ...(json ? { 'content-type': 'application/json' } : {}),
    ...(token === null ? {} : { authorization: `Bearer ${token}` }),
  };
}

/**
 * Calls the control plane of the sandbox that the page is about.
 *
 * @param line method and path below `_sim/`, as in `POST clock/advance`
 * @throws Refused with what the server says
 * @throws Error when the server cannot be reached
 */
export async function call<Answer>(line: string, body?: unknown): Promise<Answer> {
  const [method = 'GET', path = ''] = line.split(' ');
  const response = await reach(new URL(path === '' ? '_sim' : `_sim/${path}`, root), {
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
    throw new Error('The server does not answer. Is it still running?');
  }
}

async function problemOf(response: Response): Promise<Problem> {
  const { status, statusText } = response;
  try {
    return await response.json();
  } catch {
    return { type: 'about:blank', title: statusText, status, detail: `The server answered ${status} ${statusText}` };
  }
}
