import type { Finding } from './finding.js';
import type { JsonSchema } from './open-api-document.js';
import { type CompiledCheck, SchemaCompiler } from './schema-compiler.js';

const emptyDocument = { openapi: '3.1.0', info: { title: 'Schemas', version: '1' } };
const compiler = new SchemaCompiler(emptyDocument, 'request');

/**
 * Compiles the validator of a schema without a description. The validator fills in the schema's defaults.
 *
 * @param group prefix of the rule ids: `request/`
 * @returns a function of a value and its pointer
 */
export function compileSchema(schema: JsonSchema, group: string): (value: unknown, pointer: string) => Finding[] {
  let check: CompiledCheck | undefined;
  return (value, pointer) => {
    check ??= compilerOf(schema).compile(schema, group);
    const findings: Finding[] = [];
    check(value, pointer, findings);
    return findings;
  };
}

/** References of a schema lead to its own definitions. */
function compilerOf(schema: JsonSchema): SchemaCompiler {
  if (typeof schema === 'boolean') return compiler;
  const { $defs }: { readonly $defs?: unknown } = schema;
  return $defs === undefined ? compiler : new SchemaCompiler({ ...emptyDocument, $defs }, 'request');
}
