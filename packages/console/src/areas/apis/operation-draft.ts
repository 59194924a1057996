import { resolveEntryUrl, sandboxUrl } from '../../api/address.js';
import { callControl } from '../../api/call-control.js';
import type { DescribedApi } from '../../api/types.js';
import type { RequestDraft } from '../traffic/request-draft.js';

/** A node of an OpenAPI description. */
interface Node {
  readonly [member: string]: unknown;
}

/** Depth of generated bodies. */
const deepest = 6;

/** A request for an operation, with the examples and types of its description. */
export async function loadOperationDraft(api: DescribedApi, operationId: string): Promise<RequestDraft | undefined> {
  const document = await callControl<Node>(`GET apis/${api.name}/openapi.json`);
  for (const [template, item] of Object.entries(node(document['paths']))) {
    for (const [method, operation] of Object.entries(node(item))) {
      if (node(operation)['operationId'] !== operationId) continue;
      const given = [node(item)['parameters'], node(operation)['parameters']].flatMap((list) => list ?? []);
      return createDraft({ document, api, template, method, operation: node(operation), parameters: given });
    }
  }
  return undefined;
}

interface Described {
  readonly document: Node;
  readonly api: DescribedApi;
  readonly template: string;
  readonly method: string;
  readonly operation: Node;
  readonly parameters: readonly unknown[];
}

function createDraft({ document, api, template, method, operation, parameters }: Described): RequestDraft {
  const read = (value: unknown) => resolve(value, document);
  const values = parameters.map(read).map((parameter) => {
    const example =
      parameter['example'] ?? firstExample(parameter, document) ?? exampleOf(parameter['schema'], document);
    return {
      name: String(parameter['name']),
      place: parameter['in'],
      isNeeded: parameter['required'] === true,
      example,
    };
  });
  const path = values
    .filter(({ place }) => place === 'path')
    .reduce((at, { name, example }) => at.replace(`{${name}}`, encodeURIComponent(String(example ?? name))), template);
  const url = resolveEntryUrl(sandboxUrl.pathname.replace(/\/$/, '') + path);
  for (const { name, place, isNeeded, example } of values)
    if (place === 'query' && isNeeded) url.searchParams.set(name, String(example ?? ''));
  const content = Object.entries(node(read(operation['requestBody'])['content']));
  const [mediaType, media] = content.find(([type]) => type.includes('json')) ?? content[0] ?? [];
  const body =
    media === undefined
      ? undefined
      : (node(media)['example'] ?? firstExample(node(media), document) ?? exampleOf(node(media)['schema'], document));
  const known = Object.entries(api.example?.headers ?? {});
  const headers = values
    .filter(({ place, isNeeded }) => place === 'header' && isNeeded)
    .map(({ name, example }) => {
      const [, value = String(example ?? '')] = known.find(([each]) => each.toLowerCase() === name.toLowerCase()) ?? [];
      return [name, value] as const;
    });
  return {
    method: method.toUpperCase(),
    url: url.href,
    headers: [
      ...(api.token === undefined ? [] : [['authorization', '[redacted]'] as const]),
      ...(mediaType === undefined ? [] : [['content-type', mediaType] as const]),
      ...headers,
    ],
    body: body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body, undefined, 2),
    api: api.name,
  };
}

function node(value: unknown): Node {
  return Object(value);
}

/** The node that a reference within the document points to. */
function resolve(value: unknown, document: Node): Node {
  const { $ref } = Object(value);
  if (typeof $ref !== 'string' || !$ref.startsWith('#/')) return node(value);
  const names = $ref.slice(2).split('/');
  return names.reduce((at, name) => node(at[name.replaceAll('~1', '/').replaceAll('~0', '~')]), document);
}

function firstExample(of: Node, document: Node): unknown {
  const [example] = Object.values(node(of['examples']));
  return resolve(example, document)['value'];
}

/** A value of a schema: its example, default or first choice, and otherwise the required members by type. */
function exampleOf(schema: unknown, document: Node, depth = 0): unknown {
  const found = resolve(schema, document);
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
    return Object.fromEntries(needed.map((name) => [name, exampleOf(node(properties)[name], document, depth + 1)]));
  }
  return { integer: 1, number: 1, boolean: true, null: null }[String(kind)] ?? String(found['format'] ?? 'text');
}
