import type { OperationEffect } from '@understudy/conformance';
import type { Finding } from '@understudy/contract';
import type { TokenLimits, TokenScope } from '@understudy/server';
import type { SettingsPatch } from '../control/control.js';

export const defaultConfigFile = 'understudy.config.yaml';

export interface UnderstudyConfig {
  /** Environments by name. Empty if the file is only for `understudy start`. */
  targets: Record<string, TargetConfig>;
  /** Packages of other APIs, or folders relative to the file. */
  apis?: string[];
  /** Initial settings for `understudy start`. */
  settings?: SettingsPatch;
  /** Data folder for `understudy start`, relative to the file, or a database URL. */
  data?: string;
  /** Seed for `understudy start`: a name, or a seed or snapshot file relative to the file. */
  seed?: string;
  /** Files with the changed lines of behavior models, by API, relative to the file. */
  model?: Record<string, string>;
  /** File with the fault rules of `understudy start`, relative to the file. */
  rules?: string;
  controlTokens?: Record<string, ControlTokenConfig>;
  baseline?: string;
  recordings?: string;
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
