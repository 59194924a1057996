import { createRandom, type RandomSource, type RandomState } from './random.js';

/** Generates reproducible ids: the same seed yields the same ids. */
export interface IdGenerator {
  /** Returns a UUID (version 4). Each `kind` has its own sequence. */
  next(kind: string): string;
  kinds(): string[];
  /** Returns the state of a sequence; undefined before its first id. */
  state(kind: string): RandomState | undefined;
}

/** @param from initial state of each sequence @param used called with the kind of each new id */
export function createIdGenerator(
  seed: string,
  from: Iterable<readonly [string, RandomState]> = [],
  used: (kind: string) => void = () => undefined,
): IdGenerator {
  const streams = new Map<string, RandomSource>();
  for (const [kind, state] of from) streams.set(kind, createRandom('', state));
  return {
    kinds: () => [...streams.keys()],
    state: (kind) => streams.get(kind)?.state(),
    next(kind) {
      let random = streams.get(kind);
      if (random === undefined) {
        random = createRandom(`${seed}/ids/${kind}`);
        streams.set(kind, random);
      }
      used(kind);
      const hex = [0, 0, 0, 0]
        .map(() =>
          Math.floor(random() * 2 ** 32)
            .toString(16)
            .padStart(8, '0'),
        )
        .join('');
      const variant = '89ab'[Number.parseInt(hex.charAt(16), 16) & 3];
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`;
    },
  };
}
