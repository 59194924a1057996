import { isObject, membersOf, type OpenApiDocument, resolveReference } from '@understudy/contract';

/**
 * Allows empty lists in responses, in place. Description generators write `minItems: 1` because their samples had
 * items, but a new sandbox has none.
 */
export function normalizeLists(document: OpenApiDocument): void {
  for (const item of Object.values(document.paths ?? {})) {
    if (!isObject(item)) continue;
    const { responses } = membersOf(resolveReference(document, item['get'] ?? item['post']));
    for (const [status, response] of Object.entries(membersOf(responses))) {
      if (!status.startsWith('2')) continue;
      const { content } = membersOf(resolveReference(document, response));
      for (const entry of Object.values(membersOf(content))) relax(document, membersOf(entry)['schema']);
    }
  }
}

function relax(document: OpenApiDocument, schema: unknown): void {
  const list = resolveReference(document, schema);
  const members = Object.values(membersOf(list?.['properties'])).map((member) => resolveReference(document, member));
  for (const each of [list, ...members])
    if (each?.['type'] === 'array' && isObject(each['items'])) delete each['minItems'];
}
