import { type Finding, isObject, membersOf, parseJson, stringifyJson } from '@understudy/contract';
import { isTokenRequest } from '../arazzo/effects.js';
import type { ContractsByApi } from '../arazzo/resolve.js';
import { listOpenApiSources, type ResolvedWorkflow, readDeclaredInputs } from '../arazzo/resolve.js';
import type { WallClock } from '../wall-clock.js';
import { listTestableKeys, type TestableKey } from './list-testable-keys.js';
import type { PreflightResult } from './target.js';
import { type HttpRequest, type HttpResponse, type InboxServer, type TargetCall, TransportError } from './target.js';

interface EnvironmentToCheck {
  readonly send: (request: HttpRequest) => Promise<HttpResponse>;
  /** Base URLs to call, by API. */
  readonly addresses: Readonly<Record<string, readonly string[]>>;
  readonly addressOf: (source: string, call: TargetCall) => string | undefined;
  readonly inputsFor: (item: ResolvedWorkflow) => Readonly<Record<string, unknown>>;
  readonly contracts: ContractsByApi;
  /** Milliseconds by which each server's clock is ahead, by base URL. */
  readonly aheads: ReadonlyMap<string, number>;
  readonly inbox?: Pick<InboxServer, 'url' | 'whyUnreachable'> | undefined;
  readonly clock: WallClock;
}

/** Maximum clock difference in milliseconds. A larger one invalidates tokens and signed URLs. */
const largestSkew = 30_000;

/** A token request, and the APIs whose workflows send it. */
interface TokenWish {
  url: string;
  clientId: string;
  secret: string;
  scope: string;
  apis: Set<string>;
}

/**
 * Checks an environment before a run: URLs, certificates, clock, credentials, scopes, keys in bodies, and the inbox.
 * Sends only read requests, token requests, and key tests that must be rejected. Does not check the scopes of rejected
 * credentials.
 *
 * @param items the selected workflows
 */
export async function checkEnvironment(
  environment: EnvironmentToCheck,
  items: readonly ResolvedWorkflow[],
  signal?: AbortSignal,
): Promise<PreflightResult> {
  const result: PreflightResult = { findings: [], apis: {} };
  const wanted = new Set(items.flatMap(({ file }) => file.api ?? []));
  const fail = (rule: string, message: string, apis: Iterable<string>): void => {
    result.findings.push(finding(rule, 'error', message));
    for (const api of apis) result.apis[api] ??= message;
  };
  const aheads = new Map(environment.aheads);
  const addresses = new Set(
    Object.entries(environment.addresses).flatMap(([api, urls]) => (wanted.has(api) ? urls : [])),
  );
  const lost = new Set<string>();
  for (const url of addresses) {
    if (aheads.has(url)) continue;
    try {
      aheads.set(url, await measureClockOffset(environment, url, signal));
    } catch (error) {
      if (!(error instanceof TransportError)) throw error;
      lost.add(url);
      const apis = [...wanted].filter((api) => environment.addresses[api]?.includes(url));
      fail(ruleOf(error.message), `${error.message} Check the address of ${apis.join(', ')}.`, apis);
    }
  }
  const skew = [...aheads.values()].reduce((most, ahead) => (Math.abs(ahead) > Math.abs(most) ? ahead : most), 0);
  if (Math.abs(skew) > largestSkew) {
    const text = `The clock of the target is ${Math.round(Math.abs(skew) / 1000)} seconds ${skew > 0 ? 'ahead of' : 'behind'} the local clock, so tokens and signed URLs can be rejected.`;
    result.findings.push(finding('clock', 'warning', text));
  }
  const refused = new Set<string>();
  for (const wish of tokensOf(environment, items)) {
    const client = `${wish.url} ${wish.clientId} ${wish.secret}`;
    const isLost = [...lost].some((url) => wish.url.startsWith(`${url}/`));
    if (isLost || refused.has(client)) continue;
    const problem = await requestToken(environment, wish, signal);
    if (problem?.rule === 'credentials') {
      refused.add(client);
      const all = tokensOf(environment, items).filter((one) => `${one.url} ${one.clientId} ${one.secret}` === client);
      fail(problem.rule, problem.message, new Set(all.flatMap(({ apis }) => [...apis])));
    } else if (problem !== undefined) fail(problem.rule, problem.message, wish.apis);
  }
  for (const wish of listTestableKeys(environment, items)) {
    if ([...lost].some((url) => wish.url.startsWith(`${url}/`))) continue;
    const problem = await checkKey(environment, wish, signal);
    if (problem !== undefined) fail(problem.rule, problem.message, wish.apis);
  }
  const why = await checkInbox(environment, items, signal);
  if (why !== undefined) {
    result.findings.push(finding('inbox', 'error', why));
    result.inbox = why;
  }
  return result;
}

/**
 * Requests the time of a server.
 *
 * @returns milliseconds by which its clock is ahead; 0 without a date
 * @throws TransportError without a response
 */
export async function measureClockOffset(
  { send, clock }: Pick<EnvironmentToCheck, 'send' | 'clock'>,
  url: string,
  signal?: AbortSignal,
): Promise<number> {
  const begun = clock.now();
  const { headers } = await send({ method: 'GET', url: `${url}/`, headers: {}, signal });
  const there = Date.parse(headers['date'] ?? '');
  return Number.isNaN(there) ? 0 : there - (begun + clock.now()) / 2;
}

