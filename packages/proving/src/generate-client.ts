import type { ApiContract } from '@understudy/contract';
import { generateTypes } from './generate-types.js';

/**
 * Generates a client of an API: the types of {@link generateTypes}, and `createClient`, which calls the operations with
 * `fetch`. The file imports nothing.
 */
export function generateClient(contract: ApiContract): string {
  const routes = [...contract.operations.values()].map(({ operationId, method, path, requestBody }) => {
    const types = Object.keys(requestBody?.content ?? {});
    const type = types.find((each) => each.includes('json')) ?? types[0];
    return `  ${JSON.stringify(operationId)}: ${JSON.stringify(type === undefined ? [method, path] : [method, path, type])},`;
  });
  return `${generateTypes(contract)}
/** Method, path and media type of each request. */
const routes: Record<keyof operations, readonly [method: string, path: string, type?: string]> = {
${routes.join('\n')}
};
${client}`;
}

// A response is parsed only if it is JSON, because everything else can be binary.
const client = `
type Success = 200 | 201 | 202 | 203 | 204 | 205 | 206 | '2XX';
type Json<Message> = Message extends { content: { 'application/json': infer Body } } ? Body : undefined;
type Body<Responses, Status> = [Status] extends [never] ? unknown : Status extends keyof Responses ? Json<Responses[Status]> : never;

/** The response to an operation. Bodies that are not JSON are undefined: read them from \`response\`. */
export type Result<Name extends keyof operations> = operations[Name] extends { responses: infer Responses }
  ?
      | { ok: true; status: number; body: Body<Responses, Extract<keyof Responses, Success>>; response: Response }
      | { ok: false; status: number; body: Body<Responses, Exclude<keyof Responses, Success>>; response: Response }
  : never;

type Part<Name extends string, Values> = Values extends Record<string, never>
  ? unknown
  : Partial<Values> extends Values ? { [Each in Name]?: Values } : { [Each in Name]: Values };
type Sent<Content> = Content extends { 'application/json': infer Json }
  ? Json
  : Content extends { 'application/x-www-form-urlencoded': infer Form } ? Form : NonNullable<RequestInit['body']>;
type BodyPart<Operation> = Operation extends { requestBody?: never }
  ? unknown
  : Operation extends { requestBody: { content: infer Content } }
    ? { body: Sent<Content> }
    : Operation extends { requestBody?: { content: infer Content } } ? { body?: Sent<Content> } : unknown;

/** The parameters and the body of an operation. */
export type Input<Name extends keyof operations> = Part<'path', operations[Name]['parameters']['path']> &
  Part<'query', operations[Name]['parameters']['query']> &
  // Required headers can also be those of the client.
  { header?: Partial<operations[Name]['parameters']['header']> } & BodyPart<operations[Name]>;

/**
 * Creates a client.
 *
 * @param baseUrl URL that precedes the paths of the description
 * @param options headers of every request, and \`fetch\` to replace the global one
 */
export function createClient(
  baseUrl: string,
  { headers, fetch: send = fetch }: { headers?: Record<string, string>; fetch?: typeof fetch } = {},
) {
  return async <Name extends keyof operations>(
    name: Name,
    ...[input]: object extends Input<Name> ? [Input<Name>?] : [Input<Name>]
  ): Promise<Result<Name>> => {
    const [method, route, type] = routes[name];
    const given: { [part: string]: unknown } = { ...(input as object | undefined) };
    const part = (one: string): { [member: string]: unknown } => ({ ...(given[one] as object | undefined) });
    const path = route.replace(/{([^}]+)}/g, (_, each: string) => encodeURIComponent(String(part('path')[each])));
    const query = new URLSearchParams();
    for (const [each, value] of Object.entries(part('query')))
      for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) query.append(each, String(one));
    const sent = new Headers(headers);
    for (const [each, value] of Object.entries(part('header'))) if (value !== undefined) sent.set(each, String(value));
    const { body } = given;
    // fetch writes the boundary of a multipart body itself.
    if (body !== undefined && type !== undefined && !type.startsWith('multipart/')) sent.set('content-type', type);
    const bytes = type?.includes('json') ? JSON.stringify(body) : type?.includes('urlencoded') ? new URLSearchParams(body as Record<string, string>) : body;
    const url = \`\${baseUrl.replace(/\\/$/, '')}\${path}\${query.size > 0 ? \`?\${query}\` : ''}\`;
    const response = await send(url, { method, headers: sent, ...(body === undefined ? {} : { body: bytes as RequestInit['body'] }) });
    const text = response.headers.get('content-type')?.includes('json') ? await response.clone().text() : '';
    return { ok: response.ok, status: response.status, body: text === '' ? undefined : JSON.parse(text), response } as Result<Name>;
  };
}
`;
