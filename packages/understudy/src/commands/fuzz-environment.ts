import { type Effect, effectNames, effectOfOperation } from '@understudy/conformance';
import { type ApiContract, isObject, type Operation, resolveReference } from '@understudy/contract';
import type { FuzzOptions, FuzzReport } from '@understudy/fuzzing';
import type { Api } from '@understudy/kernel';
import type { Apis } from '../apis/apis.js';
import { openTarget } from '../open-target.js';
import type { OpenTarget } from '../target-choice.js';
import { WrongUse } from '../wrong-use.js';
import { credentialName, credentialsInForm } from './credentials-in-form.js';
import { withoutSecrets } from './without-secrets.js';

/** Milliseconds; a target waits in its time slots, and for `Retry-After`. */
const patience = 300_000;

/** What is sent to an environment of the configuration, and how much. */
export interface EnvironmentFuzz extends Pick<FuzzOptions, 'requests' | 'seed'> {
  readonly api: Api;
  readonly known: Apis;
  readonly contracts: Map<string, ApiContract>;
  readonly config: string | undefined;
  readonly allowEffects: readonly Effect[];
  readonly headers: Readonly<Record<string, string>>;
  isMeant(operation: Operation): boolean;
  /** Called with a sentence about what is left out. */
  tell(line: string): void;
}

/**
 * Sends made-up requests to a named environment: to its hosts, at its pace, and only those whose effects both the
 * configuration and the command line allow.
 *
 * @throws WrongUse when there is no such environment, or it gives no credentials for what is to be called
 * @throws TargetUnreachable when nothing answers there
 */
export async function fuzzEnvironment(name: string, what: EnvironmentFuzz): Promise<FuzzReport> {
  const { api, known, contracts, config, allowEffects, headers, tell } = what;
  const opened = await openTarget(name, { contracts, apis: known, config, allowEffects });
  try {
    const { target, allowedEffects, secrets } = opened;
    const contract = opened.contracts.get(api.name);
    const base = target.baseUrlOf?.(api.name, { api: api.name });
    if (contract === undefined || base === undefined) throw new WrongUse(`The target ${name} has no API ${api.name}`);
    const wanted = [...contract.operations.values()].filter((operation) => what.isMeant(operation));
    const meant = new Set(wanted.filter((operation) => allowedEffects.includes(effectOfOperation(operation))));
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
      fetch: (address, init) => fetchFrom(opened, address, init),
      url: base,
      urlOf: (operation) => target.baseUrlOf?.(api.name, { api: api.name, operation }) ?? base,
      patience,
      isMeant: (operation) => meant.has(operation),
      credentials(operation) {
        const own = credentialsInForm(contract, operation, token, credentials);
        return { headers: { ...own.headers, ...headers }, query: own.query };
      },
    });
    return withoutSecrets(report, [...secrets, ...(token.length < 8 ? [] : [token])], headers);
  } finally {
    await opened.close();
  }
}

function leftOut(wanted: readonly Operation[], meant: ReadonlySet<Operation>): string {
  const others = wanted.filter((operation) => !meant.has(operation));
  const effects = effectNames.filter((effect) => others.some((each) => effectOfOperation(each) === effect)).join(', ');
  return `${others.length} of ${wanted.length} operations are left out: their effects (${effects}) are not allowed on this target (--allow-effects, and allowedEffects of the configuration).`;
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

/** A token for the client that the environment names; an empty text where it names none. */
async function tokenFrom(
  { target }: OpenTarget,
  { name, tokens }: Api,
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
  if (answer.status !== 200) throw new WrongUse(`No token was given: the request for it was answered ${answer.status}`);
  const given = jsonIn(new TextDecoder().decode(answer.body));
  if (isObject(given) && typeof given['access_token'] === 'string') return given['access_token'];
  throw new WrongUse('No token was given: the request for it was answered 200, without an access_token in JSON');
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
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
    const input = credentialName(name);
    if (given.credentials[input] !== undefined || given.headers[header] !== undefined) continue;
    if (isBearer && given.token !== '') continue;
    throw new WrongUse(
      `${operationId} needs credentials (${name}), and the target ${target} has none: give it credentials: { ${input}: <environment variable> }${isBearer ? ', or clientId and clientSecret' : ''}, or add --header`,
    );
  }
}
