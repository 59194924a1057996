import { isObject, membersOf, type OpenApiDocument, resolveReference } from '@understudy/contract';
import { jsonOf, listOperations } from './list-operations.js';

type Node = Record<string, unknown>;

/** A path such as `/pets.list`, but not a file such as `/pets.json`. */
const rpcPath = /\/[a-z]\w*(\.(?!(?:json|xml|csv|ya?ml|txt|pdf|html?|atom|rss)$)[a-z]\w*)+$/i;
const credential = /^(token|access_?token|api_?key|authorization)$/i;

/**
 * Applies conventions of RPC clients, in place:
 * - They can also send a read as POST, with the parameters in the body.
 * - They send the credential as `Authorization` even if the description lists it as a parameter.
 * - They expect errors with a success status if a constant flag (`ok: true`, `ok: false`) distinguishes them.
 */
export function normalizeRpc(document: OpenApiDocument): void {
  for (const { path, method, node } of listOperations(document)) {
    const { post } = membersOf(document.paths?.[path]);
    if (rpcPath.test(path) && method === 'get' && post === undefined) node['x-also-post'] = true;
    relaxCredentials(document, node);
    if (isObject(node['responses'])) mergeFlaggedErrors(document, node['responses']);
  }
}

function relaxCredentials(document: OpenApiDocument, operation: Node): void {
  const security = operation['security'] ?? document['security'];
  if (!Array.isArray(security) || security.length === 0 || !Array.isArray(operation['parameters'])) return;
  for (const each of operation['parameters']) {
    const parameter = resolveReference(document, each);
    if (parameter?.['in'] !== 'path' && credential.test(String(parameter?.['name']))) delete parameter?.['required'];
  }
}

function mergeFlaggedErrors(document: OpenApiDocument, responses: Node): void {
  const statuses = Object.keys(responses).filter((key) => !key.startsWith('x-'));
  const success = statuses.find((key) => /^2\d\d$/.test(key));
  if (statuses.length !== 2 || success === undefined || !('default' in responses)) return;
  const [good, bad] = [jsonOf(document, responses[success]), jsonOf(document, responses['default'])];
  if (!isObject(good?.['schema']) || !isObject(bad?.['schema'])) return;
  const [ok, failed] = [flagsOf(document, good['schema']), flagsOf(document, bad['schema'])];
  if (!Object.keys(ok).some((name) => ok[name] === true && failed[name] === false)) return;
  good['schema'] = { anyOf: [good['schema'], bad['schema']] };
  const failure = resolveReference(document, responses['default']);
  if (failure !== undefined) failure['x-understudy-status'] = Number(success);
}

/** Returns the members that must always be true, or always false. */
function flagsOf(document: OpenApiDocument, schema: unknown): Node {
  const properties = Object.entries(membersOf(resolveReference(document, schema)?.['properties']));
  return Object.fromEntries(
    properties.map(([name, property]) => {
      const { const: constant, enum: values } = membersOf(resolveReference(document, property));
      return [name, constant ?? (Array.isArray(values) && values.length === 1 ? values[0] : undefined)];
    }),
  );
}
