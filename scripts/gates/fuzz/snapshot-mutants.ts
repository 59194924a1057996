import type { Chance } from './chance.ts';
import { guessSchema } from './guess-schema.ts';
import { type Mutant, mutateValue } from './mutate-value.ts';

/** Damaged copies of a snapshot, to be put and restored. */
export function* mutantsOf(whole: unknown, chance: Chance): Generator<Mutant> {
  const { properties = {} } = guessSchema(whole);
  const mutants = [...mutateValue({ type: 'object', additionalProperties: guessSchema(whole), properties }, whole)];
  yield* chance.sample(mutants, 60);
}
