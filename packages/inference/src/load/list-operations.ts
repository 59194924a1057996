import { httpMethods, isObject, membersOf, type OpenApiDocument, resolveReference } from '@understudy/contract';

type Node = Record<string, unknown>;

export function listOperations({ paths = {} }: OpenApiDocument) {
  return Object.entries(paths).flatMap(([path, item]) =>
    httpMethods.flatMap((method) => {
      const node = isObject(item) ? item[method] : undefined;
      return isObject(node) ? [{ path, method, node }] : [];
    }),
  );
}

/** Returns the JSON media type of a request body or response. */
export function jsonOf(document: OpenApiDocument, node: unknown): Node | undefined {
  const entry = membersOf(resolveReference(document, node)?.['content'])['application/json'];
  return isObject(entry) ? entry : undefined;
}
