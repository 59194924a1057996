import { resolveEntryUrl, sandboxUrl } from '../../api/address.js';
import { redacted } from '../../api/demo-credentials.js';
import { type DescriptionNode, loadDescription, resolveNode } from '../../api/load-description.js';
import { membersOf } from '../../api/members-of.js';
import type { DescribedApi } from '../../api/types.js';
import type { RequestDraft } from '../traffic/request-draft.js';

/** Depth of generated bodies. */
const deepest = 6;

/** A request for an operation, with the examples and types of its description. */
export async function loadOperationDraft(api: DescribedApi, operationId: string): Promise<RequestDraft | undefined> {
  const description = await loadDescription(api.name);
  const operation = description?.operations.find((each) => each.operationId === operationId);
  if (description === undefined || operation === undefined) return undefined;
  const { document } = description;
  const values = operation.parameters.map((parameter) => ({
    name: String(parameter['name']),
    place: parameter['in'],
    isNeeded: parameter['required'] === true,
    example: exampleIn(parameter, document),
  }));
  const path = values
    .filter(({ place }) => place === 'path')
    .reduce(
      (at, { name, example }) => at.replace(`{${name}}`, encodeURIComponent(String(example ?? name))),
      operation.path,
    );
  const url = resolveEntryUrl(sandboxUrl.pathname.replace(/\/$/, '') + path);
  for (const { name, place, isNeeded, example } of values)
    if (place === 'query' && isNeeded) url.searchParams.set(name, String(example ?? ''));
  const content = Object.entries(membersOf(operation.requestBody['content']));
  const [mediaType, media] = content.find(([type]) => type.includes('json')) ?? content[0] ?? [];
  const body = media === undefined ? undefined : exampleIn(membersOf(media), document);
  const known = Object.entries(api.example?.headers ?? {});
  const headers = values
    .filter(({ place, isNeeded }) => place === 'header' && isNeeded)
    .map(({ name, example }) => {
      const [, value = String(example ?? '')] = known.find(([each]) => each.toLowerCase() === name.toLowerCase()) ?? [];
      return [name, value] as const;
    });
  return {
    method: operation.method,
    url: url.href,
    headers: [
      ...(api.token === undefined ? [] : [['authorization', redacted] as const]),
      ...(mediaType === undefined ? [] : [['content-type', mediaType] as const]),
      ...headers,
    ],
    body: body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body, undefined, 2),
    token: api.token,
  };
}

/** The example of a parameter or body. */
function exampleIn(described: DescriptionNode, document: DescriptionNode): unknown {
  const [first] = Object.values(membersOf(described['examples']));
  return described['example'] ?? resolveNode(first, document)['value'] ?? exampleOf(described['schema'], document);
}

/** A value of a schema: its example, default or first choice, and otherwise the required members by type. */
function exampleOf(schema: unknown, document: DescriptionNode, depth = 0): unknown {
  const found = resolveNode(schema, document);
  const { example, examples, default: usual, enum: choices, const: fixed, type, items, properties } = found;
  const given = [example, [examples].flat()[0], usual, fixed, [choices].flat()[0]].find((each) => each !== undefined);
  if (given !== undefined || depth > deepest) return given ?? null;
  const [part] = [found['oneOf'] ?? found['anyOf'] ?? []].flat();
  if (part !== undefined) return exampleOf(part, document, depth + 1);
  if (found['allOf'] !== undefined)
    return Object.assign({}, ...[found['allOf']].flat().map((each) => exampleOf(each, document, depth + 1)));
  const [kind] = [type ?? (properties === undefined ? 'string' : 'object')].flat();
  if (kind === 'array') return [exampleOf(items, document, depth + 1)];
  if (kind === 'object') {
    const needed = [found['required'] ?? []].flat().map(String);
    return Object.fromEntries(
      needed.map((name) => [name, exampleOf(membersOf(properties)[name], document, depth + 1)]),
    );
  }
  return { integer: 1, number: 1, boolean: true, null: null }[String(kind)] ?? String(found['format'] ?? 'text');
}
