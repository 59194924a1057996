import { parseDuration } from './parse-duration.js';

/**
 * When a job may leave its first state, its work being done: at once, a span after it was accepted (`milliseconds`),
 * after `polls` status reads that still saw it running, only by hand, or after the time the documents name.
 */
export type Progression =
  | { kind: 'immediate' }
  | { kind: 'after'; milliseconds: number }
  | { kind: 'polls'; polls: number }
  | { kind: 'manual' }
  | { kind: 'documented' };

/**
 * Reads `immediate`, `after:PT2S`, `polls:3`, `manual` or `documented`.
 *
 * @throws RangeError when the text is none of them
 */
export function parseProgression(text: string): Progression {
  if (text === 'immediate' || text === 'manual' || text === 'documented') return { kind: text };
  const [kind, value = ''] = text.split(/:(.*)/s);
  if (kind === 'after') return { kind, milliseconds: parseDuration(value) };
  if (kind === 'polls' && /^[1-9]\d{0,14}$/.test(value)) return { kind, polls: Number(value) };
  throw new RangeError(
    `Progression "${text}" is unknown: use immediate, after:<duration> such as after:PT2S, polls:<n> such as polls:3, manual or documented`,
  );
}
