import { isObject, type OpenApiDocument, resolveReference } from '@understudy/contract';

/**
 * Allows empty lists in responses, in place. Description generators write `minItems: 1` because their samples had
 * items, but a new sandbox has none.
 */
export function normalizeLists(document: OpenApiDocument): void {
  for (const item of Object.values(document.paths ?? {})) {
    if (!isObject(item)) continue;
    const { responses } = Object(resolveReference(document, item['get'] ?? item['post']));
    for (const [status, response] of Object.entries(Object(responses))) {
      if (!status.startsWith('2')) continue;
      const { content } = Object(resolveReference(document, response));
      for (const entry of Object.values(Object(content))) relax(document, Object(entry).schema);
    }
  }
}

function relax(document: OpenApiDocument, schema: unknown): void {
  const list = resolveReference(document, schema);
  const members = Object.values(Object(list?.['properties'])).map((member) => resolveReference(document, member));
  for (const each of [list, ...members])
    if (each?.['type'] === 'array' && isObject(each['items'])) delete each['minItems'];
}
