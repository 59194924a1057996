import { createRandom, defineCollection } from '@understudy/kernel';
import { withoutScheme } from '@understudy/model';
import type { KnownValue } from '../../memory/known-value.js';
import { toKeyText } from '../../memory/message-values.js';
import type { StoreContext } from '../entity-store.js';
import { generateLikeSample } from '../like-sample.js';

/** A known value with its string form. */
export type RememberedValue = KnownValue & { readonly key: string };

/** The values that requests of a sandbox have mentioned, by string form. */
export const knownValues = defineCollection<KnownValue>('known values').indexedBy({
  made: ({ from, place, order }) => [[from, place].join(' '), order],
});

/** Maximum number of known values in one list. */
export const mostKnown = 2000;

export function recallValue({ scopes }: StoreContext, value: unknown): KnownValue | undefined {
  const key = toKeyText(typeof value === 'string' ? withoutScheme(value) : value);
  return key === undefined ? undefined : scopes.shared.collection(knownValues).getSync(key);
}

/** The known values that first appeared at these places, the oldest first. */
export function listKnownValues({ scopes }: StoreContext, places: readonly string[]): RememberedValue[] {
  const stored = scopes.shared.collection(knownValues);
  const found = places.flatMap((place) => stored.rangeSync('made', [place], [place], { limit: mostKnown }));
  return found.map(({ key, value }) => ({ ...value, key })).sort((one, other) => one.order - other.order);
}

/** Generates a value in the format of an example. The same seed gives the same value. */
export function generateLike(example: unknown, seed: string): unknown {
  const random = createRandom(`${seed} ${example}`);
  if (typeof example === 'number') return Math.floor(example * (1 + random()));
  const isUuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(String(example));
  // The version and variant digits of a UUID are kept.
  if (isUuid)
    return String(example).replaceAll(/(?<!^.{14}|^.{19})[0-9a-f]/gi, () => Math.floor(random() * 16).toString(16));
  return generateLikeSample(String(example), random) ?? example;
}
