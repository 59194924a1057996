import { listSchemaParts, membersOf } from '@understudy/contract';

const maxDepth = 12;

/** Returns how each member of a schema is named in XML: the element or attribute, and its namespace. */
export function describeXml(
  document: unknown,
  schema: unknown,
  type: string,
): (readonly [name: string, ways: readonly string[]])[] {
  const found = new Map<string, readonly string[]>();
  const seen = new Set<object>();
  const visit = (inner: unknown, given: string, path: readonly string[], depth: number): void => {
    if (depth > maxDepth) return;
    const parts = [...listSchemaParts(document, [inner])];
    const forms = [inner, ...parts].map((part) => membersOf(membersOf(part)['xml']));
    const { name = given, namespace, attribute, wrapped, nodeType } = Object.assign({}, ...forms.reverse());
    const items = parts.find((part) => part['items'] !== undefined)?.['items'];
    const isWrapper = wrapped === true || nodeType === 'element';
    // Without a wrapper, the items are written next to the other members.
    if (items !== undefined && !isWrapper) visit(items, given, path, depth + 1);
    else {
      const kind = attribute === true || nodeType === 'attribute' ? 'attribute' : (nodeType ?? 'element');
      const space = namespace === undefined ? '' : ` of the namespace ${namespace}`;
      const place = path.length === 0 ? 'root' : `member /${path.join('/')}`;
      found.set(`${place} of ${type}`, [
        `the ${kind} ${name}${space}${items === undefined ? '' : ' around its items'}`,
      ]);
      if (items !== undefined) visit(items, String(name), [...path, '*'], depth + 1);
    }
    for (const part of parts) {
      if (seen.has(part)) continue;
      seen.add(part);
      for (const [member, each] of Object.entries(membersOf(part['properties'])))
        visit(each, member, [...path, member], depth + 1);
    }
  };
  const [root = ''] = String(membersOf(schema)['$ref'] ?? '')
    .split('/')
    .slice(-1);
  visit(schema, root, [], 0);
  return [...found];
}
