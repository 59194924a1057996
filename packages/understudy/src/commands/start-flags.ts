import type { SettingsPatch } from '../control/control.js';
import type { LogFormat } from '../log/open-log.js';
import type { StartOptions } from '../start-options.js';

type Given = Omit<StartOptions, 'apis' | 'seed' | 'settings' | 'tls' | 'overlays' | 'model' | 'faults'>;

/** The options of `understudy start`, with those of the configuration. */
export interface StartFlags extends Given {
  readonly port: number;
  readonly host: string;
  readonly config: string;
  readonly seed?: string;
  readonly faults?: string[];
  readonly watch?: boolean;
  readonly worker?: boolean;
  readonly concurrency?: number;
  readonly tls?: string | true;
  readonly overlays?: string[];
  readonly model?: string[];
  readonly set?: SettingsPatch;
  readonly limit?: Readonly<Record<string, number>>;
  readonly log?: LogFormat;
  readonly quiet?: boolean;
  readonly traces?: boolean;
  readonly json?: boolean;
  readonly exitWithParent?: boolean;
  readonly sdk?: boolean;
  readonly for?: string;
}

export type ResolvedStartFlags = StartFlags & { readonly seed: string };

/** Initial state of the default sandbox without flags or a snapshot. */
export const defaultStartFlags = { clock: 'real', progression: 'immediate' };
