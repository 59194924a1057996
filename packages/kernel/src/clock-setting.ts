import { parseDuration } from '@understudy/contract';
import { defineCollection } from './store/define-collection.js';

/** The mode of a clock. `scale` is the number of virtual seconds per real second. */
export type ClockMode = { mode: 'real' } | { mode: 'manual' } | { mode: 'scaled'; scale: number };

/** A clock mode with an optional start time. */
export type ClockSetting = ClockMode & { at?: string };

/** When a job can finish. */
export type Progression =
  | { kind: 'immediate' }
  | { kind: 'after'; milliseconds: number }
  | { kind: 'polls'; polls: number }
  | { kind: 'manual' }
  | { kind: 'documented' };

/** Parses `real`, `manual` or `scaled:<factor>`. @throws RangeError for any other string */
export function parseClockMode(text: string): ClockMode {
  if (text === 'real' || text === 'manual') return { mode: text };
  const match = /^scaled:(\d+(?:\.\d+)?)$/.exec(text);
  const scale = Number(match?.[1]);
  if (match === null || !(scale > 0)) {
    throw new RangeError(`Clock "${text}" is unknown: use real, manual or scaled:<factor>, such as scaled:60`);
  }
  return { mode: 'scaled', scale };
}

/**
 * The saved state of a clock: the instant it shows and, unless it is manual, the real time at that moment. Instants are
 * ISO 8601.
 */
export type SavedClock = ClockMode & { readonly at: string; readonly since?: string };

export const clockRecords = defineCollection<SavedClock>('clock');

/** Parses `immediate`, `after:PT2S`, `polls:3`, `manual` or `documented`. @throws RangeError for any other string */
export function parseProgression(text: string): Progression {
  if (text === 'immediate' || text === 'manual' || text === 'documented') return { kind: text };
  const [kind, value = ''] = text.split(/:(.*)/s);
  if (kind === 'after') return { kind, milliseconds: parseDuration(value) };
  if (kind === 'polls' && /^[1-9]\d{0,14}$/.test(value)) return { kind, polls: Number(value) };
  throw new RangeError(
    `Progression "${text}" is unknown: use immediate, after:<duration> such as after:PT2S, polls:<n> such as polls:3, manual or documented`,
  );
}
