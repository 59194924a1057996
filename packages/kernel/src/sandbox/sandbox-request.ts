import type { SettingsPatch } from './settings.js';
import type { Snapshot } from './snapshot.js';

/** What a new sandbox may differ in from the default one. */
export interface SandboxRequest {
  name: string;
  /** `real`, `manual` or `scaled:<factor>`. */
  clock?: string;
  /** ISO 8601 instant that the clock starts from. */
  at?: string;
  progression?: string;
  seed?: string;
  randomSeed?: string;
  /** What differs from the settings of the default sandbox at its start. */
  settings?: SettingsPatch;
  /**
   * State to begin with instead of a seed. Clock, progression and chance continue from it where nothing else is asked
   * for.
   */
  from?: Snapshot;
  /** ISO 8601 duration of real time without a request after which the sandbox is removed. */
  timeToLive?: string;
  /** Name of the control token that alone may see it, besides those that may see all. */
  owner?: string;
}
