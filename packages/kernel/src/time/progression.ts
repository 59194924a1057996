import { parseDuration } from '@understudy/contract';

/** When a job can finish. */
export type Progression =
  | { kind: 'immediate' }
  | { kind: 'after'; milliseconds: number }
  | { kind: 'polls'; polls: number }
  | { kind: 'manual' }
  | { kind: 'documented' };

/** Parses `immediate`, `after:PT2S`, `polls:3`, `manual` or `documented`. @throws RangeError for any other text */
export function parseProgression(text: string): Progression {
  if (text === 'immediate' || text === 'manual' || text === 'documented') return { kind: text };
  const [kind, value = ''] = text.split(/:(.*)/s);
  if (kind === 'after') return { kind, milliseconds: parseDuration(value) };
  if (kind === 'polls' && /^[1-9]\d{0,14}$/.test(value)) return { kind, polls: Number(value) };
  throw new RangeError(
    `Progression "${text}" is unknown: use immediate, after:<duration> such as after:PT2S, polls:<n> such as polls:3, manual or documented`,
  );
}
