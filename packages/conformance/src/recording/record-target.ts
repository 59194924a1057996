import type { Call, HttpRequest, HttpResponse, IsolatedTarget, Target } from '../targets/target.js';
import { Pseudonyms } from './pseudonyms.js';
import type { RecordedExchange, Recording } from './recording.js';

/** A target whose traffic is kept. */
export interface RecordingTarget {
  readonly target: Target;
  /** What was recorded so far, without secrets. */
  recording(): Recording;
}

interface Kept {
  world: string;
  request: HttpRequest;
  response: HttpResponse;
}

/**
 * Records what goes to a target and what comes back. Secrets are taken out when the recording is asked for, so that one
 * that is met late is taken out of what came before it too.
 *
 * @param secrets known beforehand, besides those found by where they stand
 */
export function recordTarget(root: Target, secrets: readonly string[] = []): RecordingTarget {
  const kept: Kept[] = [];
  const worlds: Record<string, string> = {};
  const inputs: Record<string, Record<string, unknown>> = {};
  const servers: Record<string, string> = {};

  async function send(target: Target, request: HttpRequest): Promise<HttpResponse> {
    const response = await target.send(request);
    kept.push({ world: target.baseUrl, request, response });
    return response;
  }

  const { inputsFor } = root;
  const target: Target = {
    name: root.name,
    baseUrl: root.baseUrl,
    get capabilities() {
      return root.capabilities;
    },
    get restricted() {
      return root.restricted ?? root.capabilities.size === 0;
    },
    ...(root.concurrency === undefined ? {} : { concurrency: root.concurrency }),
    baseUrlOf(source, call) {
      const url = root.baseUrlOf?.(source, call);
      if (url !== undefined) servers[serverKey(source, call)] = url;
      return url;
    },
    ...(root.whyNot === undefined ? {} : { whyNot: (item) => root.whyNot?.(item) }),
    ...(inputsFor === undefined
      ? {}
      : {
          inputsFor(item) {
            const given = inputsFor.call(root, item);
            inputs[inputsKey(item.file.file, item.workflow.workflowId)] = given;
            return given;
          },
        }),
    get isolate() {
      const { isolate } = root;
      if (isolate === undefined) return undefined;
      return async (name: string): Promise<IsolatedTarget> => {
        const world = await isolate(name);
        worlds[name] = world.baseUrl;
        return { ...world, send: (request) => send(world, request) };
      };
    },
    send: (request) => send(root, request),
    wait: (milliseconds, signal) => root.wait(milliseconds, signal),
    probe: (signal) => root.probe(signal),
  };

  return {
    target,
    recording() {
      const pseudonyms = new Pseudonyms(secrets);
      // Twice: a secret may be met after it was sent.
      for (const one of kept) toRecorded(one, pseudonyms);
      const exchanges: Record<string, RecordedExchange[]> = {};
      for (const one of kept) {
        const list = exchanges[one.world] ?? [];
        exchanges[one.world] = list;
        list.push(toRecorded(one, pseudonyms));
      }
      const safe: typeof inputs = JSON.parse(pseudonyms.text(JSON.stringify(inputs)));
      const capabilities = [...root.capabilities];
      const facts = {
        format: 1 as const,
        target: root.name,
        baseUrl: root.baseUrl,
        capabilities,
        servers,
        worlds,
        inputs: safe,
      };
      return { facts, exchanges };
    },
  };
}

/** How the address of a call is found again: it may depend on the scenario's API and on the operation. */
export function serverKey(source: string, { api = '', operation }: Call = {}): string {
  return [source, api, operation?.operationId ?? ''].join(' ');
}

/** How the inputs of a workflow are found again. */
export function inputsKey(file: string, workflowId: string): string {
  return `${file.split(/[\\/]/).slice(-2).join('/')}#${workflowId}`;
}

/** Headers that are of one connection. */
const passing = new Set(['content-length', 'transfer-encoding', 'connection', 'keep-alive', 'date']);

function toRecorded({ request, response }: Kept, pseudonyms: Pseudonyms): RecordedExchange {
  const { origin } = new URL(request.url);
  const headers = Object.entries(response.headers).filter(([name]) => !passing.has(name.toLowerCase()));
  pseudonyms.headers(request.headers);
  return {
    scope: origin,
    method: request.method,
    path: pseudonyms.text(request.url.slice(origin.length)),
    body: pseudonyms.text(request.body === undefined ? '' : new TextDecoder().decode(request.body)),
    status: response.status,
    ...recordBody(response.body, pseudonyms),
    rawHeaders: pseudonyms.headers(Object.fromEntries(headers)),
  };
}

function recordBody(
  bytes: Uint8Array,
  pseudonyms: Pseudonyms,
): Pick<RecordedExchange, 'response' | 'responseIsBinary'> {
  const decoded = new TextDecoder().decode(bytes);
  if (decoded.includes('\uFFFD')) {
    // Read byte by byte: a secret in an answer that is no UTF-8 is a secret still.
    const safe = Buffer.from(pseudonyms.text(Buffer.from(bytes).toString('latin1')), 'latin1');
    return { response: safe.toString('hex'), responseIsBinary: true };
  }
  const text = pseudonyms.text(decoded);
  try {
    const value: unknown = JSON.parse(text);
    // Only what is written again as it was read.
    if (typeof value === 'object' && value !== null && JSON.stringify(value) === text) return { response: value };
  } catch {
    // It is no JSON.
  }
  return { response: text };
}
