import { dirname, resolve } from 'node:path';
import { createEnvironmentTarget, effectNames, type OperationEffect } from '@understudy/conformance';
import { type ApiContract, minSecretLength } from '@understudy/contract';
import type { ApiRegistry } from '../apis/apis.js';
import { openReceiver, type Receiver } from '../open-receiver.js';
import { applyOverlays, type OverlaysByApi, readOverlays } from '../overlays.js';
import type { OpenTarget } from '../target-choice.js';
import { UsageError } from '../usage-error.js';
import type { TargetConfig, UnderstudyConfig } from './config.js';
import { createTargetInputs } from './target-inputs.js';

type Environment = Required<Omit<OpenTarget, 'runId' | 'recorded'>>;

export interface EnvironmentChoice {
  file: string;
  name: string;
  contracts: ReadonlyMap<string, ApiContract>;
  apis: ApiRegistry;
  runId: string;
  allowEffects: readonly OperationEffect[];
  variables: Readonly<Record<string, string | undefined>>;
  /** Skips the check for credentials, because a plan sends nothing. */
  dry?: boolean;
  receiver?: string | undefined;
  /** Maximum time that a workflow waits, in milliseconds. */
  wait?: number | undefined;
}

/**
 * Opens a configured environment without sending anything.
 *
 * @throws UsageError for an unknown environment, or missing environment variables
 * @throws ContractError if an Overlay does not apply
 */
export async function openEnvironment(
  config: Required<Pick<UnderstudyConfig, 'targets'>>,
  choice: EnvironmentChoice,
): Promise<Environment> {
  const { file, name, runId, variables } = choice;
  const settings = config.targets[name];
  if (settings === undefined) {
    throw new UsageError(`Unknown target "${name}" in ${file}. Available: ${Object.keys(config.targets).join(', ')}`);
  }
  const needed = listSecretVariables(settings);
  const missing = needed.filter((variable) => (variables[variable] ?? '') === '');
  if (missing.length > 0 && choice.dry !== true) {
    throw new UsageError(`Target ${name} requires the environment variable ${missing.join(', ')}`);
  }
  const isShort = (variable: string): boolean => (variables[variable] ?? '').length < minSecretLength;
  const ids = identifierVariables(settings);
  const short = needed.filter((variable) => isShort(variable) && !ids.includes(variable));
  if (short.length > 0 && choice.dry !== true) {
    throw new UsageError(
      `The environment variable ${short.join(', ')} has fewer than ${minSecretLength} characters, and short values cannot be redacted in reports`,
    );
  }
  const allowedEffects = effectNames.filter(
    (effect) =>
      effect === 'read' || ((settings.allowedEffects ?? []).includes(effect) && choice.allowEffects.includes(effect)),
  );
  const overlays = await overlaysOf(settings, dirname(file), choice.contracts.keys());
  const contracts = applyOverlays(choice.contracts, overlays);
  const { webhookInbox: inbox, timeouts = {} } = settings;
  const receiver = await receiverOf(settings, choice);
  const target = createEnvironmentTarget({
    name,
    apis: settings.apis,
    contracts,
    elsewhere: Object.fromEntries([...choice.apis].map(([api, { addresses = {} }]) => [api, addresses])),
    allowedHosts: settings.allowedHosts,
    mayChange: allowedEffects.length > 1,
    requestsPerSecond: settings.requestsPerSecond ?? 5,
    concurrency: settings.concurrency ?? 1,
    requestTimeout: timeouts.request ?? 60,
    longestRetryAfter: timeouts.retryAfter ?? 120,
    inbox: receiver ?? (inbox && { url: inbox.url, token: variables[inbox.tokenFrom ?? ''] }),
    longestWait: choice.wait,
    ...createTargetInputs(settings, runId, variables),
  });
  return {
    target,
    contracts,
    // Short client ids are not secret. Long ones are redacted.
    secrets: [
      ...needed.flatMap((variable) => (isShort(variable) ? [] : (variables[variable] ?? []))),
      ...(receiver?.secret === undefined ? [] : [receiver.secret]),
    ],
    allowedEffects,
    credentialsOf: (api) => credentialsOf(settings, api, variables),
    cleanupTimeout: timeouts.cleanup ?? 60,
    close: async () => await receiver?.close(),
  };
}

/** Opens the receiver of `--receiver`. @throws UsageError unless the configuration names its host */
async function receiverOf(
  { receiver: { host, port = 4080 } = { host: '' } }: TargetConfig,
  { receiver: given, file, name, dry }: EnvironmentChoice,
): Promise<Receiver | undefined> {
  if (given === undefined) return undefined;
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.href !== `${url.origin}/`) {
    throw new UsageError(`--receiver must be an http or https URL without a path, but is "${given}"`);
  }
  if (url.host !== host) {
    throw new UsageError(
      `--receiver has the host ${url.host}, but ${file} does not name it: set receiver: { host: '${url.host}' } in target ${name}`,
    );
  }
  return dry === true ? undefined : await openReceiver(url.origin, port);
}

function credentialsOf(
  { credentials, inputs, apis }: TargetConfig,
  api: string,
  variables: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> {
  const own = apis[api];
  const scope = { ...inputs, ...own?.inputs }['scope'];
  const values: Record<string, string> = typeof scope === 'string' ? { scope } : {};
  for (const [input, variable] of Object.entries({ ...credentials, ...own?.credentials })) {
    const value = variables[variable];
    if (value !== undefined) values[input] = value;
  }
  return values;
}

export function listSecretVariables({ apis, credentials, webhookInbox }: TargetConfig): string[] {
  const all = [credentials, ...Object.values(apis).map((api) => api.credentials)];
  const names = all.flatMap((part) => Object.values(part ?? {}));
  return [...new Set([...names, ...(webhookInbox?.tokenFrom === undefined ? [] : [webhookInbox.tokenFrom])])];
}

/** Lists the variables that only identify the client, such as `clientId`. */
function identifierVariables({ apis, credentials }: TargetConfig): string[] {
  const all = [credentials, ...Object.values(apis).map((api) => api.credentials)];
  return all.flatMap((part) =>
    Object.entries(part ?? {}).flatMap(([name, variable]) => (/id$/i.test(name) ? [variable] : [])),
  );
}

/** Reads the Overlays. The environment's are applied before an individual API's. */
async function overlaysOf(
  { apis, overlays = [] }: TargetConfig,
  directory: string,
  known: Iterable<string>,
): Promise<OverlaysByApi> {
  const shared = overlays.map((path) => resolve(directory, path));
  const own = Object.entries(apis).flatMap(([api, part]) =>
    (part.overlays ?? []).map((path) => `${api}=${resolve(directory, path)}`),
  );
  return await readOverlays([...shared, ...own], known);
}
