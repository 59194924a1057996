import { ContractError, type Finding } from './finding.js';
import type { JsonSchema, OpenApiDocument } from './open-api-document.js';
import { type CompiledCheck, SchemaCompiler } from './schema-compiler.js';
import type { ValidationMode } from './schema-types.js';
import { locateSource } from './source-locations.js';

const emptyDocument = { openapi: '3.1.0', info: { title: 'Schemas', version: '1' } };
const compiler = new SchemaCompiler(emptyDocument, 'request');

/** The compilers of a document. Each is created on first use. */
export class SchemaCompilers {
  private readonly byMode = new Map<ValidationMode, SchemaCompiler>();

  /** @param onBroken called with an invalid schema, which then accepts any value */
  constructor(
    readonly document: OpenApiDocument,
    private readonly onBroken?: (finding: Finding) => void,
    private readonly timeoutMs?: number,
  ) {}

  /** @throws ContractError (`description/invalid-schema`) unless `onBroken` is set */
  compile(mode: ValidationMode, schema: JsonSchema, group: string, pointer: string): CompiledCheck {
    try {
      let compiler = this.byMode.get(mode);
      if (compiler === undefined) {
        compiler = new SchemaCompiler(this.document, mode, this.timeoutMs);
        this.byMode.set(mode, compiler);
      }
      return compiler.compile(schema, group);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      const message = `The schema at ${pointer} cannot be compiled: ${reason}`;
      const place = locateSource(this.document, pointer);
      const ruleId = 'description/invalid-schema';
      if (this.onBroken === undefined) {
        throw new ContractError([{ ruleId, severity: 'error', message, pointer, ...place }]);
      }
      this.onBroken({ ruleId, severity: 'warning', message, pointer, ...place });
      return () => undefined;
    }
  }
}

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

/** Creates a compiler that resolves a schema's references within the schema itself. */
function compilerOf(schema: JsonSchema): SchemaCompiler {
  if (typeof schema === 'boolean') return compiler;
  const { $defs }: { readonly $defs?: unknown } = schema;
  return $defs === undefined ? compiler : new SchemaCompiler({ ...emptyDocument, $defs }, 'request');
}
