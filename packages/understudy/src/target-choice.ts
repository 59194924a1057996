import type { Effect, RecordingFacts, Target } from '@understudy/conformance';
import type { ApiContract } from '@understudy/contract';
import type { Apis } from './apis/apis.js';
import type { Overlays } from './overlays.js';

/** A target and what ends it. */
export interface OpenTarget {
  readonly target: Target;
  /** The descriptions that hold there. */
  readonly contracts: Map<string, ApiContract>;
  /** Values that must appear in no report. */
  readonly secrets: string[];
  readonly allowedEffects: readonly Effect[];
  /** What everything made there is named by; only on an environment that is configured. */
  readonly runId?: string;
  /** The credentials of an API, by the names of the inputs that they are for, and the scope of its tokens; of an environment. */
  credentialsOf?(api: string): Readonly<Record<string, string>>;
  /** Seconds that an interrupted run may clean up. */
  readonly cleanupTimeout?: number;
  /** Of a recording: what was asked for then. */
  readonly recorded?: RecordingFacts;
  close(): Promise<void>;
}

/** How a target is opened. */
export interface TargetChoice {
  /** The descriptions before overlays; loaded when absent. */
  contracts?: Map<string, ApiContract>;
  /** The APIs that there are; those that come along when absent. */
  apis?: Apis;
  /** The configuration file; `understudy.config.yaml` by default. */
  config?: string | undefined;
  allowEffects?: readonly Effect[] | undefined;
  /** Those that `contracts` have; simulators in process get them too. */
  overlays?: Overlays | undefined;
  /** For what sends nothing: no credentials are asked for. */
  dry?: boolean;
}