/** Returns the token requests of workflows, without duplicates. */
function tokensOf(environment: EnvironmentToCheck, items: readonly ResolvedWorkflow[]): TokenWish[] {
  const { addressOf, contracts, inputsFor } = environment;
  const operation = [...(contracts.get('identity')?.operations.values() ?? [])].find(isTokenRequest);
  const wishes = new Map<string, TokenWish>();
  for (const item of items) {
    const { file, workflow } = item;
    const address = addressOf('identity', { operation, api: file.api });
    if (operation === undefined || address === undefined || !listOpenApiSources(file).includes('identity')) continue;
    const { properties } = readDeclaredInputs(workflow, file);
    const given = inputsFor(item);
    const input = (name: string): unknown => given[name] ?? membersOf(properties[name])['default'];
    const [clientId, secret, scope] = [input('clientId'), input('clientSecret'), input('scope')];
    if (typeof clientId !== 'string' || typeof secret !== 'string' || typeof scope !== 'string') continue;
    const url = address + operation.path;
    const key = stringifyJson([url, clientId, secret, scope]);
    const wish = wishes.get(key) ?? { url, clientId, secret, scope, apis: new Set() };
    wish.apis.add(file.api ?? '');
    wishes.set(key, wish);
  }
  return [...wishes.values()];
}

interface Problem {
  rule: string;
  message: string;
}

async function requestToken(
  environment: EnvironmentToCheck,
  { url, clientId, secret, scope, apis }: TokenWish,
  signal: AbortSignal | undefined,
): Promise<Problem | undefined> {
  const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: secret, scope };
  const content = new URLSearchParams(form).toString();
  const answer = await trySend(environment, url, signal, ['application/x-www-form-urlencoded', content]);
  if ('error' in answer) return { rule: ruleOf(answer.error), message: answer.error };
  if (answer.status === 200) return undefined;
  const code = errorCodeOf(answer.body);
  const said = `${answer.status}${code === undefined ? '' : ` ${code}`}`;
  const rest = `issue a token with the scope ${scope} (${said}), which ${[...apis].join(', ')} needs.`;
  if (code === 'invalid_scope') return { rule: 'scope', message: `${url} does not ${rest}` };
  if (code !== 'invalid_client' && code !== 'unauthorized_client' && ![401, 403].includes(answer.status))
    return { rule: 'token', message: `${url} did not ${rest}` };
  const message = `${url} rejects the credentials of the target (${said}); check their environment variables.`;
  return { rule: 'credentials', message };
}

/** Checks a key. The rest of the body is also invalid, so the response must name the key. */
async function checkKey(
  environment: EnvironmentToCheck,
  { url, name, body }: TestableKey,
  signal: AbortSignal | undefined,
): Promise<Problem | undefined> {
  const answer = await trySend(environment, url, signal, ['application/json', stringifyJson(body)]);
  if ('error' in answer) return { rule: ruleOf(answer.error), message: answer.error };
  const { status } = answer;
  if (status < 300) {
    const message = `${url} accepted an invalid body (${status}); data created by the check of ${name} remains there.`;
    return { rule: 'key-trial', message };
  }
  const named = new TextDecoder().decode(answer.body).includes(name);
  if (![401, 403].includes(status) || !named) return undefined;
  const message = `${url} rejects the ${name} of the target (${status}); check its environment variable.`;
  return { rule: 'credentials', message };
}

/** Returns why the inbox cannot receive webhooks, if a workflow needs an inbox. */
async function checkInbox(
  environment: EnvironmentToCheck,
  items: readonly ResolvedWorkflow[],
  signal: AbortSignal | undefined,
): Promise<string | undefined> {
  const { inbox } = environment;
  if (inbox === undefined || items.length === 0) return undefined;
  const answer = await trySend(environment, `${inbox.url}/_sim/inbox/preflight/messages`, signal);
  if ('error' in answer) return `The webhook inbox is unreachable: ${answer.error}`;
  if (answer.status === 200) return await inbox.whyUnreachable?.();
  if (answer.status === 401 || answer.status === 403) {
    return `The webhook inbox ${inbox.url} rejects its token (${answer.status}); check the environment variable in tokenFrom.`;
  }
  return `The webhook inbox ${inbox.url} returned ${answer.status}; it must be an Understudy server.`;
}

/** Sends a GET request, or a POST request with a media type and content. */
async function trySend(
  { send }: EnvironmentToCheck,
  url: string,
  signal: AbortSignal | undefined,
  [type, content]: [type?: string, content?: string] = [],
): Promise<HttpResponse | { error: string }> {
  try {
    if (type === undefined) return await send({ method: 'GET', url, headers: {}, signal });
    const body = new TextEncoder().encode(content);
    return await send({ method: 'POST', url, headers: { 'content-type': type }, body, signal });
  } catch (error) {
    if (error instanceof TransportError) return { error: error.message };
    throw error;
  }
}

function errorCodeOf(body: Uint8Array): string | undefined {
  try {
    const value: unknown = parseJson(new TextDecoder().decode(body));
    const code = isObject(value) ? value['error'] : undefined;
    return typeof code === 'string' && /^[a-z_]{1,40}$/.test(code) ? code : undefined;
  } catch {
    return undefined;
  }
}

function ruleOf(error: string): string {
  return /certificate|self.signed|altname|\bSSL\b|\bTLS\b/i.test(error) ? 'tls' : 'address';
}

function finding(rule: string, severity: Finding['severity'], message: string): Finding {
  return { ruleId: `preflight/${rule}`, severity, message, pointer: '' };
}
