import { toCamelCase } from '@understudy/conformance';
import { membersOf, reserveUniqueName, stringifyJson, toKebabCase } from '@understudy/contract';
import type { ImportedCall, ImportedResponse, ImportedStub, ImportResult, NameValuePairs } from './imported.js';

/** A call's operation in the description. */
export interface DescribedCall {
  readonly operationId: string;
  readonly template: string;
  /** Path parameter values, which can contain variables. */
  readonly path: NameValuePairs;
}

interface Content {
  schema?: object;
  example?: unknown;
  examples?: Record<string, { value: unknown }>;
}

interface Response {
  readonly description: string;
  content?: Record<string, Content>;
  /** Used only by the simulator. Responses are not validated against it, because it was not imported. */
  'x-understudy-invented'?: true;
}

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly parameters: { name: string; in: string; required?: true; schema: object }[];
  requestBody?: { content: Record<string, Content> };
  readonly responses: Record<string, Response>;
}

/** Replaces the secrets of requests and recorded responses. Values of stubs are not redacted. */
interface Redaction {
  text(text: string): string;
  value(value: unknown): unknown;
}

/** Creates an OpenAPI description from calls and stubs, and maps each call to its operation. */
export function describeCalls(imported: ImportResult, title: string, redact: Redaction) {
  const items = new Map<string, Map<string, Operation>>();
  const templates = new Map<string, string>();
  const ids = new Set<string>();
  const operations = new Map<ImportedCall, DescribedCall>();
  const servers = new Set<string>();
  const queries = new Map<Operation, Set<string>>();
  const variables = new Map(imported.variables.map(({ name, value }) => [name, value]));
  for (const call of [...imported.calls, ...imported.stubs.flatMap(callOfStub)]) {
    const show = call.isLocal === true ? (value: unknown) => value : redact.value;
    const method = call.method.toLowerCase();
    if (!/^(?:get|post|put|patch|delete|head|options)$/.test(method)) {
      imported.omissions.push({ place: call.place, what: `the method ${call.method} is not supported` });
      continue;
    }
    const { path: sent, values, origin } = splitAddress(call.url, variables);
    const path = call.isLocal === true ? sent : redact.text(sent);
    if (origin !== undefined) servers.add(redact.text(origin));
    const shape = path.replace(/\{[^{}]+\}/g, '{}');
    // Paths of the same shape use the parameter names of the first template.
    const template = templates.get(shape) ?? path;
    templates.set(shape, template);
    const names = [...template.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name);
    const item = items.get(template) ?? new Map<string, Operation>();
    items.set(template, item);
    const operation: Operation = item.get(method) ?? {
      operationId: reserveUniqueName(operationIdOf(call, template), ids, ''),
      summary: call.name.slice(0, 200),
      parameters: names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
      responses: {},
    };
    item.set(method, operation);
    const taken = queries.get(operation) ?? new Set();
    queries.set(operation, taken);
    for (const [name] of call.query) {
      const isList = call.query.filter(([other]) => other === name).length > 1;
      const schema = isList ? { type: 'array', items: { type: 'string' } } : { type: 'string' };
      if (!taken.has(name)) operation.parameters.push({ name, in: 'query', schema });
      taken.add(name);
    }
    addBody(operation, call, show);
    for (const response of call.responses) addResponse(operation, { ...response, body: show(response.body) });
    if (call.responses.length === 0) addDefault(operation, call, template.endsWith('}'));
    operations.set(call, {
      ...{ operationId: operation.operationId, template },
      path: names.map((name, index) => [name, values[index] ?? '']),
    });
  }
  const paths = Object.fromEntries([...items].map(([path, item]) => [path, Object.fromEntries(item)]));
  const origins = servers.size === 0 ? {} : { servers: [...servers].map((url) => ({ url })) };
  // A token is optional, because the tool's mock server does not require it.
  const security = imported.flows.size === 0 ? {} : describeFlows(imported, redact);
  return { document: { openapi: '3.1.0', info: { title, version: '1' }, ...origins, ...security, paths }, operations };
}

function describeFlows({ flows, variables }: ImportResult, { text }: Redaction): object {
  const values = new Map(variables.map(({ name, value }) => [name, value]));
  const fill = (url: string) =>
    text(url.replace(/\{\{([^{}]+)\}\}/g, (whole, name: string) => values.get(name.trim()) ?? whole));
  const filled = [...flows].map(([name, { scopes, ...urls }]) => [
    name,
    { ...Object.fromEntries(Object.entries(urls).map(([key, url]) => [key, fill(url)])), scopes },
  ]);
  const oauth2 = { type: 'oauth2', flows: Object.fromEntries(filled) };
  return { security: [{}, { oauth2: [] }], components: { securitySchemes: { oauth2 } } };
}

