import { isObject, membersOf, type Operation, parseJsonOr, stringifyJson } from '@understudy/contract';
import { createRequestCredentials, findDemoSignIn } from '../request-credentials.js';
import {
  apiArgument,
  createArgumentsSchema,
  findApi,
  findOperation,
  type McpTool,
  readTextArgument,
  readTextArguments,
  sandboxArgument,
  type ToolContext,
  ToolError,
  type ToolInput,
  toSandboxUrl,
} from './tool.js';

/** Maximum length of a string in a tool result. */
const mostCharacters = 20_000;

const scalar = { type: ['string', 'number', 'boolean'] };

export const callOperationTool: McpTool = {
  name: 'call_operation',
  description:
    'Calls an operation of a simulated API in a sandbox and returns status, headers and body. A required token is requested with the demo credentials, unless headers contain an Authorization or signIn is false. Use explain_refusal to explain an error response.',
  input: createArgumentsSchema(
    {
      api: apiArgument,
      operationId: { type: 'string', description: 'An operationId from list_operations.' },
      path: { type: 'object', additionalProperties: scalar, description: 'Path parameters keyed by name.' },
      query: {
        type: 'object',
        additionalProperties: { anyOf: [scalar, { type: 'array', items: scalar }] },
        description: 'Query parameters keyed by name. A list repeats the parameter.',
      },
      headers: {
        type: 'object',
        additionalProperties: scalar,
        description: 'Headers keyed by name, such as tenantId for the analysis APIs.',
      },
      body: { description: 'The body: JSON, an object of form fields, or a string.' },
      contentType: { type: 'string', description: 'Content type of the body. Default: the first documented type.' },
      signIn: {
        type: 'boolean',
        default: true,
        description: 'Whether to request a token if the operation requires one.',
      },
      sandbox: sandboxArgument,
    },
    ['api', 'operationId'],
  ),
  readOnly: false,
  output: { request: 'string', status: 'integer', headers: 'object' },
  run: async (input, place) => {
    const operation = findOperation(place, String(input['api']), String(input['operationId']));
    const name = String(input['sandbox']);
    const headers = new Headers(readTextArguments(input, 'headers'));
    const query = new Map(Object.entries(membersOf(input['query'])));
    if (input['signIn'] === true && !headers.has('authorization')) {
      const authorization = await requestAuthorization(operation, name, place);
      if (authorization !== undefined) headers.set('authorization', authorization);
      // Described APIs accept any key and password.
      const keys = createRequestCredentials(findApi(place, operation.api), operation, 'any');
      for (const [key, value] of Object.entries(authorization === undefined ? keys.headers : {}))
        if (!headers.has(key)) headers.set(key, value);
      for (const [key, value] of Object.entries(keys.query)) if (!query.has(key)) query.set(key, value);
    }
    const url = `${toSandboxUrl(place, name)}${pathOf(operation, readTextArguments(input, 'path'))}${queryOf(Object.fromEntries(query))}`;
    const body = bodyOf(input, operation, headers);
    const answer = await place.fetch(url, {
      method: operation.method,
      headers,
      ...(body === undefined ? {} : { body }),
    });
    return await toldOf(answer, `${operation.method} ${url}`);
  },
};

function pathOf({ path, operationId }: Operation, values: Readonly<Record<string, string>>): string {
  const names = [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name);
  const missing = names.filter((name) => !Object.hasOwn(values, name));
  const unknown = Object.keys(values).filter((name) => !names.includes(name));
  if (missing.length > 0 || unknown.length > 0) {
    const wanted = names.length === 0 ? 'none' : names.join(', ');
    throw new ToolError(`${operationId} is ${path}: "path" must have these parameters: ${wanted}.`);
  }
  return path.replaceAll(/\{([^{}]+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
}

function queryOf(query: unknown): string {
  const pairs = Object.entries(membersOf(query)).flatMap(([name, value]) =>
    [value].flat().map((each): [string, string] => [name, String(each)]),
  );
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`;
}

/** Encodes the body and sets the content type in `headers`. */
function bodyOf(input: ToolInput, { requestBody }: Operation, headers: Headers): RequestInit['body'] {
  const { body } = input;
  if (body === undefined) return undefined;
  const documented = Object.keys(requestBody?.content ?? {}).find((each) => /^[a-z]+\/[a-z0-9.+-]+$/i.test(each));
  const type =
    readTextArgument(input, 'contentType') ?? headers.get('content-type') ?? documented ?? 'application/json';
  if (isObject(body) && type.startsWith('multipart/form-data')) {
    // `fetch` sets it with the boundary.
    headers.delete('content-type');
    return formOf(body);
  }
  headers.set('content-type', type);
  if (isObject(body) && type.startsWith('application/x-www-form-urlencoded')) return queryOf(body).slice(1);
  return typeof body === 'string' && !/json/i.test(type) ? body : stringifyJson(body);
}

/** Creates form data. A member of the form `{filename, content}` is a file. */
function formOf(fields: Readonly<Record<string, unknown>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (isObject(value) && typeof value['filename'] === 'string') {
      form.set(name, new Blob([String(value['content'] ?? '')]), value['filename']);
    } else form.set(name, typeof value === 'string' ? value : stringifyJson(value));
  }
  return form;
}

async function toldOf(answer: Response, request: string) {
  const text = await answer.text();
  return {
    request,
    status: answer.status,
    headers: Object.fromEntries(answer.headers),
    body: parseJsonOr(cutText(text), undefined) ?? cutText(text),
  };
}

/** Truncates a long text and appends its length. */
function cutText(text: string): string {
  return text.length <= mostCharacters
    ? text
    : `${text.slice(0, mostCharacters)}… (${text.length} characters in total)`;
}

/**
 * Returns an `Authorization` header for the demo credentials, or undefined if the operation needs none or the API has
 * no tokens.
 */
export async function requestAuthorization(
  { api, security }: Operation,
  sandbox: string,
  place: ToolContext,
): Promise<string | undefined> {
  const { contracts, apis } = place.workspace;
  const known = apis.get(api);
  const request = known === undefined ? undefined : findDemoSignIn(known);
  const schemes: unknown = contracts.get(api)?.document.components?.['securitySchemes'];
  const isToken = (name: string) =>
    ['oauth2', 'http', 'openIdConnect'].includes(String(membersOf(membersOf(schemes)[name])['type']));
  if (request === undefined || !security.some((schemesOf) => Object.keys(schemesOf).some(isToken))) return undefined;
  const address = `${toSandboxUrl(place, sandbox)}${request.path}`;
  const answer = await place.fetch(address, { method: 'POST', body: new URLSearchParams(request.form) });
  const body: unknown = await answer.json().catch(() => undefined);
  if (isObject(body) && typeof body['access_token'] === 'string') return `Bearer ${body['access_token']}`;
  throw new ToolError(
    `The token request with the demo credentials failed for ${api}: ${request.path} returned ${answer.status} ${stringifyJson(body)}. ` +
      'Use the demo seed, an Authorization header, or signIn: false.',
  );
}
