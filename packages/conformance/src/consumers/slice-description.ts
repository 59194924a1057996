import {
  type ApiContract,
  decodeBody,
  isObject,
  membersOf,
  type OpenApiDocument,
  type Operation,
  resolveReference,
} from '@understudy/contract';
import type { RecordedCall } from '../authoring/recorded-call.js';

/** Schema keywords that limit a value and contain no schema. */
const keywords = new Set([
  ...['type', 'format', 'enum', 'const', 'pattern', 'nullable', 'readOnly', 'writeOnly', 'default', 'multipleOf'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'minLength', 'maxLength'],
  ...['minItems', 'maxItems', 'uniqueItems', 'minProperties', 'maxProperties'],
]);
const maxDepth = 40;

/** Reduces a description to the operations, parameters, statuses and body members of recorded calls. */
export function sliceDescription({ document }: ApiContract, calls: readonly RecordedCall[]): OpenApiDocument {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const operation of new Set(calls.map((call) => call.operation))) {
    const own = calls.filter((call) => call.operation === operation);
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: sliceOperation(document, operation, own),
    };
  }
  const { openapi, info, components } = document;
  const { securitySchemes } = membersOf(components);
  return { openapi, info, paths, ...(securitySchemes === undefined ? {} : { components: { securitySchemes } }) };
}

function sliceOperation(document: OpenApiDocument, operation: Operation, calls: readonly RecordedCall[]): object {
  const { operationId, security, requestBody, path, method } = operation;
  const item = resolveReference(document, document.paths?.[path]) ?? {};
  const { responses } = membersOf(membersOf(item)[method.toLowerCase()]);
  const parameters = operation.parameters.flatMap(({ name, in: place, required, schema }) => {
    const isUsed = required || calls.some(({ entry }) => isSent(entry, place, name));
    return isUsed ? [{ name, in: place, required, schema: prune({ document, isSent: true }, schema, []) }] : [];
  });
  const sent = calls.flatMap(({ entry: { requestBody: body, requestHeaders } }) => {
    const decoded = decodeBody(body ?? new Uint8Array(), requestHeaders['content-type']);
    return body === undefined
      ? []
      : [{ headers: requestHeaders, body: 'value' in decoded ? decoded.value : undefined }];
  });
  const described = Object.entries(membersOf(responses)).flatMap(([status, each]) => {
    const response = resolveReference(document, each) ?? {};
    if (response['x-understudy-added'] === true) return [];
    const seen = calls.filter(({ entry }) => findStatus(operation, entry.status) === status);
    const received = seen.map(({ entry, answer }) => ({ headers: entry.responseHeaders, body: answer }));
    const content = sliceContent({ document, isSent: false }, response['content'], received);
    // Statuses without calls stay, so that a comparison does not report them as added.
    return [[status, { description: response['description'] ?? '', ...(seen.length === 0 ? {} : { content }) }]];
  });
  const content = sliceContent({ document, isSent: true }, requestBody?.content, sent);
  return {
    operationId,
    security,
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(sent.length === 0 ? {} : { requestBody: { required: requestBody?.required === true, content } }),
    responses: Object.fromEntries(described),
  };
}

function isSent({ url, requestHeaders }: RecordedCall['entry'], place: string, name: string): boolean {
  if (place === 'query') return [...new URL(url).searchParams.keys()].some((key) => key.split('[', 1)[0] === name);
  if (place === 'header') return Object.hasOwn(requestHeaders, name.toLowerCase());
  return place === 'path' || (requestHeaders['cookie'] ?? '').includes(`${name}=`);
}

/** Returns the documented status that covers a status. */
function findStatus({ statuses }: Operation, status: number): string | undefined {
  const range = `${Math.floor(status / 100)}XX`;
  return [`${status}`, range, range.toLowerCase(), 'default'].find((each) => statuses.includes(each));
}

interface Message {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

interface Side {
  readonly document: OpenApiDocument;
  /** True if the consumer sends the message. It has no member that was never sent. */
  readonly isSent: boolean;
}

function sliceContent(side: Side, content: unknown, messages: readonly Message[]): object {
  const entries = Object.entries(membersOf(content)).flatMap(([type, entry]) => {
    const escaped = type.split(';', 1)[0]?.replaceAll(/[.+?^$()|[\]\\{}]/g, '\\$&');
    const pattern = new RegExp(`^${escaped?.replaceAll('*', '.*')}$`, 'i');
    const own = messages.filter(({ headers }) => pattern.test(headers['content-type']?.split(';', 1)[0]?.trim() ?? ''));
    const values = own.map(({ body }) =>
      type.endsWith('urlencoded') && Array.isArray(body) ? Object.fromEntries(body) : body,
    );
    return own.length === 0 ? [] : [[type, { schema: prune(side, membersOf(entry)['schema'], values) }]];
  });
  return Object.fromEntries(entries);
}

/** Returns a schema without references that describes only the members of the values. */
function prune(side: Side, schema: unknown, values: readonly unknown[], depth = 0): object {
  const node = resolveReference(side.document, schema);
  if (node === undefined || depth > maxDepth) return {};
  const kept = Object.entries(node).filter(([keyword]) => keywords.has(keyword));
  const objects = values.filter(isObject);
  const within = (name: string) => objects.flatMap((value) => (Object.hasOwn(value, name) ? [value[name]] : []));
  const properties = Object.entries(isObject(node['properties']) ? node['properties'] : {}).flatMap(([name, each]) => {
    const inner = within(name);
    return inner.length === 0 ? [] : [[name, prune(side, each, inner, depth + 1)] as const];
  });
  const names = new Set(objects.flatMap((value) => Object.keys(value)));
  const required = [node['required'] ?? []].flat().filter((name) => names.has(String(name)));
  const items = values.flatMap((value) => (Array.isArray(value) ? value : []));
  const branches = ['allOf', 'anyOf', 'oneOf'].flatMap((keyword) =>
    Array.isArray(node[keyword])
      ? [[keyword, node[keyword].map((each: unknown) => prune(side, each, values, depth + 1))]]
      : [],
  );
  const further = node['additionalProperties'];
  const others = [...names].filter((name) => !Object.hasOwn(membersOf(node['properties']), name)).flatMap(within);
  return {
    ...Object.fromEntries([...kept, ...branches]),
    ...(properties.length === 0 ? {} : { properties: Object.fromEntries(properties) }),
    ...(required.length === 0 ? {} : { required }),
    ...(items.length === 0 || node['items'] === undefined
      ? {}
      : { items: prune(side, node['items'], items, depth + 1) }),
    ...(objects.length === 0 || !side.isSent ? {} : { propertyNames: { enum: [...names] } }),
    // A consumer ignores members that it does not use.
    ...(objects.length === 0
      ? {}
      : { additionalProperties: isObject(further) ? prune(side, further, others, depth + 1) : true }),
  };
}
