import type { SandboxSummary } from '../archive/archive.js';
import { Clock } from '../clock.js';
import type { Sandbox } from './sandbox.js';

/** How a sandbox stands that is awake. */
export function summaryOf({ clock, settings, seedName, owner, space }: Sandbox): SandboxSummary {
  return {
    clock: clock.record(),
    progression: settings.view().progression,
    seed: seedName,
    ...(owner === undefined ? {} : { owner }),
    storedBytes: space.storedBytes,
  };
}

/** A clock that shows what that of the sandbox shows by now; it has no timers. */
export function clockOf({ clock: record }: SandboxSummary): Clock {
  const clock = new Clock({ mode: 'manual' });
  clock.resume(record);
  return clock;
}
