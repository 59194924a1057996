import { isTokenRequest } from '../arazzo/effects.js';
import type { TargetCapability } from '../arazzo/model.js';
import type { ContractsByApi } from '../arazzo/resolve.js';
import { listOpenApiSources, type ResolvedWorkflow } from '../arazzo/resolve.js';
import { type WallClock, wallClock } from '../wall-clock.js';
import { checkEnvironment, measureClockOffset } from './check-environment.js';
import { createHostFilter } from './create-host-filter.js';
import { createGuardedSender } from './guard-requests.js';
import { createRequestGuard } from './request-guard.js';
import { sendHttp } from './send-http.js';
import {
  type HttpRequest,
  type HttpResponse,
  type InboxServer,
  type Target,
  type TargetCall,
  TargetUnreachableError,
  TransportError,
} from './target.js';

interface ApiAddresses {
  /** The base URL of the API's paths. */
  baseUrl?: string | undefined;
  /** The base URL for tokens. Defaults to `baseUrl`. */
  authUrl?: string | undefined;
  /** The base URL of the paths in `elsewhere`. Defaults to `baseUrl`. */
  printUrl?: string | undefined;
}

/** A real environment. Times are in seconds, unless stated otherwise. */
export interface EnvironmentOptions {
  name: string;
  /** Base URLs by API. Workflows of other APIs are skipped. */
  apis: Readonly<Record<string, ApiAddresses>>;
  contracts: ContractsByApi;
  /** Path prefixes that use a different base URL, by API and name of the URL, in addition to tokens at `authUrl`. */
  elsewhere?: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> | undefined;
  allowedHosts: readonly string[];
  /** If false, only read requests and token requests are sent. */
  mayChange: boolean;
  requestsPerSecond: number;
  concurrency: number;
  requestTimeout: number;
  longestRetryAfter: number;
  /** An Understudy server that the environment can reach: its inboxes receive the webhooks. */
  inbox?: InboxServer | undefined;
  /** Maximum milliseconds that a workflow waits in real time. By default it does not wait. */
  longestWait?: number | undefined;
  inputsFor?: ((item: ResolvedWorkflow) => Record<string, unknown>) | undefined;
  whyNot?: ((item: ResolvedWorkflow) => string | undefined) | undefined;
  clock?: WallClock | undefined;
}

/**
 * Creates a target for a foreign environment without sandboxes or a clock. Requests go only to allowed hosts at a
 * limited rate, and only reads are allowed unless `mayChange` is set.
 *
 * @throws RangeError for an invalid entry of `allowedHosts`
 */
export function createEnvironmentTarget(options: EnvironmentOptions): Target {
  const { apis, inbox, longestWait, clock = wallClock } = options;
  const isAllowed = createHostFilter(options.allowedHosts);
  const tokenUrls = new Set(tokenAddresses(options));
  const inInbox = (url: string): boolean => inbox !== undefined && url.startsWith(`${inbox.url}/`);
  const guard = createRequestGuard({
    isAllowed,
    elsewhere: 'its host is not in the allowedHosts of the target',
    mayChange: options.mayChange,
    isExempt: ({ method, url }) => (method === 'POST' && tokenUrls.has(url)) || inInbox(url),
  });
  const sendOut = createGuardedSender((request) => sendHttp(authorize(request), guard, options.requestTimeout * 1000), {
    ...options,
    guard,
    clock,
  });
  const send = (request: HttpRequest): Promise<HttpResponse> =>
    inbox?.send !== undefined && inInbox(request.url) ? inbox.send(request) : sendOut(request);
  const authorize = (request: HttpRequest): HttpRequest =>
    inbox?.token !== undefined && inInbox(request.url)
      ? { ...request, headers: { ...request.headers, authorization: `Bearer ${inbox.token}` } }
      : request;
  /** Milliseconds by which each server's clock is ahead, by base URL. */
  const aheads = new Map<string, number>();
  const bases = [...new Set(Object.values(apis).flatMap(({ baseUrl }) => baseUrl ?? []))];
  const inputsFor = (item: ResolvedWorkflow) => options.inputsFor?.(item) ?? {};
  const baseUrlOf = (source: string, call?: TargetCall) => addressOf(options, source, call);
  const addresses = Object.fromEntries(
    Object.entries(apis).map(([api, { baseUrl, authUrl, printUrl }]) => [
      api,
      [...new Set([baseUrl, authUrl, printUrl].filter((url) => url !== undefined))],
    ]),
  );
  const { contracts } = options;
  const checked = { send, addresses, addressOf: baseUrlOf, inputsFor, contracts, aheads, inbox, clock };
  return {
    name: options.name,
    baseUrl: bases[0] ?? '',
    capabilities: new Set<TargetCapability>([
      ...(inbox === undefined ? [] : ['inbox' as const]),
      ...(longestWait === undefined ? [] : ['waiting' as const]),
    ]),
    longestWait,
    restricted: true,
    concurrency: options.concurrency,
    baseUrlOf,
    send,
    wait: (milliseconds, signal) => clock.sleep(milliseconds, signal),
    preflight: (items, signal) => checkEnvironment(checked, items, signal),
    inputsFor,
    whyNot: (item) => missingAddressReason(options, item) ?? options.whyNot?.(item),
    probe: async (signal) => {
      try {
        for (const url of bases) aheads.set(url, await measureClockOffset({ send, clock }, url, signal));
      } catch (error) {
        if (error instanceof TransportError) throw new TargetUnreachableError(options.name, error.message);
        throw error;
      }
    },
  };
}

/** Returns the base URL of a call. Token requests use the scenario's API, other paths their own API. */
function addressOf(
  { apis, elsewhere = {}, inbox }: EnvironmentOptions,
  source: string,
  call: TargetCall = {},
): string | undefined {
  // Without an inbox, the runner handles the clock calls itself.
  if (source === 'control') return inbox?.url ?? 'http://understudy.local';
  const own = apis[call.api ?? ''];
  if (source === 'identity') return own?.authUrl ?? apis['identity']?.baseUrl ?? own?.baseUrl;
  const addresses: Readonly<Record<string, string | undefined>> = { ...apis[source] };
  const path = call.operation?.path ?? '';
  const [named] = Object.entries(elsewhere[source] ?? {}).find(([, beginnings]) => {
    return beginnings.some((beginning) => path.startsWith(beginning));
  }) ?? [path.endsWith('/token') ? 'authUrl' : 'baseUrl'];
  return addresses[named] ?? addresses['baseUrl'];
}

function tokenAddresses(options: EnvironmentOptions): string[] {
  return [...options.contracts].flatMap(([source, contract]) => {
    const tokens = [...contract.operations.values()].filter(isTokenRequest);
    return tokens.flatMap((operation) =>
      [...Object.keys(options.apis), undefined].flatMap((api) => {
        const address = addressOf(options, source, { operation, api });
        return address === undefined ? [] : [address + operation.path];
      }),
    );
  });
}

function missingAddressReason(options: EnvironmentOptions, { file }: ResolvedWorkflow): string | undefined {
  const { api } = file;
  if (api !== undefined && options.apis[api] === undefined) return `the target has no API ${api}`;
  const without = listOpenApiSources(file).filter(
    (source) => source !== 'control' && addressOf(options, source, { api }) === undefined,
  );
  return without.length === 0 ? undefined : `the target has no base URL for ${without.join(', ')}`;
}
