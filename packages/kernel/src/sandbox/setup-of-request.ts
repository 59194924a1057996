import { parseClockMode } from '../time/clock-setting.js';
import { withSnapshot } from './begin-with-snapshot.js';
import type { SandboxRequest } from './sandbox-request.js';
import type { SandboxSetup } from './sandbox-setup.js';

/**
 * What a sandbox that is asked for begins with.
 *
 * @param defaults for all that the request leaves open
 * @param manualStart where a manual clock begins when no instant is given
 * @throws RangeError when clock or instant cannot be read
 */
export function setupOfRequest(
  { clock, at, progression, seed, randomSeed, settings, owner }: SandboxRequest,
  defaults: SandboxSetup,
  manualStart: SandboxSetup['clock']['at'],
): SandboxSetup {
  const mode = clock === undefined ? defaults.clock : parseClockMode(clock);
  const defaultStart = mode.mode === 'manual' ? manualStart : undefined;
  const start = at ?? (mode.mode === defaults.clock.mode ? defaults.clock.at : defaultStart);
  const setup: SandboxSetup = {
    clock: start === undefined ? mode : { ...mode, at: start },
    progression: progression ?? defaults.progression,
    seed: seed ?? defaults.seed,
    randomSeed: randomSeed ?? defaults.randomSeed,
    settings: [...(defaults.settings ?? []), ...(settings === undefined ? [] : [settings])],
    ...(owner === undefined ? {} : { owner }),
  };
  // A request for a seed replaces the default snapshot.
  if (defaults.snapshot === undefined || seed !== undefined) return setup;
  const givenClock = clock === undefined ? {} : { clock: parseClockMode(clock) };
  return withSnapshot(setup, defaults.snapshot, { ...givenClock, at, progression });
}
