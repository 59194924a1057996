import { type OpenApiDocument, omitUndefined, parseJson, stringifyJson } from '@understudy/contract';
import { toWorkflowKey } from '../arazzo/resolve.js';
import { createRedactor, type Redactor } from '../redactor.js';
import type { RunResult } from '../results/result.js';
import type { PreflightResult } from '../targets/target.js';
import {
  extendTarget,
  type HttpRequest,
  type HttpResponse,
  isRestricted,
  RequestRejectedError,
  type Target,
  type TargetCall,
  TransportError,
} from '../targets/target.js';
import type { RecordedExchange, RecordedFailure, RecordedRunOptions, RunRecording } from './recording.js';
import { redactBody } from './redact-body.js';

interface RecordingTarget {
  readonly target: Target;
  /** Returns the recording without secrets. */
  recording(
    run: Pick<RunResult, 'workflows' | 'jobs' | 'runId'>,
    options: RecordedRunOptions,
    descriptions?: Readonly<Record<string, OpenApiDocument>>,
  ): RunRecording;
}

interface Kept {
  workflow: string;
  request: HttpRequest;
  outcome: HttpResponse | TransportError;
}

/**
 * Records the traffic of a target. Secrets are redacted at the end, so secrets discovered later are also redacted in
 * earlier messages.
 *
 * @param secrets known secrets
 */
export function createRecordingTarget(root: Target, secrets: readonly string[] = []): RecordingTarget {
  const kept: Kept[] = [];
  const worlds: Record<string, string> = {};
  const inputs: Record<string, Record<string, unknown>> = {};
  const servers: Record<string, string> = {};
  let preflight: PreflightResult | undefined;

  async function send(target: Target, request: HttpRequest, workflow: string): Promise<HttpResponse> {
    const keep = (outcome: Kept['outcome']) => kept.push({ workflow, request, outcome });
    try {
      const response = await target.send(request);
      keep(response);
      return response;
    } catch (error) {
      if (error instanceof TransportError) keep(error);
      throw error;
    }
  }

  const viewOf = (workflow: string): Target =>
    extendTarget(root, {
      baseUrlOf(source, call) {
        const url = root.baseUrlOf?.(source, call);
        if (url !== undefined) servers[toServerKey(source, call)] = url;
        return url;
      },
      ...(root.preflight && {
        async preflight(items, signal) {
          preflight = await root.preflight?.(items, signal);
          return preflight ?? { findings: [], apis: {} };
        },
      }),
      ...(root.inputsFor && {
        inputsFor(item) {
          const given = root.inputsFor?.(item) ?? {};
          inputs[toWorkflowKey(item.file.file, item.workflow.workflowId)] = given;
          return given;
        },
      }),
      get isolate() {
        const { isolate } = root;
        return (
          isolate &&
          (async (name: string) => {
            const isolated = await isolate(name);
            worlds[name] = isolated.baseUrl;
            return { ...isolated, send: (request: HttpRequest) => send(isolated, request, workflow) };
          })
        );
      },
      forWorkflow: ({ file, workflow: { workflowId } }) => viewOf(toWorkflowKey(file.file, workflowId)),
      send: (request) => send(root, request, workflow),
    });
  return {
    target: viewOf(''),
    recording(run, options, descriptions = {}) {
      const pseudonyms = createRedactor(secrets, { isNumbered: true });
      // Redacted twice, because a secret can be discovered after it was sent.
      for (const one of kept) toRecorded(one, pseudonyms);
      const exchanges: RunRecording['exchanges'] = {};
      for (const one of kept) {
        const list = exchanges[one.workflow] ?? [];
        exchanges[one.workflow] = list;
        list.push(toRecorded(one, pseudonyms));
      }
      const safe: { inputs: typeof inputs; options: RecordedRunOptions; preflight?: PreflightResult } = parseJson(
        pseudonyms.text(stringifyJson({ inputs, options, preflight })),
      );
      const facts = omitUndefined({
        ...{ format: 2 as const, target: root.name, runId: run.runId, baseUrl: root.baseUrl },
        ...{ capabilities: [...root.capabilities], restricted: isRestricted(root), jobs: run.jobs, servers, worlds },
        workflows: run.workflows.map(({ file, workflowId, outcome, reason = '' }) => ({
          name: toWorkflowKey(file, workflowId),
          ...(outcome === 'skipped' ? { skipped: reason } : {}),
        })),
        secrets: [...new Set(secrets.map((secret) => pseudonyms.text(secret)))],
        descriptions,
        ...safe,
      });
      return { facts, exchanges };
    },
  };
}

/** Returns a key for the base URL of a call, which can depend on the scenario's API and the operation. */
export function toServerKey(source: string, { api = '', operation }: TargetCall = {}): string {
  return [source, api, operation?.operationId ?? ''].join(' ');
}

function toRecorded({ request, outcome }: Kept, pseudonyms: Redactor): RecordedExchange | RecordedFailure {
  const { origin } = new URL(request.url);
  const sent = {
    scope: origin,
    method: request.method,
    path: pseudonyms.text(request.url.slice(origin.length)),
    headers: pseudonyms.headers(request.headers),
    body: pseudonyms.text(request.body === undefined ? '' : new TextDecoder().decode(request.body)),
  };
  if (outcome instanceof TransportError) {
    const refused = outcome instanceof RequestRejectedError ? { refused: true as const } : {};
    return { ...sent, error: pseudonyms.text(outcome.message), ...refused };
  }
  return {
    ...{ ...sent, status: outcome.status, ...recordBody(outcome, pseudonyms) },
    rawHeaders: pseudonyms.headers(outcome.headers),
    bytes: { request: request.body?.length ?? 0, response: outcome.body.length },
    ...omitUndefined({ throttled: outcome.throttled }),
  };
}

function recordBody(
  { body, headers }: HttpResponse,
  pseudonyms: Redactor,
): Pick<RecordedExchange, 'response' | 'responseIsBinary'> {
  const safe = redactBody(body, headers['content-encoding'], (text) => pseudonyms.text(text));
  const text = new TextDecoder().decode(safe);
  if (text.includes('\uFFFD')) return { response: Buffer.from(safe).toString('hex'), responseIsBinary: true };
  try {
    const value: unknown = parseJson(text);
    // Store as JSON only if serializing it again yields the same text.
    if (typeof value === 'object' && value !== null && stringifyJson(value) === text) return { response: value };
  } catch {}
  return { response: text };
}
