import type { Finding } from './finding.js';
import type { JsonSchema } from './open-api-document.js';
import { type CompiledCheck, SchemaCompiler } from './schema-compiler.js';

const compiler = new SchemaCompiler({ openapi: '3.1.0', info: { title: 'Schemas', version: '1' } }, 'request');

/**
 * Compiles the validator of a schema without a description. The validator fills in the schema's defaults.
 *
 * @param group prefix of the rule ids: `request/`
 * @returns a function of a value and its pointer
 */
export function compileSchema(schema: JsonSchema, group: string): (value: unknown, pointer: string) => Finding[] {
  let check: CompiledCheck | undefined;
  return (value, pointer) => {
    check ??= compiler.compile(schema, group);
    const findings: Finding[] = [];
    check(value, pointer, findings);
    return findings;
  };
}
