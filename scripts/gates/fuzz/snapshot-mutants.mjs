import { guessSchema } from './guess-schema.mjs';
import { mutateValue } from './mutate-value.mjs';

/** Damaged copies of a snapshot, to be put and restored. */
export function* mutantsOf(whole, chance) {
  const schema = { type: 'object', additionalProperties: guessSchema(whole) };
  const mutants = [...mutateValue({ ...schema, properties: guessSchema(whole).properties }, whole)];
  yield* chance.sample(mutants, 60);
}
