import { capabilityNames } from '../arazzo/model.js';
import { advanceClock, readInfo } from './control.js';
import { createSandboxTarget } from './sandbox-target.js';
import { isLoopback, sendHttp } from './send-http.js';
import type { RequestGuard } from './target.js';
import { type HttpRequest, type HttpResponse, type Target, TargetUnreachableError, TransportError } from './target.js';

/** The required part of the object that `startSimulators()` returns. */
interface InProcessSimulators {
  url: string;
  fetch(request: Request): Promise<Response>;
  /** Sends a request without the Fetch API, if available. */
  exchange?(request: HttpRequest): Promise<HttpResponse>;
}

/**
 * Creates a target for the simulators of this process. Each workflow gets its own sandbox. Other requests go over HTTP,
 * to loopback only.
 */
export function createInProcessTarget(simulators: InProcessSimulators): Target {
  const baseUrl = simulators.url.replace(/\/$/, '');
  const target: Target = {
    name: 'in-process',
    baseUrl,
    capabilities: new Set(capabilityNames),
    send: (request) =>
      isBelow(request.url, baseUrl) ? sendInProcess(simulators, request) : sendHttp(request, guardElsewhere),
    wait: (milliseconds, signal) => advanceClock(target, milliseconds, signal),
    isolate: (name) => createSandboxTarget(target, name, {}),
    probe: async () => {
      if ((await readInfo(target.send, baseUrl)) === undefined)
        throw new TargetUnreachableError(baseUrl, 'GET /_sim did not respond like a simulator');
    },
  };
  return target;
}

const guardElsewhere: RequestGuard = ({ url }) =>
  isLoopback(url) ? undefined : 'its host is neither that of the simulators nor this machine';

function isBelow(url: string, baseUrl: string): boolean {
  return url === baseUrl || ['/', '?', '#'].some((next) => url.startsWith(baseUrl + next));
}

async function sendInProcess(simulators: InProcessSimulators, request: HttpRequest): Promise<HttpResponse> {
  try {
    const answer = simulators.exchange?.(request) ?? fetchResponse(simulators, request);
    return await rejectOnAbort(answer, request.signal);
  } catch (error) {
    throw new TransportError(request, error instanceof Error ? error.message : String(error));
  }
}

async function fetchResponse(
  simulators: InProcessSimulators,
  { url, method, headers, body }: HttpRequest,
): Promise<HttpResponse> {
  // The Fetch types require an unshared buffer.
  const init = body === undefined ? { method, headers } : { method, headers, body: new Uint8Array(body) };
  const response = await simulators.fetch(new Request(url, init));
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: new Uint8Array(await response.arrayBuffer()),
  };
}

/** Rejects if the signal is aborted. The simulators still finish the request, but its response is dropped. */
async function rejectOnAbort<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return await work;
  let stop = (): void => {};
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(new Error('it was cut off'));
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
  });
  return await Promise.race([work, aborted]).finally(() => signal.removeEventListener('abort', stop));
}
