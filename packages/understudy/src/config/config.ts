import type { Effect } from '@understudy/conformance';
import type { Finding } from '@understudy/contract';
import type { TokenLimits, TokenScope } from '@understudy/kernel';
import type { SettingsPatch } from '../control/control.js';

/** `understudy.config.yaml`, checked. */
export interface Config {
  /** None where the file is for `understudy start` alone. */
  targets: Record<string, TargetConfig>;
  /** Packages of APIs that do not come along, or their folders relative to the file. */
  apis?: string[];
  /** What `understudy start` begins with. */
  settings?: SettingsPatch;
  /** Folder in which `understudy start` keeps its sandboxes, relative to the file, or address of a database. */
  data?: string;
  /** What `understudy start` begins with: the name of a seed, or a seed file or snapshot file, relative to the file. */
  seed?: string;
  /** By their names. */
  controlTokens?: Record<string, ControlTokenConfig>;
  baseline?: string;
  recordings?: string;
}

/** A token of the control plane of `understudy start`, whose value stands elsewhere. */
export interface ControlTokenConfig {
  scope: TokenScope;
  /** Name of an environment variable, or of a file relative to this one. */
  value: { env: string } | { file: string };
  limits?: TokenLimits;
}

/** One environment. Seconds are seconds. */
export interface TargetConfig extends ApiValues {
  description?: string;
  apis: Record<string, ApiConfig>;
  allowedHosts: string[];
  allowedEffects?: Effect[];
  requestsPerSecond?: number;
  concurrency?: number;
  timeouts?: { request?: number; retryAfter?: number; cleanup?: number };
  /** Files with Overlays for several APIs; paths relative to the file. */
  overlays?: string[];
  webhookInbox?: { url: string; tokenFrom?: string };
}

/** One API of an environment; what it gives wins over what the environment gives. */
export interface ApiConfig extends ApiValues {
  baseUrl: string;
  authUrl?: string;
  printUrl?: string;
  /** Paths relative to the file. */
  overlays?: string[];
}

/** What the inputs of workflows are taken from. */
export interface ApiValues {
  tenants?: string[];
  companies?: string[];
  /** Names of environment variables, by input. */
  credentials?: Record<string, string>;
  inputs?: Record<string, string | number | boolean>;
}

/** A finding with its place in the file. */
export interface ConfigFinding extends Finding {
  column: number;
}
