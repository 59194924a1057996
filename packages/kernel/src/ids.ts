import { createRandom, type Random, type RandomState } from './random.js';

/** The only maker of identifiers in a sandbox: the same seed gives the same ids in the same order. */
export interface Ids {
  /** A UUID in the version 4 form. `kind` keeps sequences apart, so that one more job does not shift every error id. */
  next(kind: string): string;
  /** Where each sequence stands, by kind, for a snapshot. */
  state(): IdsState;
}

export type IdsState = Readonly<Record<string, RandomState>>;

/**
 * @param seed text that fixes every id; see {@link createRandom}
 * @param from where to go on, as {@link Ids.state} gave it
 */
export function createIds(seed: string, from: IdsState = {}): Ids {
  const streams = new Map<string, Random>();
  for (const [kind, state] of Object.entries(from)) streams.set(kind, createRandom('', state));
  return {
    state: () => Object.fromEntries([...streams].map(([kind, random]) => [kind, random.state()])),
    next(kind) {
      let random = streams.get(kind);
      if (random === undefined) {
        random = createRandom(`${seed}/ids/${kind}`);
        streams.set(kind, random);
      }
      const hex = [0, 0, 0, 0].map(() => word(random)).join('');
      const variant = '89ab'[Number.parseInt(hex.charAt(16), 16) & 3];
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`;
    },
  };
}

function word(random: () => number): string {
  return Math.floor(random() * 4294967296)
    .toString(16)
    .padStart(8, '0');
}