function operationIdOf({ name, method }: ImportedCall, template: string): string {
  const isShort = /^[\w .,()'-]{1,60}$/.test(name);
  const id = toCamelCase(isShort ? name : `${method.toLowerCase()} ${template}`);
  return /^[A-Za-z]/.test(id) ? id : `call${id}`;
}

function addBody(operation: Operation, { body, method }: ImportedCall, show: (value: unknown) => unknown): void {
  if (body === undefined || /^(?:GET|HEAD|DELETE)$/.test(method)) return;
  operation.requestBody ??= { content: {} };
  const { content } = operation.requestBody;
  const { schema = {} } = body;
  const isExample =
    body.schema === undefined && typeof body.value === 'object' && !stringifyJson(body.value).includes('{{');
  content[body.mediaType.split(';')[0] ?? ''] ??= isExample ? { example: show(body.value) } : { schema };
}

function addResponse(operation: Operation, { status, headers, body, schema, name = '' }: ImportedResponse): void {
  const known = operation.responses[status];
  const response = (known?.['x-understudy-invented'] === true ? undefined : known) ?? {
    description: name.slice(0, 200) || `Status ${status}`,
  };
  operation.responses[status] = response;
  if (body === undefined || body === '') return;
  const declared = Object.entries(headers).find(([header]) => header.toLowerCase() === 'content-type')?.[1];
  const type =
    /^[\w.+-]+\/[\w.+-]+/.exec(declared ?? '')?.[0] ?? (typeof body === 'object' ? 'application/json' : 'text/plain');
  response.content ??= {};
  const examples = response.content[type]?.examples ?? {};
  response.content[type] = { ...(schema === undefined ? {} : { schema }), examples };
  const taken = new Set(Object.keys(examples));
  const key = reserveUniqueName(toKebabCase(name || 'example').slice(0, 60), taken);
  if (Object.keys(examples).length < 20) examples[key] = { value: body };
}

/** Adds a default response if a call has none, so that a run accepts any response from another server. */
function addDefault({ responses }: Operation, { method, criteria = [] }: ImportedCall, isMember: boolean): void {
  const expected = criteria.map(({ condition }) => /^\$statusCode == (\d{3})$/.exec(condition)?.[1]).find(Boolean);
  const isList = method === 'GET' && !isMember;
  const schema = isList ? { type: 'array', items: { type: 'object' } } : { type: 'object' };
  const content = /^(?:HEAD|DELETE)$/.test(method) ? {} : { content: { 'application/json': { schema } } };
  responses[expected ?? 'default'] ??= { description: 'The response', ...content, 'x-understudy-invented': true };
}

/** A number, a UUID or a long hexadecimal string. */
const id = /^(?:\d+|[0-9a-f]{8}-[0-9a-f-]{27}|[0-9a-f]{16,})$/i;
const variable = /\{\{([^{}]+)\}\}/;

/** Maximum number of path parameters. Further segments are literal. */
const mostPathParameters = 50;

/** A variable before the first segment of a path. */
const baseVariable = /^((?:[^/{]|\/\/)*)\{\{([^{}]+)\}\}/;
const host = /^(?:([\w+.-]+:)?\/\/([^/]+)|((?:[\w-]+\.)+[\w-]+(?::\d+)?|[\w-]+:\d+|localhost)(?=\/|$))/;

/** Splits a URL into its path template, the parameter values in order, and the origin if it is known. */
function splitAddress(url: string, known: ReadonlyMap<string, string | undefined>) {
  let text = url.trim();
  let isKnown = true;
  for (let depth = 0; depth < 10 && baseVariable.test(text); depth += 1)
    text = text.replace(baseVariable, (_, before: string, name: string) => {
      const value = known.get(name.trim());
      if (value !== undefined) return before + value;
      isKnown = false;
      return before === '' ? '//host' : `${before}${before.endsWith(':') ? '80' : 'host'}`;
    });
  const [base = '', scheme = 'http:', named, bare] = host.exec(text) ?? [];
  const origin = isKnown && base !== '' ? `${scheme}//${named ?? bare}` : undefined;
  const path = text.slice(base.length).replace(/[?#].*$/s, '');
  const values: string[] = [];
  const taken = new Set<string>();
  const segments = path.split('/').filter((segment) => segment !== '');
  const template = segments.map((segment, index) => {
    const [, named] = /^(?::|\{)([\w-]+)\}?$/.exec(segment) ?? [];
    const isPlain = named === undefined && !id.test(segment) && !segment.includes('{{');
    if (isPlain || values.length >= mostPathParameters) return segment.replace(/[{}]/g, '');
    const owner = toCamelCase(segments[index - 1]?.replace(/\W|s$/g, '') ?? '');
    values.push(named === undefined ? segment : `{{${named}}}`);
    return `{${reserveUniqueName(toCamelCase(named ?? variable.exec(segment)?.[1]?.trim() ?? `${owner}Id`), taken, '')}}`;
  });
  return { path: `/${template.join('/')}`, values, origin };
}

/** Converts a stub to a call, unless it matches any path or method. */
function callOfStub({ match, effect, name, place }: ImportedStub): ImportedCall[] {
  const { path, method, query, body } = match;
  // A wildcard for a whole segment is a parameter.
  const url = path.replace(/\/\*(?=\/|$)/g, '/{item}');
  if (method === undefined || url.includes('*') || /\/\*$/.test(path)) return [];
  const given = Object.entries(membersOf(effect['headers']));
  const headers = Object.fromEntries(given.map(([each, value]) => [each, String(value)]));
  const response = { status: Number(effect['status'] ?? 200), headers, body: effect['body'] };
  const anyBody = /^P/.test(method) ? { mediaType: '*/*', value: '' } : undefined;
  const call = {
    place,
    name,
    group: '',
    method,
    url,
    headers: {},
    isLocal: true,
    responses: 'reset' in effect ? [] : [response],
  };
  const pairs = Object.entries(query).flatMap(
    ([each, value]): NameValuePairs => (value === null ? [] : [[each, value]]),
  );
  const sent = typeof body === 'object' ? { mediaType: 'application/json', value: body } : anyBody;
  return [{ ...call, query: pairs, body: sent }];
}
