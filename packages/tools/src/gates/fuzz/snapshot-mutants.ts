import { guessSchema, type MutatedValue, mutateValue, type SeededRandom } from '@understudy/fuzzing';

/** Damaged copies of a snapshot, to be put and restored. */
export function* mutantsOf(whole: unknown, chance: SeededRandom): Generator<MutatedValue> {
  const { properties = {} } = guessSchema(whole);
  const mutants = [...mutateValue({ type: 'object', additionalProperties: guessSchema(whole), properties }, whole)];
  yield* chance.sample(mutants, 60);
}
