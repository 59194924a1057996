import { createRandom } from '@understudy/kernel';
import { generateSync } from 'json-schema-faker';
import type { SchemaReader } from '../schema/flat-schema.js';
import { inlineSchema } from './inline-schema.js';

/**
 * A generated value of a schema. The same seed gives the same value.
 *
 * @returns undefined if the generator gives up
 */
export function generateValue(schemas: SchemaReader, schema: unknown, seed: string): unknown {
  const number = Math.floor(createRandom(seed)() * 2 ** 31);
  try {
    const inlined = inlineSchema(schemas, schema);
    return generateSync(typeof inlined === 'boolean' ? {} : inlined, {
      seed: number,
      alwaysFakeOptionals: true,
      useDefaultValue: false,
    });
  } catch {
    return undefined;
  }
}
