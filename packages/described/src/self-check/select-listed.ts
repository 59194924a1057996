import { isObject } from '@understudy/contract';
import { normalizeName, type OperationPlan } from '@understudy/model';

/** Sets the required parameters of a list from the record. Undefined if a value is unknown. */
export function selectListed(
  { operation, list }: OperationPlan,
  bodies: readonly unknown[],
): Record<string, string> | undefined {
  if (operation.requestBody?.required === true) return undefined;
  const query: Record<string, string> = {};
  for (const { name, in: place, required } of operation.parameters) {
    if (place !== 'query' || !required) continue;
    const value = memberCalled(list?.filters[name] ?? name, bodies);
    if (value === undefined) return undefined;
    query[name] = value;
  }
  return query;
}

/**
 * The first string or number with a name, in any spelling and at any depth: `folder_id` matches the `id` in `folder`.
 */
function memberCalled(name: string, bodies: readonly unknown[]): string | undefined {
  const wanted = normalizeName(name);
  const visit = (value: unknown, above: string, depth: number): string | undefined => {
    if (!isObject(value) || depth > 4) return undefined;
    for (const [each, inner] of Object.entries(value)) {
      const plain = normalizeName(each);
      if ((typeof inner === 'string' || typeof inner === 'number') && (plain === wanted || above + plain === wanted))
        return String(inner);
      const found = visit(inner, plain, depth + 1);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return bodies.map((body) => visit(body, '', 0)).find((value) => value !== undefined);
}
