import type { Control, RunningSimulators } from 'api-understudy';

/** The tenant of the requests. */
export const tenantId = 't1';

/** A sandbox of the simulators of this process. */
export interface Place {
  readonly simulators: RunningSimulators;
  /** Base URL of the sandbox. */
  readonly url: string;
  readonly control: Control;
}
