import type { OperationEffect, RecordingMetadata, Target } from '@understudy/conformance';
import type { ApiContract } from '@understudy/contract';
import type { ApiRegistry } from './apis/apis.js';
import type { SettingsPatch } from './control/control.js';
import type { ModelsByApi } from './models.js';
import type { OverlaysByApi } from './overlays.js';

export interface OpenTarget {
  readonly target: Target;
  readonly contracts: Map<string, ApiContract>;
  /** Values to keep out of reports. */
  readonly secrets: string[];
  readonly allowedEffects: readonly OperationEffect[];
  /** A part of all names of created data. Set only for a configured environment. */
  readonly runId?: string;
  /** Returns an API's credentials by input name, and the scope of its tokens. Set only for a configured environment. */
  credentialsOf?(api: string): Readonly<Record<string, string>>;
  /** Maximum cleanup time after an interruption, in seconds. */
  readonly cleanupTimeout?: number;
  /** The options of the recorded run. */
  readonly recorded?: RecordingMetadata;
  close(): Promise<void>;
}

export interface TargetChoice {
  /** The descriptions without Overlays. Loaded by default. */
  contracts?: Map<string, ApiContract>;
  apis?: ApiRegistry;
  /** The configuration file. Default: `understudy.config.yaml`. */
  config?: string | undefined;
  allowEffects?: readonly OperationEffect[] | undefined;
  overlays?: OverlaysByApi | undefined;
  /** Changed lines of behavior models. Only for simulators in this process. */
  model?: ModelsByApi | undefined;
  settings?: SettingsPatch | undefined;
  /** The public URL of the webhook receiver of an environment. */
  receiver?: string | undefined;
  /** Maximum time that a workflow waits on an environment, in milliseconds. */
  wait?: number | undefined;
  /** Requires no credentials, because nothing is sent. */
  dry?: boolean;
}
