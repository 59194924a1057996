import { isObject, type OpenApiDocument, resolveReference } from '@understudy/contract';
import type { PlacedSchema } from './normalize-document.js';

type Node = Record<string, unknown>;

/**
 * Opens closed objects that several parts of one `allOf` describe under the same name, in place. Each part has only
 * some of the members and would forbid those of the other parts.
 */
export function normalizeSharedMembers(document: OpenApiDocument, placed: readonly PlacedSchema[]): void {
  for (const { node } of placed) {
    if (!Array.isArray(node['allOf'])) continue;
    const described = new Map<string, Set<Node>>();
    gather(document, node, described, new Set());
    for (const members of described.values()) {
      const objects = [...members].filter((member) => isClosed(document, member, new Set()));
      if (objects.length < 2) continue;
      for (const object of objects) object['additionalProperties'] = true;
    }
  }
}

/** Collects the schemas of each member from all schemas for the same value. */
function gather(document: OpenApiDocument, node: Node, described: Map<string, Set<Node>>, seen: Set<Node>): void {
  if (seen.has(node)) return;
  seen.add(node);
  for (const [name, member] of Object.entries(isObject(node['properties']) ? node['properties'] : {})) {
    if (isObject(member)) described.set(name, (described.get(name) ?? new Set()).add(member));
  }
  const target = typeof node['$ref'] === 'string' ? resolveReference(document, node) : undefined;
  for (const part of [target, ...(Array.isArray(node['allOf']) ? node['allOf'] : [])]) {
    if (isObject(part)) gather(document, part, described, seen);
  }
}

/** Returns whether a schema describes members and forbids others. */
function isClosed(document: OpenApiDocument, node: Node, seen: Set<Node>): boolean {
  if (seen.has(node) || node['additionalProperties'] !== undefined || node['unevaluatedProperties'] !== undefined)
    return false;
  seen.add(node);
  if (isObject(node['properties'])) return true;
  const target = typeof node['$ref'] === 'string' ? resolveReference(document, node) : undefined;
  const parts = [target, ...(Array.isArray(node['allOf']) ? node['allOf'] : [])];
  return parts.some((part) => isObject(part) && isClosed(document, part, seen));
}
