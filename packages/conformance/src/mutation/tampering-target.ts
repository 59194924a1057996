import type { ApiContract } from '@understudy/contract';
import { stringifyJson } from '@understudy/contract';
import { callControl } from '../targets/control.js';
import {
  extendTarget,
  type HttpRequest,
  type HttpResponse,
  type IsolatedTarget,
  type Target,
} from '../targets/target.js';
import { createMessageInterceptor, type MessageInterceptor } from './message-interceptor.js';
import type { WireDeviation } from './wire-deviation.js';

/**
 * Applies a deviation to the messages between a simulator and the runner.
 *
 * @param root a target that can isolate workflows
 * @param contract the contract of the changed operation; for webhooks, the control plane's contract
 * @returns the target, and a function that counts the messages changed so far
 */
export function createTamperingTarget(
  root: Target,
  contract: ApiContract,
  deviation: WireDeviation,
): { target: Target; changed(): number } {
  let changed = 0;
  const operationId = deviation.operationId === 'webhook' ? 'listMessages' : deviation.operationId;

  async function send(target: Target, tamper: MessageInterceptor, request: HttpRequest): Promise<HttpResponse> {
    tamper.watch?.(request);
    if (matchOperationId(target, contract, request) !== operationId) return await target.send(request);
    const sent = tamper.request?.(request) ?? request;
    if (sent !== request && sent.url + stringifyJson(sent.headers) !== request.url + stringifyJson(request.headers))
      changed += 1;
    const response = await target.send(sent);
    const tampered = tamper.response?.(response, request);
    if (tampered === undefined) return response;
    changed += 1;
    return tampered;
  }

  async function isolate(name: string): Promise<IsolatedTarget> {
    if (root.isolate === undefined) throw new Error(`${root.name} cannot isolate workflows`);
    const isolated = await root.isolate(name);
    const tamper = createMessageInterceptor(deviation);
    if (deviation.kind === 'delivery-doubled') {
      const settings = { webhooks: { duplicates: 1 } };
      await callControl((request) => isolated.send(request), 'PATCH', `${isolated.baseUrl}/_sim/settings`, settings);
      changed += 1;
    }
    return { ...isolated, send: (request) => send(isolated, tamper, request) };
  }

  return { target: extendTarget(root, { isolate }), changed: () => changed };
}

export function matchOperationId(
  target: Target,
  contract: ApiContract,
  { method, url }: HttpRequest,
): string | undefined {
  if (!url.startsWith(`${target.baseUrl}/`)) return undefined;
  const match = contract.match(method, url.slice(target.baseUrl.length).split(/[?#]/, 1)[0] ?? '');
  return match.kind === 'operation' ? match.operation.operationId : undefined;
}
