import { SchemaReader } from '@understudy/model';
import { generateMeaningfulValue } from './generate-meaningful-value.js';
import { loadFaker } from './load-faker.js';

/** Generates a value for a schema without references, based on the member name. The same seed gives the same value. */
export type ValueGenerator = (schema: unknown, name: string, seed: string) => unknown;

/** Loads names and words, and returns a generator of meaningful request values. */
export async function createValueGenerator(): Promise<ValueGenerator> {
  await loadFaker(['en']);
  const schemas = new SchemaReader({});
  const facts = { now: new Date('2026-01-15T09:00:00Z'), baseUrl: 'https://example.com', hidden: 'readOnly' } as const;
  return (schema, name, seed) => generateMeaningfulValue(schemas, schema, { ...facts, name, seed });
}
