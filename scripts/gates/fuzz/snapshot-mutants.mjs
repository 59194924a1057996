import { mutateValue } from './mutate-value.mjs';

/** Damaged copies of a snapshot, to be put and restored. */
export function* mutantsOf(whole, chance) {
  const schema = { type: 'object', additionalProperties: guessSchema(whole) };
  const mutants = [...mutateValue({ ...schema, properties: guessSchema(whole).properties }, whole)];
  yield* chance.sample(mutants, 60);
}

/** A schema that tells no more than the shape of a value. */
function guessSchema(value) {
  if (Array.isArray(value)) return { type: 'array', items: guessSchema(value[0]) };
  if (value === null || typeof value !== 'object') return { type: value === null ? 'null' : typeof value };
  return {
    type: 'object',
    properties: Object.fromEntries(Object.entries(value).map(([name, member]) => [name, guessSchema(member)])),
  };
}
