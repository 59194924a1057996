import { isObject, type OpenApiDocument, resolveReference } from '@understudy/contract';
import type { HttpConventions } from '@understudy/model';

/**
 * Adds the status 304, in place, to every GET with an `ETag`, which is recognized by its response headers, its
 * parameter `If-None-Match`, or `x-understudy`.
 */
export function describeNotModified(document: OpenApiDocument): void {
  const { etag: ofAll }: HttpConventions = Object(document['x-understudy']);
  for (const each of Object.values(document.paths ?? {})) {
    const item = resolveReference(document, each);
    const node = item?.['get'];
    if (!isObject(node) || !isObject(node['responses'])) continue;
    const { etag = Object(item?.['x-understudy']).etag ?? ofAll }: HttpConventions = Object(node['x-understudy']);
    if (etag ?? namesEtag(document, node))
      node['responses']['304'] ??= { description: 'Not modified', 'x-understudy-added': true };
  }
}

function namesEtag(document: OpenApiDocument, { responses, parameters }: Record<string, unknown>): boolean {
  const headers = Object.entries(Object(responses))
    .filter(([status]) => status.startsWith('2'))
    .flatMap(([, response]) => Object.keys(Object(resolveReference(document, response)?.['headers'])));
  const names = (Array.isArray(parameters) ? parameters : []).map((each) => resolveReference(document, each)?.['name']);
  return [...headers, ...names].some((name) => /^(etag|if-none-match)$/i.test(String(name)));
}
