import { syncBuiltinESMExports } from 'node:module';
import { sendHttp } from '../targets/send-http.js';
import {
  type HttpRequest,
  type HttpResponse,
  type IsolatedTarget,
  type Target,
  TransportError,
} from '../targets/target.js';
import { readPlaceholders } from './pseudonyms.js';
import { inputsKey, serverKey } from './record-target.js';
import type { RecordedExchange, Recording } from './recording.js';

/** A target that answers from a recording. */
export interface ReplayTarget {
  readonly target: Target;
  /** Opens the network again. */
  close(): void;
}

/**
 * Serves a recording. From now on this process reaches nothing over HTTP but what was recorded, until it is closed. Each
 * exchange is served once, in its order; a request that was not recorded gets no response.
 */
export async function replayTarget(name: string, { facts, exchanges }: Recording): Promise<ReplayTarget> {
  const { default: nock } = await import('nock');
  if (!nock.isActive()) nock.activate();
  nock.disableNetConnect();
  // Whoever has imported `request` by name would go on past nock.
  syncBuiltinESMExports();
  const left = new Map(Object.entries(exchanges).map(([world, list]) => [world, [...list]]));
  /** What placeholders stand for in this replay. */
  const meant = new Map<string, string>();
  let turn: Promise<unknown> = Promise.resolve();

  function send(world: string, request: HttpRequest): Promise<HttpResponse> {
    const answer = turn.then(() => serve(world, request));
    turn = answer.catch(() => undefined);
    return answer;
  }

  async function serve(world: string, request: HttpRequest): Promise<HttpResponse> {
    const exchange = take(left.get(world) ?? [], request, meant);
    if (exchange === undefined) {
      throw new TransportError(request, `the recording ${name} has no (further) answer to it; record it anew`);
    }
    const { origin } = new URL(request.url);
    const body = bodyOf(exchange, meant);
    nock(origin)
      .intercept(() => true, request.method)
      .reply(exchange.status, body, restoreAll(exchange.rawHeaders, meant));
    try {
      // Nothing gets past nock.
      return await sendHttp(request, () => undefined);
    } finally {
      nock.cleanAll();
    }
  }

  const worldTarget = (baseUrl: string): IsolatedTarget => ({
    ...target,
    baseUrl,
    send: (request) => send(baseUrl, request),
    dispose: async () => {},
  });
  const isolate = async (wanted: string): Promise<IsolatedTarget> => {
    const baseUrl = facts.worlds[wanted];
    if (baseUrl === undefined)
      throw new Error(`The recording ${name} has no workflow in the world ${wanted}; record it anew.`);
    return worldTarget(baseUrl);
  };
  const target: Target = {
    name: `recording:${name}`,
    baseUrl: facts.baseUrl,
    capabilities: new Set(facts.capabilities),
    // Nothing can be changed there.
    restricted: false,
    baseUrlOf: (source, call) => facts.servers[serverKey(source, call)],
    inputsFor: ({ file, workflow }) => facts.inputs[inputsKey(file.file, workflow.workflowId)] ?? {},
    send: (request) => send(facts.baseUrl, request),
    // Nothing has to be waited for: what comes next is known.
    wait: async () => {},
    ...(Object.keys(facts.worlds).length === 0 ? {} : { isolate }),
    probe: async () => {},
  };
  return {
    target,
    close() {
      nock.cleanAll();
      nock.enableNetConnect();
      nock.restore();
      syncBuiltinESMExports();
    },
  };
}

/** Takes the next exchange that fits a request out of the list, and learns what its placeholders stand for. */
function take(
  list: RecordedExchange[],
  request: HttpRequest,
  meant: Map<string, string>,
): RecordedExchange | undefined {
  const { origin } = new URL(request.url);
  const path = request.url.slice(origin.length);
  const body = request.body === undefined ? '' : new TextDecoder().decode(request.body);
  for (const [index, exchange] of list.entries()) {
    if (exchange.scope !== origin || exchange.method !== request.method) continue;
    const learned = [readPlaceholders(exchange.path, path), readPlaceholders(exchange.body, body)];
    const [ofPath, ofBody] = learned;
    if (ofPath === undefined || ofBody === undefined) continue;
    for (const [mark, value] of [...ofPath, ...ofBody]) meant.set(mark, value);
    list.splice(index, 1);
    return exchange;
  }
  return undefined;
}

function bodyOf({ response, responseIsBinary }: RecordedExchange, meant: ReadonlyMap<string, string>): Buffer {
  if (responseIsBinary === true) return Buffer.from(String(response), 'hex');
  const text = typeof response === 'string' ? response : JSON.stringify(response);
  return Buffer.from(restore(text, meant, typeof response !== 'string'));
}

function restoreAll(
  headers: Readonly<Record<string, string>>,
  meant: ReadonlyMap<string, string>,
): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, restore(value, meant, false)]));
}

/** Puts back what the requests have sent; what only the server knew stays a placeholder. */
function restore(text: string, meant: ReadonlyMap<string, string>, json: boolean): string {
  return text.replace(/redacted-\d+/g, (mark) => {
    const value = meant.get(mark);
    if (value === undefined) return mark;
    return json ? JSON.stringify(value).slice(1, -1) : value;
  });
}
