import type { SchemaReader } from '@understudy/model';
import { generateMeaningfulValue } from '../meaning/generate-meaningful-value.js';
import { createMinimalValue, type ValueFacts } from './create-minimal-value.js';

/** A required member that an object lacks. */
interface MissingMember {
  readonly name: string;
  /** The object. Its first members determine the value, so that the same object always gets the same one. */
  readonly holder: Readonly<Record<string, unknown>>;
}

/**
 * Creates the minimal value of a response member. If it would be a string with the member's name, generates a
 * meaningful value.
 */
export function createMissingValue(
  schemas: SchemaReader,
  schema: unknown,
  { facts, name, holder }: MissingMember & { readonly facts: ValueFacts },
): unknown {
  const least = createMinimalValue(schemas, schema, facts, name);
  if (least !== name) return least;
  const known = Object.values(holder).filter((value) => typeof value === 'string' || typeof value === 'number');
  return generateMeaningfulValue(schemas, schema, { ...facts, seed: [name, ...known.slice(0, 3)].join(' '), name });
}
