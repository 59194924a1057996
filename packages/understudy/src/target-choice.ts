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
  /** Part of the names of created data; only on a configured environment. */
  readonly runId?: string;
  /** Returns the credentials of an API by input name, and the scope of its tokens; only on a configured environment. */
  credentialsOf?(api: string): Readonly<Record<string, string>>;
  /** Maximum cleanup time after an interruption, in seconds. */
  readonly cleanupTimeout?: number;
  /** The options of a recorded run. */
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
  /** Changed lines of behavior models; only in this process. */
  model?: ModelsByApi | undefined;
  settings?: SettingsPatch | undefined;
  /** The public URL of the webhook receiver of an environment. */
  receiver?: string | undefined;
  /** Milliseconds up to which a workflow waits on an environment. */
  wait?: number | undefined;
  /** Requires no credentials, because nothing is sent. */
  dry?: boolean;
}
