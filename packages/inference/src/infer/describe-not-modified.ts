import { isObject, membersOf, type OpenApiDocument, resolveReference } from '@understudy/contract';

/**
 * Adds the status 304, in place, to every GET with an `ETag`. A GET has one if it returns the header or accepts
 * `If-None-Match`, if a change at the same path accepts `If-Match`, or if a model says so.
 *
 * @param stated the operations whose records have an ETag according to the model
 */
export function describeNotModified(document: OpenApiDocument, stated: ReadonlySet<string> = new Set()): void {
  for (const each of Object.values(document.paths ?? {})) {
    const item = resolveReference(document, each) ?? {};
    const node = item['get'];
    if (!isObject(node) || !isObject(node['responses'])) continue;
    const others = Object.values(item).filter(isObject);
    const isStated = others.some((other) => stated.has(String(other['operationId'])));
    const isNamed = namesEtag(document, node) || others.some((other) => needsEtag(document, other));
    if (isStated || isNamed) node['responses']['304'] ??= { description: 'Not modified', 'x-understudy-added': true };
  }
}

function namesEtag(document: OpenApiDocument, { responses, parameters }: Record<string, unknown>): boolean {
  const headers = Object.entries(membersOf(responses))
    .filter(([status]) => status.startsWith('2'))
    .flatMap(([, response]) => Object.keys(membersOf(resolveReference(document, response)?.['headers'])));
  return [...headers, ...namesOf(document, parameters)].some((name) => /^(etag|if-none-match)$/i.test(name));
}

/** True if an operation is a conditional change that can fail. */
function needsEtag(document: OpenApiDocument, { responses, parameters }: Record<string, unknown>): boolean {
  const fails = ['412', '428'].some((status) => isObject(responses) && Object.hasOwn(responses, status));
  return fails && namesOf(document, parameters).some((name) => /^if-match$/i.test(name));
}

function namesOf(document: OpenApiDocument, parameters: unknown): string[] {
  const list: unknown[] = Array.isArray(parameters) ? parameters : [];
  return list.map((each) => String(resolveReference(document, each)?.['name']));
}
