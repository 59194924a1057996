import { parsePointer, resolveReference } from './json-pointer.js';
import { isObject } from './objects.js';
import type { Operation } from './operation.js';

/** A link to another operation, with values from an exchange to use as its parameters. */
interface DescribedLink {
  readonly name: string;
  readonly operation: Operation;
  /** Values or runtime expressions by parameter name, without the location prefix. */
  readonly parameters: Readonly<Record<string, unknown>>;
}

/**
 * Lists links from an operation's responses to operations of the same description.
 *
 * @param operations all operations of the description
 * @param status status of the response. Default: every success status
 */
export function listLinks(
  document: unknown,
  operations: Iterable<Operation>,
  { path, method }: Pick<Operation, 'path' | 'method'>,
  status?: number,
): DescribedLink[] {
  const paths = isObject(document) && isObject(document['paths']) ? document['paths'] : {};
  const node = resolveReference(document, paths[path])?.[method.toLowerCase()];
  const responses = isObject(node) && isObject(node['responses']) ? node['responses'] : {};
  const keys =
    status === undefined
      ? Object.keys(responses).filter((key) => /^2|^default$/.test(key))
      : [String(status), `${Math.floor(status / 100)}XX`, 'default'].filter((key) => key in responses).slice(0, 1);
  return keys.flatMap((key) => {
    const links = resolveReference(document, responses[key])?.['links'];
    return Object.entries(isObject(links) ? links : {}).flatMap(([name, each]) => {
      const link = resolveReference(document, each);
      const operation = link === undefined ? undefined : targetOf(link, operations);
      if (link === undefined || operation === undefined) return [];
      const given = Object.entries(isObject(link['parameters']) ? link['parameters'] : {});
      const parameters = given.map(([parameter, value]) => [parameter.replace(/^(path|query|header)\./, ''), value]);
      return [{ name, operation, parameters: Object.fromEntries(parameters) }];
    });
  });
}

function targetOf(link: Readonly<Record<string, unknown>>, operations: Iterable<Operation>): Operation | undefined {
  const { operationId, operationRef } = link;
  const [, pointer] = typeof operationRef === 'string' ? operationRef.split('#') : [];
  const [paths, path, method] = pointer === undefined ? [] : parsePointer(decodeURIComponent(pointer));
  for (const operation of operations) {
    if (operationId !== undefined && operation.operationId === operationId) return operation;
    if (paths === 'paths' && operation.path === path && operation.method === method?.toUpperCase()) return operation;
  }
  return undefined;
}
