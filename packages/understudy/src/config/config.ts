import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { OperationEffect } from '@understudy/conformance';
import type { Finding } from '@understudy/contract';
import type { TokenLimits, TokenScope } from '@understudy/server';
import type { LimitOptions } from '../limits.js';
import type { StartOptions } from '../start-options.js';

export const defaultConfigFile = 'understudy.config.yaml';

/** Names of configuration files, in search order. */
const configFiles = ['ts', 'mts', 'mjs', 'js', 'yaml', 'yml', 'json'].map(
  (extension) => `understudy.config.${extension}`,
);

/** Finds the configuration file in a folder. Returns the default name if there is none. */
export function findConfigFile(folder = ''): string {
  const found = configFiles.map((name) => join(folder, name)).find((file) => existsSync(file));
  return found ?? join(folder, defaultConfigFile);
}

/** Settings of `understudy start`, with the names of {@link StartOptions}. */
type ServerSettings = Pick<
  StartOptions,
  | keyof LimitOptions
  | 'port'
  | 'host'
  | 'cors'
  | 'clock'
  | 'at'
  | 'progression'
  | 'settings'
  | 'randomSeed'
  | 'publicUrl'
  | 'allowedHosts'
  | 'allowedOrigins'
  | 'allowedWebhookHosts'
  | 'maxSandboxes'
  | 'maxAwake'
  | 'sandboxTimeToLive'
  | 'data'
  | 'announce'
  | 'durability'
  | 'sleepAfter'
  | 'keepJournal'
  | 'compute'
>;

/**
 * The configuration of a project: the options of `understudy start` and `understudy test`, and the environments of
 * `understudy test run`. Paths are relative to the file. Options of the command line take precedence.
 */
export interface UnderstudyConfig extends ServerSettings {
  /** Environments by name. */
  readonly targets?: Readonly<Record<string, TargetConfig>>;
  /** OpenAPI descriptions, and packages or folders of other APIs. */
  readonly apis?: readonly string[];
  /** A name such as `demo`, or a seed or snapshot file. */
  readonly seed?: string;
  /** Serve HTTPS, with a certificate that is written to this file. */
  readonly tls?: boolean | string;
  /** Files with changed lines of behavior models, by API. */
  readonly model?: Readonly<Record<string, string>>;
  /** Files with OpenAPI Overlays, by API. */
  readonly overlays?: Readonly<Record<string, string>>;
  /** A file with fault rules. */
  readonly faults?: string;
  readonly controlTokens?: Readonly<Record<string, ControlTokenConfig>>;
  /** The options of `understudy test`. */
  readonly test?: TestConfig;
  readonly baseline?: string;
  readonly recordings?: string;
}

/** The options of `understudy test`. */
export interface TestConfig {
  /** The API to test, or its description (default: the only one under `apis`). */
  readonly api?: string;
  /** Base URL of the server. */
  readonly target?: string;
  readonly randomSeed?: string;
  readonly header?: Readonly<Record<string, string>>;
  readonly otherHeader?: Readonly<Record<string, string>>;
  readonly allowEffects?: readonly OperationEffect[];
  /** Reports such as `junit=junit.xml`. */
  readonly report?: readonly string[];
  readonly writeModel?: string;
  /** Maximum duration, such as `PT5M` (default: one minute). */
  readonly within?: string;
}

/**
 * Checks the types of a configuration in `understudy.config.ts`.
 *
 * @example
 * export default defineConfig({ apis: ['./openapi.yaml'], port: 4020, test: { target: 'http://127.0.0.1:8080' } });
 */
export function defineConfig(config: UnderstudyConfig): UnderstudyConfig {
  return config;
}

/** A control token for `understudy start`. */
export interface ControlTokenConfig {
  scope: TokenScope;
  /** The source of the token: an environment variable, or a file relative to the configuration file. */
  value: { env: string } | { file: string };
  limits?: TokenLimits;
}

/** An environment. Timeouts are in seconds. */
export interface TargetConfig extends ApiTestValues {
  description?: string;
  apis: Record<string, ApiConfig>;
  allowedHosts: string[];
  allowedEffects?: OperationEffect[];
  requestsPerSecond?: number;
  concurrency?: number;
  timeouts?: { request?: number; retryAfter?: number; cleanup?: number };
  /** Overlay files for several APIs, relative to the file. */
  overlays?: string[];
  webhookInbox?: { url: string; tokenFrom?: string };
  /** The host of `--receiver`, and the loopback port of the receiver. */
  receiver?: { host: string; port?: number };
}

/** An API of an environment. Its values override the environment's values. */
interface ApiConfig extends ApiTestValues {
  baseUrl: string;
  authUrl?: string;
  printUrl?: string;
  /** Overlay files for this API, relative to the configuration file. */
  overlays?: string[];
}

export interface ApiTestValues {
  tenants?: string[];
  companies?: string[];
  /** Environment variables by input name. */
  credentials?: Record<string, string>;
  inputs?: Record<string, string | number | boolean>;
}

/** A finding with its column in the file. */
export interface ConfigFinding extends Finding {
  column: number;
}
