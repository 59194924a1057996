import { parseJson } from '@understudy/contract';
import type { ContractsByApi } from '../arazzo/resolve.js';
import { extendTarget, type HttpRequest, type HttpResponse, type Target } from '../targets/target.js';
import { matchOperationId } from './tampering-target.js';
import type { WireDeviation } from './wire-deviation.js';

/** The operations, statuses and response paths that a workflow used on the unmodified server. */
export interface IndexedWorkflow {
  readonly file: string;
  readonly workflowId: string;
  readonly api: string | undefined;
  /** Claims of the workflow, its steps and the workflows it calls. */
  readonly claims: readonly string[];
  readonly passed: boolean;
  readonly milliseconds: number;
  /** `<api>.<operationId>`, `<api>.<operationId> <status>`, and `<api>.<operationId> <status> /<path>`. */
  readonly touched: readonly string[];
}

/** Creates a target that records which operations, statuses and response paths are used. */
export function createObservedTarget(
  root: Target,
  contracts: ContractsByApi,
): { target: Target; touched: Set<string> } {
  const touched = new Set<string>();
  const { isolate } = root;
  if (isolate === undefined) return { target: root, touched };
  const target = extendTarget(root, {
    async isolate(name) {
      const isolated = await isolate(name);
      const send = async (request: HttpRequest): Promise<HttpResponse> => {
        const response = await isolated.send(request);
        for (const [api, contract] of contracts) {
          const operationId = matchOperationId(isolated, contract, request);
          if (operationId !== undefined) addTouched(touched, `${api}.${operationId}`, request, response);
        }
        return response;
      };
      return { ...isolated, send };
    },
  });
  return { target, touched };
}

function addTouched(touched: Set<string>, operation: string, request: HttpRequest, response: HttpResponse): void {
  const answer = `${operation} ${response.status}`;
  touched.add(operation).add(answer);
  if (/[?&]page=([2-9]|[1-9]\d)/.test(request.url)) touched.add(`${operation} further page`);
  for (const name of Object.keys(response.headers)) touched.add(`${answer} header ${name}`);
  if (!/[/+]json\b/i.test(response.headers['content-type'] ?? '')) return;
  try {
    addTouchedPlaces(touched, answer, parseJson(new TextDecoder().decode(response.body)), '');
  } catch {}
}

function addTouchedPlaces(touched: Set<string>, answer: string, value: unknown, path: string): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, member] of Object.entries(value)) {
    const paths = Array.isArray(value) ? [`${path}/*`] : [`${path}/${key}`, `${path}/*`];
    for (const place of paths) {
      touched.add(`${answer} ${place}`);
      // Names of map members vary, so the location is added with the name and with `*`.
      addTouchedPlaces(touched, answer, member, place);
    }
  }
}

/** Returns the location that a workflow must use to detect a deviation. */
function touchedPlace(deviation: WireDeviation): string {
  const { api, operationId, status, path, header, kind } = deviation;
  const operation = operationId === 'webhook' ? 'control.listMessages' : `${api}.${operationId}`;
  if (kind === 'page-repeated') return `${operation} further page`;
  if (status === undefined) return operation;
  const answer = `${operation} ${status}`;
  if (path !== undefined) return `${answer} /${path.join('/')}`;
  return header === undefined ? answer : `${answer} header ${header}`;
}

/**
 * Creates a function that finds the workflows that can detect a deviation, the fastest first. It uses an inverted
 * index, because there are thousands of deviations and locations.
 */
export function createCandidateFinder(
  index: readonly IndexedWorkflow[],
): (deviation: WireDeviation) => readonly IndexedWorkflow[] {
  const touching = new Map<string, IndexedWorkflow[]>();
  const sound = index.filter(({ passed }) => passed);
  for (const workflow of sound.sort((left, right) => left.milliseconds - right.milliseconds)) {
    for (const place of workflow.touched) {
      const found = touching.get(place);
      if (found === undefined) touching.set(place, [workflow]);
      else found.push(workflow);
    }
  }
  return (deviation) => {
    const found = touching.get(touchedPlace(deviation)) ?? [];
    return deviation.operationId === 'webhook' ? found.filter(({ api }) => api === deviation.api) : found;
  };
}
