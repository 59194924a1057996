import { syncBuiltinESMExports } from 'node:module';
import { omitUndefined } from '@understudy/contract';
import type { ResolvedWorkflow } from '../arazzo/resolve.js';
import { toWorkflowKey } from '../arazzo/resolve.js';
import {
  type HttpRequest,
  type HttpResponse,
  type IsolatedTarget,
  RequestRejectedError,
  type Target,
  TransportError,
} from '../targets/target.js';
import { readPlaceholders, restoreAll, restoreBody, restoreText } from './placeholders.js';
import type { RecordedExchange, RecordedFailure, RunRecording } from './recording.js';
import { toServerKey } from './recording-target.js';

/**
 * Creates a target that replays a recording and disables HTTP in this process until it is closed. Each exchange is
 * served once to its workflow, in order. Other requests receive no response.
 *
 * @returns the target, and a function that restores network access
 */
export async function createReplayTarget(
  name: string,
  { facts, exchanges }: RunRecording,
): Promise<{ target: Target; close(): void }> {
  const { default: nock } = await import('nock');
  if (!nock.isActive()) nock.activate();
  nock.disableNetConnect();
  // Code that imported `request` by name would bypass nock.
  syncBuiltinESMExports();
  const left = new Map(Object.entries(exchanges).map(([workflow, list]) => [workflow, [...list]]));
  const recorded = new Map(facts.workflows.map((workflow) => [workflow.name, workflow]));
  /** Values of placeholders in this replay. */
  const meant = new Map<string, string>();

  async function send(workflow: string, request: HttpRequest): Promise<HttpResponse> {
    const exchange = takeAnswer(left.get(workflow) ?? [], request, meant);
    if (exchange === undefined) {
      const why = `the recording ${name} has no response left for this request; record the run again`;
      throw new TransportError(request, why);
    }
    if ('error' in exchange) throw failureOf(exchange, request, restoreText(exchange.error, meant));
    const { status, throttled, rawHeaders, bytes } = exchange;
    const headers = restoreAll(rawHeaders, meant);
    return omitUndefined({ status, headers, body: restoreBody(exchange, meant), recordedBytes: bytes, throttled });
  }

  const viewOf = (workflow: string): Target => {
    const target: Target = {
      name: facts.target,
      baseUrl: facts.baseUrl,
      capabilities: new Set(facts.capabilities),
      restricted: facts.restricted,
      concurrency: facts.jobs,
      baseUrlOf: (source, call) => facts.servers[toServerKey(source, call)],
      inputsFor: (item) => facts.inputs[keyOf(item)] ?? {},
      whyNot(item) {
        const known = recorded.get(keyOf(item));
        return known === undefined ? `the recording ${name} does not contain this workflow` : known.skipped;
      },
      ...(facts.preflight === undefined
        ? {}
        : { preflight: async () => facts.preflight ?? { findings: [], apis: {} } }),
      forWorkflow: (item) => viewOf(keyOf(item)),
      send: (request) => send(workflow, request),
      // The next response is known, so no time passes.
      wait: async () => {},
      probe: async () => {},
    };
    if (Object.keys(facts.worlds).length === 0) return target;
    return {
      ...target,
      async isolate(wanted): Promise<IsolatedTarget> {
        const baseUrl = facts.worlds[wanted];
        if (baseUrl === undefined)
          throw new Error(`The recording ${name} has no workflow in the sandbox ${wanted}; record the run again.`);
        return { ...target, baseUrl, dispose: async () => {} };
      },
    };
  };
  return {
    target: viewOf(''),
    close() {
      nock.cleanAll();
      nock.enableNetConnect();
      nock.restore();
      syncBuiltinESMExports();
    },
  };
}

function keyOf({ file, workflow }: ResolvedWorkflow): string {
  return toWorkflowKey(file.file, workflow.workflowId);
}

function failureOf({ refused }: RecordedFailure, request: HttpRequest, message: string): TransportError {
  const error = refused === true ? new RequestRejectedError(request, '') : new TransportError(request, '');
  error.message = message;
  return error;
}

/** Removes the next matching exchange from the list and learns its placeholders. */
function takeAnswer(
  list: (RecordedExchange | RecordedFailure)[],
  request: HttpRequest,
  meant: Map<string, string>,
): RecordedExchange | RecordedFailure | undefined {
  const { origin } = new URL(request.url);
  const path = request.url.slice(origin.length);
  const body = request.body === undefined ? '' : new TextDecoder().decode(request.body);
  for (const [index, exchange] of list.entries()) {
    if (exchange.scope !== origin || exchange.method !== request.method) continue;
    const [ofPath, ofBody] = [readPlaceholders(exchange.path, path), readPlaceholders(exchange.body, body)];
    if (ofPath === undefined || ofBody === undefined) continue;
    for (const [mark, value] of [...ofPath, ...ofBody]) meant.set(mark, value);
    list.splice(index, 1);
    return exchange;
  }
  return undefined;
}
