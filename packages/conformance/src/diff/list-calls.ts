import {
  type ApiContract,
  isObject,
  joinPointer,
  listBasePaths,
  membersOf,
  type Operation,
  resolveReference,
} from '@understudy/contract';
import type { PlacedCall } from './call-schemas.js';

type Node = Readonly<Record<string, unknown>>;

/** A call of an API, a callback or a webhook. */
export interface DescribedCall extends PlacedCall {
  readonly operationId: string;
  readonly contract: ApiContract;
  readonly pointer: string;
  /** The URL to which a callback is sent. */
  readonly address?: string;
  /** True if the API sends the request. */
  readonly isSent: boolean;
  readonly security: Operation['security'];
}

/**
 * Indexes calls by method and path, ignoring path parameter names.
 *
 * @param isWhole whether paths include the base path
 */
export function listCalls(contract: ApiContract, isWhole = false): Map<string, DescribedCall> {
  const { document } = contract;
  const base = isWhole ? (listBasePaths(document['servers'])[0] ?? '') : '';
  const calls = new Map<string, DescribedCall>();
  for (const operation of contract.operations.values()) {
    const { method, path, operationId, security } = operation;
    // Understudy added this path. The description contains only the token URL.
    if (membersOf(document.paths?.[path])['x-understudy-added'] === true) continue;
    const pointer = joinPointer('', 'paths', path, method.toLowerCase());
    const node = nodeOf(document, document.paths?.[path], method);
    const name = `${method} ${path}`;
    const call = { name, operationId, contract, document, pointer, node, isSent: false, security };
    calls.set(`${method} ${base}${path.replaceAll(/\{[^{}]*\}/g, '{}')}`, call);
    for (const [name, callback] of Object.entries(membersOf(node['callbacks'])))
      for (const [index, [address, item]] of Object.entries(membersOf(resolveReference(document, callback))).entries())
        addSent(
          calls,
          { ...call, address, pointer: joinPointer(pointer, 'callbacks', name, address) },
          `callback ${name}${index === 0 ? '' : ` ${index + 1}`} of ${call.name}`,
          item,
        );
  }
  for (const [name, item] of Object.entries(membersOf(document['webhooks']))) {
    const pointer = joinPointer('', 'webhooks', name);
    const base = { name, operationId: name, contract, document, pointer, node: {}, isSent: true, security: [] };
    addSent(calls, base, `webhook ${name}`, item);
  }
  return calls;
}

function addSent(calls: Map<string, DescribedCall>, base: DescribedCall, name: string, item: unknown): void {
  for (const method of ['POST', 'PUT', 'PATCH', 'GET', 'DELETE']) {
    const node = nodeOf(base.contract.document, item, method);
    if (Object.keys(node).length > 0)
      calls.set(`${name} ${method}`, { ...base, name, node, isSent: true, security: [] });
  }
}

/** Returns an operation with the parameters and servers of its path item. */
function nodeOf(document: unknown, item: unknown, method: string): Node {
  const { parameters = [], servers, ...path } = resolveReference(document, item) ?? {};
  const node = path[method.toLowerCase()];
  return isObject(node) ? { servers, ...node, parameters: [parameters, node['parameters'] ?? []].flat() } : {};
}
