import type { Finding } from './finding.js';
import type { JsonSchema } from './open-api-document.js';
import { type Check, SchemaCompiler } from './schema-compiler.js';

const compiler = new SchemaCompiler({ openapi: '3.1.0', info: { title: 'Schemas', version: '1' } }, 'request');

/**
 * The validator of a schema that belongs to no description, compiled on first use. It fills the defaults of the schema
 * in into the value.
 *
 * @param group begins the rule ids: `request/`
 * @returns takes a value and the pointer to where it stands, and answers what is wrong with it
 */
export function compileSchema(schema: JsonSchema, group: string): (value: unknown, pointer: string) => Finding[] {
  let check: Check | undefined;
  return (value, pointer) => {
    check ??= compiler.compile(schema, group);
    const findings: Finding[] = [];
    check(value, pointer, findings);
    return findings;
  };
}
