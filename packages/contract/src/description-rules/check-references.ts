import { isObject } from '../is-object.js';
import { readReference } from '../resolve-reference.js';
import type { DescriptionRule } from './description-rule.js';

/** Every `$ref` points to something inside the document, and no chain of them leads back to itself. */
export const checkReferences: DescriptionRule = (document, nodes, report) => {
  for (const { node, pointer } of nodes) {
    if (typeof node.$ref !== 'string') {
      continue;
    }
    const at = `${pointer}/$ref`;
    const target = readReference(document, node.$ref);
    if (!node.$ref.startsWith('#')) {
      report('external-ref', at, `$ref "${node.$ref}" leaves the document; load the file with loadDescription.`, {
        actual: node.$ref,
      });
    } else if (target === undefined && (node.$ref === '#' || node.$ref.startsWith('#/'))) {
      report('unresolved-ref', at, `$ref "${node.$ref}" points to nothing.`, { actual: node.$ref });
    } else if (isCircular(document, node)) {
      report('circular-ref', at, `$ref "${node.$ref}" leads back to itself and describes nothing.`, {
        actual: node.$ref,
      });
    }
  }
};

function isCircular(document: unknown, node: Record<string, unknown>): boolean {
  const seen = new Set<unknown>();
  let current: unknown = node;
  while (isObject(current) && typeof current.$ref === 'string') {
    if (seen.has(current)) {
      return true;
    }
    seen.add(current);
    current = readReference(document, current.$ref);
  }
  return false;
}
