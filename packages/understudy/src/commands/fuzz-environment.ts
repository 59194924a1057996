import { classifyOperationEffect, effectNames, type OperationEffect } from '@understudy/conformance';
import { type ApiContract, isObject, type Operation, parseJsonOr, resolveReference } from '@understudy/contract';
import type { FuzzOptions, FuzzReport } from '@understudy/fuzzing';
import type { ApiDefinition } from '@understudy/kernel';
import type { ApiRegistry } from '../apis/apis.js';
import { openTarget } from '../open-target.js';
import { createRequestCredentials, toCredentialName } from '../request-credentials.js';
import type { OpenTarget } from '../target-choice.js';
import { UsageError } from '../usage-error.js';
import { redactReport } from './fuzz-server.js';

/** Timeout in milliseconds, including waits for rate limits and `Retry-After`. */
const timeoutMs = 300_000;

interface EnvironmentFuzzOptions extends Pick<FuzzOptions, 'requests' | 'seed' | 'replay'> {
  readonly api: ApiDefinition;
  readonly known: ApiRegistry;
  readonly contracts: Map<string, ApiContract>;
  readonly config: string | undefined;
  readonly allowEffects: readonly OperationEffect[];
  readonly headers: Readonly<Record<string, string>>;
  isMeant(operation: Operation): boolean;
  /** Called with a sentence about skipped operations. */
  tell(line: string): void;
}

/**
 * Sends generated requests to a configured environment within its hosts, rate limits and allowed effects.
 *
 * @throws UsageError for an unknown environment or missing credentials
 * @throws TargetUnreachableError if the environment is unreachable
 */
export async function fuzzEnvironment(name: string, what: EnvironmentFuzzOptions): Promise<FuzzReport> {
  const { api, known, contracts, config, allowEffects, headers, tell } = what;
  const opened = await openTarget(name, { contracts, apis: known, config, allowEffects });
  try {
    const { target, allowedEffects, secrets } = opened;
    const contract = opened.contracts.get(api.name);
    const base = target.baseUrlOf?.(api.name, { api: api.name });
    if (contract === undefined || base === undefined)
      throw new UsageError(`Target ${name} does not configure the API ${api.name}`);
    const wanted = [...contract.operations.values()].filter((operation) => what.isMeant(operation));
    const meant = new Set(wanted.filter((operation) => allowedEffects.includes(classifyOperationEffect(operation))));
    if (meant.size < wanted.length) tell(leftOut(wanted, meant));
    const credentials = opened.credentialsOf?.(api.name) ?? {};
    await target.probe();
    const isGiven = headers['authorization'] !== undefined;
    const token = isGiven ? '' : await tokenFrom(opened, api, credentials);
    const { fuzzContract } = await import('@understudy/fuzzing');
    for (const operation of meant) requireCredentials(name, contract, operation, { credentials, headers, token });
    const report = await fuzzContract(contract, {
      ...(what.requests === undefined ? {} : { requests: what.requests }),
      ...(what.seed === undefined ? {} : { seed: what.seed }),
      ...(what.replay === undefined ? {} : { replay: what.replay }),
      isAuthentic: true,
      allowsExtraMembers: true,
      fetch: (address, init) => fetchFrom(opened, address, init),
      url: base,
      urlOf: (operation) => target.baseUrlOf?.(api.name, { api: api.name, operation }) ?? base,
      timeoutMs,
      isMeant: (operation) => meant.has(operation),
      credentials(operation) {
        const own = createRequestCredentials(contract, operation, token, credentials);
        return { headers: { ...own.headers, ...headers }, query: own.query };
      },
    });
    return redactReport(report, [...secrets, ...(token.length < 8 ? [] : [token])], headers);
  } finally {
    await opened.close();
  }
}

function leftOut(wanted: readonly Operation[], meant: ReadonlySet<Operation>): string {
  const others = wanted.filter((operation) => !meant.has(operation));
  const effects = effectNames
    .filter((effect) => others.some((each) => classifyOperationEffect(each) === effect))
    .join(', ');
  return `${others.length} of ${wanted.length} operations are skipped because their effects (${effects}) are not allowed on this target; use --allow-effects and allowedEffects in the configuration.`;
}

async function fetchFrom({ target }: OpenTarget, address: string, init: RequestInit = {}): Promise<Response> {
  const { method = 'GET', body } = init;
  const answer = await target.send({
    method,
    url: address,
    headers: Object.fromEntries(new Headers(init.headers)),
    ...(body instanceof Uint8Array ? { body } : {}),
  });
  const hasBody = ![101, 204, 205, 304].includes(answer.status);
  return new Response(hasBody ? new Uint8Array(answer.body) : null, { status: answer.status, headers: answer.headers });
}

/** Requests a token for the environment's client. Returns an empty string if no client is configured. */
async function tokenFrom(
  { target }: OpenTarget,
  { name, tokens }: ApiDefinition,
  { clientId, clientSecret, scope = tokens?.scope }: Readonly<Record<string, string>>,
): Promise<string> {
  if (clientId === undefined || clientSecret === undefined) return '';
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: clientSecret,
    ...(scope === undefined ? {} : { scope }),
  });
  const answer = await target.send({
    method: 'POST',
    url: `${target.baseUrlOf?.('identity', { api: name }) ?? target.baseUrl}/connect/token`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new TextEncoder().encode(form.toString()),
  });
  if (answer.status !== 200) throw new UsageError(`The token request failed with status ${answer.status}`);
  const given = parseJsonOr(new TextDecoder().decode(answer.body), undefined);
  if (isObject(given) && typeof given['access_token'] === 'string') return given['access_token'];
  throw new UsageError('The token response has status 200, but its JSON body has no access_token');
}

function requireCredentials(
  target: string,
  { document }: ApiContract,
  { operationId, security }: Operation,
  given: {
    readonly credentials: Readonly<Record<string, string>>;
    readonly headers: Readonly<Record<string, string>>;
    readonly token: string;
  },
): void {
  const schemes = document.components?.['securitySchemes'];
  for (const name of Object.keys(security[0] ?? {})) {
    const scheme = resolveReference(document, isObject(schemes) ? schemes[name] : undefined) ?? {};
    const header = scheme['type'] === 'apiKey' ? String(scheme['name']).toLowerCase() : 'authorization';
    const isBearer = header === 'authorization' && String(scheme['scheme']).toLowerCase() !== 'basic';
    const input = toCredentialName(name);
    if (given.credentials[input] !== undefined || given.headers[header] !== undefined) continue;
    if (isBearer && given.token !== '') continue;
    throw new UsageError(
      `${operationId} needs credentials (${name}), but target ${target} has none; configure credentials: { ${input}: <environment variable> }${isBearer ? ', or clientId and clientSecret' : ''}, or add --header`,
    );
  }
}
